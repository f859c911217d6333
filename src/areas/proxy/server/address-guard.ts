// No request of a customer may reach a network that only this machine, or a proxy's, can see. A
// name is resolved once, every address of it is checked, and the checked address is connected to:
// a name that leads elsewhere the next moment gains nothing.
import dns from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ProxyFailure } from './proxy-failure.ts';

export type Resolve = (host: string) => Promise<string[]>;

export type AddressGuard = {
  /** An address of the host that may be connected to. Throws ProxyFailure. */
  find(host: string): Promise<string>;
};

const globalV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const keptMs = 10_000;
const keptMax = 2000;

/** IPv6 outside 2000::/3 (mapped, compatible, local, NAT64) is no public address either. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalV6);
}

/**
 * The host as a browser reads it: `0x7f.1`, `2130706433` and `0177.0.0.1` are all 127.0.0.1. Null
 * for what is no host.
 */
export function readHost(text: string): string | null {
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  if (!URL.canParse(`http://${bracketed}/`)) return null;
  const { hostname, host, pathname, username } = new URL(`http://${bracketed}/`);
  if (hostname !== host || pathname !== '/' || username) return null;
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') || null;
}

/** Not the system's own look-up: four of those that hang would hold up every file that is read. */
const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });

const lookUp: Resolve = async (host) => {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

export function openAddressGuard({
  allowPrivate,
  resolve = lookUp,
}: {
  allowPrivate: boolean;
  resolve?: Resolve;
}): AddressGuard {
  const kept = new Map<string, { atMs: number; address: Promise<string> }>();

  async function check(host: string): Promise<string> {
    const isLiteral = ipaddr.isValid(host);
    const addresses = isLiteral ? [host] : await resolve(host).catch(() => []);
    // Many proxies reach no IPv6 address.
    const wanted = addresses.find((address) => isIPv4(address)) ?? addresses[0];
    if (!wanted) throw new ProxyFailure('name_not_found');
    // One private address among public ones would be reached by trying again.
    if (!allowPrivate && !addresses.every(isPublicAddress))
      throw new ProxyFailure('address_refused');
    return wanted;
  }

  return {
    find(given) {
      const host = readHost(given);
      if (!host) return Promise.reject(new ProxyFailure('name_not_found'));
      const known = kept.get(host);
      if (known && performance.now() - known.atMs < keptMs) return known.address;
      const address = check(host);
      kept.delete(host);
      kept.set(host, { atMs: performance.now(), address });
      address.catch(() => kept.delete(host));
      const oldest = kept.keys().next();
      if (kept.size > keptMax && !oldest.done) kept.delete(oldest.value);
      return address;
    },
  };
}

/** `example.com` is itself; `*.example.com` is it and all below it. */
export const isTargetHost = (host: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.startsWith('*.')
      ? host === pattern.slice(2) || host.endsWith(pattern.slice(1))
      : host === pattern,
  );
