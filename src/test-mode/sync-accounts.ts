import { type Accounts, eraseAccount, findAccount } from '#areas/accounts/server/index.ts';
import type { Kernel } from '#kernel/kernel.ts';

const batch = 500;
const nobody = { ip: null, userAgent: '' };

/** Suspends, frees and erases in test mode what was suspended, freed and deleted live. */
export async function syncAccounts(live: Pick<Kernel, 'work'>, accounts: Accounts): Promise<void> {
  for (let last = 0; ; ) {
    const copies = await accounts.work.read((db) =>
      db
        .selectFrom('account')
        .select(['id', 'status'])
        .where('id', '>', last)
        .where('status', '<>', 'deleted')
        .orderBy('id')
        .limit(batch)
        .execute(),
    );
    if (copies.length === 0) return;
    const originals = await readStatuses(live, copies);
    for (const { id, status } of copies) {
      last = id;
      const now = originals.get(id) ?? 'deleted';
      if (now !== status) await follow(accounts, id, now);
    }
  }
}

async function readStatuses(
  live: Pick<Kernel, 'work'>,
  copies: readonly { id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const ids = copies.map(({ id }) => id);
  const rows = await live.work.read((db) =>
    db.selectFrom('account').select(['id', 'status']).where('id', 'in', ids).execute(),
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

async function follow(accounts: Accounts, id: number, status: string): Promise<void> {
  await accounts.work.write(async (tx) => {
    const copy = await findAccount(tx, id);
    if (!copy) return;
    if (status === 'deleted') return eraseAccount(accounts, tx, copy, nobody);
    await tx.updateTable('account').set({ status }).where('id', '=', id).execute();
    await accounts.sessionCache.invalidate(tx, id);
  });
}
