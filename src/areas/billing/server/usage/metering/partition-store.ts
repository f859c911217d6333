// Daily partitions of usage records, and daily sums.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';

/** Creates the partition of a day (its start in UTC). Returns false if it exists. */
export async function createPartition(db: Db, day: Date): Promise<boolean> {
  const { rows } = await sql<{ created: boolean }>`
    select usage_create_partition(
      (${day}::timestamptz at time zone 'UTC')::date) as created`.execute(db);
  return rows[0]?.created ?? false;
}

/** Drops the partitions of all days before `before`; returns how many. */
export async function dropPartitions(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select usage_drop_partitions(
      (${before}::timestamptz at time zone 'UTC')::date) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function deleteHours(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('usage_hour').where('hour', '<', before).execute();
  await db.deleteFrom('usage_error_hour').where('hour', '<', before).execute();
}

/** Days before `today` without sums, or with records that arrived later; oldest first. */
export async function listDaysToSum(db: Db, today: Date): Promise<Date[]> {
  const { rows } = await sql<{ day: Date }>`
    select day::timestamp at time zone 'UTC' as day from (
      select day from usage_late_day
      where day < (${today}::timestamptz at time zone 'UTC')::date
      union
      select distinct (hour at time zone 'UTC')::date from usage_hour
      where hour < ${today}
        -- The release before builds no sums by area.
        and hour >= coalesce(least((select max(day) + 1 from usage_day),
          (select max(day) + 1 from usage_area_day))::timestamp at time zone 'UTC', '-infinity')
    ) open order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Start of the UTC day up to which daily sums are complete; after it use hourly sums. */
export async function findSummedUntil(db: Db): Promise<Date> {
  const { rows } = await sql<{ until: Date | null }>`
    select least(
      (select min(day) from usage_late_day), (select max(day) + 1 from usage_day)
    )::timestamp at time zone 'UTC' as until`.execute(db);
  return rows[0]?.until ?? new Date(0);
}

/** Rebuilds a day's sums from its hours: of each account, and of all accounts by area. */
export async function sumDay(tx: Tx, day: Date): Promise<void> {
  const date = sql`(${day}::timestamptz at time zone 'UTC')::date`;
  // The mark first: a record that arrives meanwhile waits for us and sets it again.
  await sql`delete from usage_late_day where day = ${date}`.execute(tx);
  await sql`delete from usage_day where day = ${date}`.execute(tx);
  await sql`
    insert into usage_day (account_id, day, endpoint_id, status_code, metric, api_key_id, requests,
      free, units, cost, response_time_ms)
    select account_id, ${date}, endpoint_id, status_code, metric, api_key_id, sum(requests),
      sum(free), sum(units), sum(cost), sum(response_time_ms)
    from usage_hour where hour >= ${day} and hour < ${day}::timestamptz + interval '1 day'
    group by 1, 2, 3, 4, 5, 6`.execute(tx);
  await sql`delete from usage_area_day where day = ${date}`.execute(tx);
  await sql`
    insert into usage_area_day (day, endpoint_group, metric, requests, errors, units, cost)
    select day, endpoint_group, metric, sum(requests),
      coalesce(sum(requests) filter (where status_code >= 400), 0), sum(units), sum(cost)
    from usage_day join usage_endpoint on usage_endpoint.id = endpoint_id
    where day = ${date} group by 1, 2, 3`.execute(tx);
}
