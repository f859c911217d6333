// Whoever signed in is the same person in test mode, with an account of the same id in its database
// and a wallet of play money.
import {
  type AccountRow,
  cachedAccount,
  copyAccount,
  createSessions,
  findAccount,
} from '#areas/accounts/server/index.ts';
import { adjustment, createLedger } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor, Sessions } from '#kernel/ports.ts';
import { toAmount } from '#lib/money.ts';
import type { Areas } from '../app.ts';
import { referredEmail } from './copy-reference-data.ts';

const playMoney = toAmount('10000', 'USD');
/** Accounts whose copy is known to be up to date; forgotten all at once. */
const knownMax = 10_000;

export type Live = { kernel: Kernel; areas: Pick<Areas, 'accounts'> };

/** Sessions of the live database, whose accounts are copied when they come for the first time. */
export function createTestSessions(live: Live, test: Kernel): Sessions {
  const sessions = createSessions(live.areas.accounts);
  const copies = new Map<number, string>();
  async function copy(actor: Actor): Promise<void> {
    const account =
      cachedAccount(actor) ??
      (await live.kernel.work.read((db) => findAccount(db, actor.accountId)));
    if (!account) return;
    const { last_login: _, ...fields } = account;
    const text = JSON.stringify(fields);
    if (copies.get(account.id) === text) return;
    await test.work.write((tx) => writeCopy(test, tx, account));
    if (copies.size >= knownMax) copies.clear();
    copies.set(account.id, text);
  }
  return {
    async check(token) {
      const actor = await sessions.check(token);
      if (!actor) return null;
      await copy(actor);
      return { ...actor, roles: [] };
    },
  };
}

export async function writeCopy(test: Kernel, tx: Tx, account: AccountRow): Promise<void> {
  const isReferred = ({ id, email }: AccountRow) => email === referredEmail(id);
  if (await copyAccount(test, tx, account, isReferred)) await giveMoney(test, tx, account.id);
}

async function giveMoney(test: Kernel, tx: Tx, accountId: number): Promise<void> {
  const credit = adjustment({
    accountId,
    amount: playMoney,
    direction: 'credit',
    idempotencyKey: `test-mode:${accountId}`,
    description: 'Play money of test mode',
    actor: `account:${accountId}`,
  });
  await createLedger(test).post(tx, credit);
}
