import type { Db } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { compareAmounts, isPositive, toAmount, toDecimalText } from '#lib/money.ts';
import type { Hold, HoldDraft } from '../ledger.ts';
import { HoldNotOpen, IdempotencyConflict, InsufficientBalance } from '../ledger-errors.ts';
import {
  findHold,
  findHoldByKey,
  type HoldRow,
  insertHold,
  listExpiredHolds,
  releaseHold,
} from './hold-store.ts';

type Deps = Pick<Kernel, 'clock'>;

const expiredMax = 500;

export async function hold(deps: Deps, db: Db, draft: HoldDraft): Promise<Hold> {
  const { accountId, amount, idempotencyKey, reference = null, actor, expiresAt = null } = draft;
  if (!isPositive(amount)) throw new Error('The amount of a hold must be above zero.');
  const now = deps.clock.now();
  const answer = await insertHold(db, {
    id: createId(now),
    now,
    accountId,
    currency: amount.currency,
    amount: toDecimalText(amount),
    idempotencyKey,
    reference,
    actor,
    expiresAt,
  });
  if (answer.outcome === 'insufficient')
    throw new InsufficientBalance(
      toAmount(answer.required, answer.currency),
      toAmount(answer.available, answer.currency),
    );
  const row = await findHoldByKey(db, idempotencyKey);
  if (!row) throw new Error('The hold of an idempotency key is missing.');
  const hold = fromRow(row, answer.outcome === 'replay');
  if (
    hold.accountId !== accountId ||
    hold.amount.currency !== amount.currency ||
    compareAmounts(hold.amount, amount) !== 0
  )
    throw new IdempotencyConflict();
  return hold;
}

export async function release(deps: Deps, db: Db, holdId: string): Promise<Hold> {
  await releaseHold(db, holdId, deps.clock.now());
  const row = await findHold(db, holdId);
  if (!row) throw new HoldNotOpen('missing');
  if (row.status === 'captured') throw new HoldNotOpen('captured');
  return fromRow(row, false);
}

/** One unit of work per hold, so that a capture waits for its own hold only. */
export async function releaseExpiredHolds({
  clock,
  work,
  log,
}: Pick<Kernel, 'clock' | 'work' | 'log'>): Promise<void> {
  const now = clock.now();
  for (const id of await work.read((db) => listExpiredHolds(db, now, expiredMax)))
    await work
      .write((tx) => releaseHold(tx, id, now))
      .catch((err) => log.error({ hold: id, err }, 'an expired hold could not be released'));
}

const fromRow = (row: HoldRow, isReplay: boolean): Hold => ({
  id: row.id,
  accountId: row.account_id,
  amount: toAmount(row.amount, row.currency),
  status: row.status,
  reference: row.reference,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  closedAt: row.closed_at,
  isReplay,
});
