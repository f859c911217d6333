// Overage: which subscriptions to check, by which tariff, and what is owed.
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Overage } from '#kernel/database/schema.d.ts';
import type { Period } from '../periods.ts';
import type { TariffRow } from '../tariffs/tariff-store.ts';

export type OverageRow = Selectable<Overage>;

/** With charged periods that end after `since`; `after` is the last id of the previous batch. */
export async function listOverageSubscriptions(
  db: Db,
  since: Date,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription as s')
    .select('s.id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscription_charge as c')
          .innerJoin('tariff as t', 't.id', 'c.tariff_id')
          .select(sql.lit(1).as('one'))
          .whereRef('c.subscription_id', '=', 's.id')
          .where('t.overage_unit', 'is not', null)
          .where('c.period_end', '>', since),
      ),
    )
    .$if(after !== null, (query) => query.where('s.id', '>', after!))
    .orderBy('s.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The tariff that was paid for at a moment; the newest charge takes precedence. */
export const findTariffPaidAt = (
  db: Db,
  subscriptionId: string,
  at: Date,
): Promise<TariffRow | undefined> =>
  db
    .selectFrom('subscription_charge as c')
    .innerJoin('tariff as t', 't.id', 'c.tariff_id')
    .selectAll('t')
    .where('c.subscription_id', '=', subscriptionId)
    .where('c.period_start', '<=', at)
    .where('c.period_end', '>', at)
    .orderBy('c.created_at', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<unknown> as Promise<TariffRow | undefined>;

export async function insertOverage(tx: Tx, values: Insertable<Overage>): Promise<void> {
  await tx.insertInto('overage').values(values).execute();
}

const owed = (db: Db, accountIds: readonly number[]) =>
  db
    .selectFrom('overage')
    .where(({ eb, val }) => eb('account_id', '=', eb.fn.any(val(accountIds))))
    .where('paid_at', 'is', null);

/** Oldest first. */
export const listOwed = (db: Db, accountIds: readonly number[]): Promise<OverageRow[]> =>
  owed(db, accountIds).selectAll().orderBy('month_start').orderBy('id').execute();

/** The same, without rows that another transaction has locked. Oldest first. */
export const lockOwed = (tx: Tx, accountId: number): Promise<OverageRow[]> =>
  owed(tx, [accountId])
    .selectAll()
    .orderBy('month_start')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();

export async function owesOverage(db: Db, accountId: number): Promise<boolean> {
  return (await owed(db, [accountId]).select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function listOwingAccounts(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('overage')
    .select('account_id')
    .distinct()
    .where('paid_at', 'is', null)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

export async function updateOverage(
  tx: Tx,
  id: string,
  values: { notified_at: Date } | { paid_at: Date; journal_id: string },
): Promise<void> {
  await tx.updateTable('overage').set(values).where('id', '=', id).execute();
}

/** A paused month is stored under its new start; its usage is kept. */
export async function moveUsageMonth(
  tx: Tx,
  accountId: number,
  { from, to }: { from: Period; to: Period },
): Promise<void> {
  if (from.start.getTime() === to.start.getTime()) return;
  await sql`
    with counter as (
      delete from usage_counter
      where account_id = ${accountId} and span = 'month' and starts_at = ${from.start}
      returning metric, used
    ), reservation as (
      update usage_reservation set starts_at = ${to.start}
      where account_id = ${accountId} and starts_at = ${from.start}
    ), told as (
      update usage_alert set starts_at = ${to.start}
      where account_id = ${accountId} and starts_at = ${from.start}
    ), key_counter as (
      delete from usage_key_counter
      where account_id = ${accountId} and starts_at = ${from.start}
      returning lineage_id, requests, cost
    ), key_moved as (
      insert into usage_key_counter as c (account_id, lineage_id, starts_at, requests, cost)
      select ${accountId}::int, lineage_id, ${to.start}::timestamptz, requests, cost
      from key_counter
      on conflict (account_id, lineage_id, starts_at) do update
        set requests = c.requests + excluded.requests, cost = c.cost + excluded.cost
    ), recorded as (
      update overage set month_start = ${to.start}, month_end = ${to.end}
      where account_id = ${accountId} and month_start = ${from.start}
    )
    insert into usage_counter as c (account_id, metric, span, starts_at, used)
    select ${accountId}::int, metric, 'month', ${to.start}::timestamptz, used from counter
    on conflict (account_id, metric, span, starts_at) do update
      set used = c.used + excluded.used`.execute(tx);
}
