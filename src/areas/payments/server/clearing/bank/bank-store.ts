// Lines of bank statements, and the payouts that they are.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { BankLine } from '#kernel/database/schema.d.ts';
import { type RowCount, readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';

export type BankLineRow = Selectable<BankLine>;

/** Returns how many were not known. */
export async function insertLines(tx: Tx, rows: readonly Insertable<BankLine>[]): Promise<number> {
  const inserted = await tx
    .insertInto('bank_line')
    .values([...rows])
    .onConflict((conflict) => conflict.column('line_key').doNothing())
    .returning('id')
    .execute();
  return inserted.length;
}

export type OpenLine = {
  id: string;
  day: string;
  amount: string;
  currency: string;
  reference: string;
};
export type OpenPayout = {
  id: string;
  /** What the bank should show. */
  amount: string;
  currency: string;
  from: string;
  arrives: string;
  provider: string;
  words: string[];
};

export async function listOpenLines(db: Db): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select id, booked_on::text as day, amount::text as amount, currency, reference
    from bank_line where movement_id is null order by booked_on, id`.execute(db);
  return rows;
}

/** Payouts without a line; those that came back last, as the bank may never have seen them. */
export async function listOpenPayouts(db: Db): Promise<OpenPayout[]> {
  const { rows } = await sql<OpenPayout>`
    select m.id, (-m.amount)::text as amount, m.currency, m.provider,
      (m.occurred_at at time zone 'UTC')::date::text as from,
      coalesce(m.arrives_on, (m.occurred_at at time zone 'UTC')::date)::text as arrives,
      array_remove(array[m.subject, m.provider_id], null) as words
    from provider_movement m
    where m.category = 'payout' and m.amount <> 0
      and not exists (select from bank_line b where b.movement_id = m.id)
    order by ${isReturned}, m.occurred_at, m.id`.execute(db);
  return rows;
}

/** A payout and its return have the same subject and cancel each other out. On `m`. */
export const isReturned = sql<boolean>`exists (
  select from provider_movement r
  where r.provider = m.provider and r.subject = m.subject and r.category = 'payout'
    and r.currency = m.currency and r.amount = -m.amount)`;

export async function matchLine(tx: Tx, lineId: string, movementId: string): Promise<void> {
  await tx
    .updateTable('bank_line')
    .set({ movement_id: movementId })
    .where('id', '=', lineId)
    .execute();
}

export type ListedLine = BankLineRow & { payout: string | null; day: string };

export async function listLines(
  db: Db,
  { matched }: { matched?: 'yes' | 'no' | undefined },
  page: PageRequest,
): Promise<{ rows: ListedLine[]; total: RowCount }> {
  let query = db
    .selectFrom('bank_line')
    .leftJoin('provider_movement', 'provider_movement.id', 'bank_line.movement_id');
  if (matched)
    query = query.where('bank_line.movement_id', matched === 'yes' ? 'is not' : 'is', null);
  const sorted = query
    .selectAll('bank_line')
    .select('provider_movement.subject as payout')
    .select(sql<string>`bank_line.booked_on::text`.as('day'))
    .orderBy('bank_line.booked_on', 'desc')
    .orderBy('bank_line.id', 'desc');
  return readPage(db, sorted, page);
}
