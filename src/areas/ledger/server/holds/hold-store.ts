import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

export type HoldRow = {
  id: string;
  account_id: number;
  currency: string;
  amount: string;
  status: 'open' | 'captured' | 'released';
  reference: string | null;
  expires_at: Date | null;
  created_at: Date;
  closed_at: Date | null;
};
export type HoldResult =
  | { outcome: 'held' | 'replay' }
  | { outcome: 'insufficient'; currency: string; required: string; available: string };

export type NewHold = {
  id: string;
  now: Date;
  accountId: number;
  currency: string;
  amount: string;
  idempotencyKey: string;
  reference: string | null;
  actor: string;
  expiresAt: Date | null;
};

export async function insertHold(db: Db, hold: NewHold): Promise<HoldResult> {
  const { rows } = await sql<{ answer: HoldResult }>`
    select ledger_hold(
      ${hold.id}::uuid, ${hold.accountId}::int, ${hold.currency}, ${hold.amount}::numeric,
      ${hold.idempotencyKey}, ${hold.reference}, ${hold.actor},
      ${hold.expiresAt}::timestamptz, ${hold.now}::timestamptz
    ) as answer`.execute(db);
  return rows[0]!.answer;
}

export async function releaseHold(db: Db, id: string, now: Date): Promise<void> {
  await sql`select ledger_release(${id}::uuid, ${now}::timestamptz)`.execute(db);
}

const holds = sql`
  select h.id, a.account_id, a.currency, h.amount, h.status, h.reference, h.expires_at,
    h.created_at, h.closed_at
  from wallet_hold h join ledger_account a on a.id = h.ledger_account_id`;

export async function findHold(db: Db, id: string): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`${holds} where h.id = ${id}::uuid`.execute(db);
  return rows[0];
}

export async function findHoldByKey(db: Db, key: string): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`${holds} where h.idempotency_key = ${key}`.execute(db);
  return rows[0];
}

export async function listExpiredHolds(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from wallet_hold where status = 'open' and expires_at <= ${now}::timestamptz
    order by expires_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
