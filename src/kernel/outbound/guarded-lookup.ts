import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.ts';

/** Resolves names for `net.connect`, which then uses exactly the address that was checked. */
export const createLookup =
  (guard: AddressGuard): LookupFunction =>
  (name, { all }, callback) => {
    guard.resolveHost(name).then(
      (address) => {
        const family = isIP(address);
        if (all) callback(null, [{ address, family }]);
        else callback(null, address, family);
      },
      (error) => callback(error as NodeJS.ErrnoException, ''),
    );
  };
