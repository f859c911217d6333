import { sealedColumn } from '#kernel/sealing/sealed-values.ts';
import type { Proxies } from '../proxies.ts';
import { parseLogin } from './credentials.ts';
import * as sealedStore from './sealed-store.ts';

const batchRows = 5000;

/** Registers what the secret protects: logins, secrets of sources, and the hashes of users. */
export function registerSealed({ kernel, vault }: Pick<Proxies, 'kernel' | 'vault'>): void {
  const { sealed, work } = kernel;
  const { sealer } = vault;
  sealed.add(
    sealedColumn(work, {
      name: 'logins of proxies',
      sealer,
      countRows: sealedStore.countLogins,
      listOthers: sealedStore.listOtherLogins,
      lockOthers: sealedStore.lockOtherLogins,
      save: (tx, rows) =>
        sealedStore.saveResealedLogins(
          tx,
          rows.map(({ text, ...row }) => ({
            ...row,
            hashes: vault.hashUsername(parseLogin(text).username),
          })),
        ),
    }),
  );
  sealed.add(
    sealedColumn(work, {
      name: 'addresses of proxy sources',
      sealer,
      countRows: sealedStore.countSecrets,
      listOthers: sealedStore.listOtherSecrets,
      lockOthers: sealedStore.lockOtherSecrets,
      save: sealedStore.saveResealedSecrets,
    }),
  );
  // Nothing is sealed in these, but an import recognizes them by the hash of an empty name.
  const hashes = vault.hashUsername('');
  sealed.add({
    name: 'proxies without a login',
    count: () => work.read((db) => sealedStore.countHashesWithoutLogin(db, hashes)),
    async reseal() {
      let changed = 0;
      for (;;) {
        const rows = await work.write((tx) =>
          sealedStore.updateHashesWithoutLogin(tx, hashes, batchRows),
        );
        if (rows === 0) return changed;
        changed += rows;
      }
    },
  });
}
