// Usage counted against each quota, and units reserved in advance.

import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { dayMs } from '#lib/durations.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { Span } from '../admission/allowances.ts';

export type CounterKey = { accountId: number; metric: UsageMetric; span: Span; startsAt: Date };
export type CounterRow = CounterKey & { used: number };

/** Use of an API key, and of those that it was rotated into, in a usage month. */
export type KeyCounterRow = {
  accountId: number;
  lineageId: string;
  startsAt: Date;
  requests: number;
  cost: number;
};

type Window = Omit<CounterKey, 'accountId'>;

/** Units used in each of the windows, in their order; 0 if nothing was counted. */
export async function readCounters(
  db: Db,
  accountId: number,
  windows: readonly Window[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('usage_counter')
    .select(['metric', 'span', 'starts_at', 'used'])
    .where('account_id', '=', accountId)
    .where('starts_at', 'in', [...new Set(windows.map(({ startsAt }) => startsAt))])
    .execute();
  return windows.map(({ metric, span, startsAt }) => {
    const found = rows.find(
      (row) =>
        row.metric === metric &&
        row.span === span &&
        row.starts_at.getTime() === startsAt.getTime(),
    );
    return Number(found?.used ?? 0);
  });
}

/** False if the request already has a reservation. */
export async function insertReservation(
  tx: Tx,
  reservation: {
    requestId: string;
    accountId: number;
    metric: UsageMetric;
    startsAt: Date;
    units: number;
    now: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('usage_reservation')
    .values({
      request_id: reservation.requestId,
      account_id: reservation.accountId,
      metric: reservation.metric,
      starts_at: reservation.startsAt,
      units: String(reservation.units),
      created_at: reservation.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Adds units. Returns the new total, or null if it would exceed `limit` (null: unlimited). */
export async function takeUnits(
  tx: Tx,
  { accountId, metric, startsAt }: Omit<CounterKey, 'span'>,
  units: number,
  limit: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ used: string }>`
    insert into usage_counter as c (account_id, metric, span, starts_at, used)
    select ${accountId}, ${metric}, 'month', ${startsAt}::timestamptz, ${units}::numeric
    where ${limit}::numeric is null or ${units}::numeric <= ${limit}::numeric
    on conflict (account_id, metric, span, starts_at) do update
      set used = c.used + excluded.used
      where ${limit}::numeric is null or c.used + excluded.used <= ${limit}::numeric
    returning used`.execute(tx);
  return rows[0] ? Number(rows[0].used) : null;
}

/** Returns units reserved for work that left no usage record, and how many reservations. */
export async function releaseReservations(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    with released as (
      delete from usage_reservation where created_at < ${before} returning *
    ), given as (
      update usage_counter c set used = greatest(0, c.used - r.units)
      from (
        select account_id, metric, starts_at, sum(units) as units from released group by 1, 2, 3
      ) r
      where c.account_id = r.account_id and c.metric = r.metric and c.span = 'month'
        and c.starts_at = r.starts_at
    )
    select count(*) as count from released`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Deletes hours and days after 3 days; months are kept for two years, for late charges. */
export async function deleteOldCounters(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await db
    .deleteFrom('usage_counter')
    .where((where) =>
      where.or([
        where.and([where('span', '!=', 'month'), where('starts_at', '<', before(3))]),
        where('starts_at', '<', before(730)),
      ]),
    )
    .execute();
  await db.deleteFrom('usage_key_counter').where('starts_at', '<', before(730)).execute();
}
