import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';

/** Requests with one key on one day since the last flush. */
export type KeyUsage = {
  keyId: string;
  /** YYYY-MM-DD in UTC. */
  day: string;
  requests: number;
  lastUsedAt: Date;
  lastUsedIp: string | null;
};

export type FirstUse = { accountId: number; keyId: string };

/**
 * Adds counts, and returns the keys that had none before. Rows are written in key order, so that
 * concurrent flushes wait for each other instead of deadlocking.
 */
export async function addKeyUsage(tx: Tx, uses: readonly KeyUsage[]): Promise<FirstUse[]> {
  const column = <T>(pick: (use: KeyUsage) => T) => sql`${uses.map(pick)}`;
  const given = sql`
    select g.* from unnest(
      ${column((use) => use.keyId)}::uuid[], ${column((use) => use.day)}::date[],
      ${column((use) => use.requests)}::bigint[], ${column((use) => use.lastUsedAt)}::timestamptz[],
      ${column((use) => use.lastUsedIp)}::inet[]
    ) as g(key_id, day, requests, at, ip)
    join api_key on api_key.id = g.key_id`;
  // A row that was inserted, and not updated, has no xmax.
  const { rows } = await sql<FirstUse>`
    with written as (
      insert into api_key_usage as kept (key_id, requests, last_used_at, last_used_ip)
      select key_id, sum(requests), max(at), (array_agg(ip order by at desc))[1]
      from (${given}) as given group by key_id order by key_id
      on conflict (key_id) do update set
        requests = kept.requests + excluded.requests,
        last_used_at = greatest(kept.last_used_at, excluded.last_used_at),
        last_used_ip = case when excluded.last_used_at >= kept.last_used_at
          then excluded.last_used_ip else kept.last_used_ip end
      returning key_id, xmax = 0 as is_first
    )
    select account_id as "accountId", id as "keyId"
    from written join api_key on id = key_id where is_first`.execute(tx);
  await sql`
    insert into api_key_usage_day as kept (key_id, day, requests)
    select key_id, day, requests from (${given}) as given order by key_id, day
    on conflict (key_id, day) do update set
      requests = kept.requests + excluded.requests`.execute(tx);
  return rows;
}

export type KeyDay = { key_id: string; day: string; requests: number };

/** Days since `from` (YYYY-MM-DD) with requests. */
export async function listKeyDays(db: Db, keyIds: readonly string[], from: string) {
  if (keyIds.length === 0) return [];
  const { rows } = await sql<KeyDay>`
    select key_id, day::text as day, requests::float8 as requests from api_key_usage_day
    where key_id = any(${keyIds}::uuid[]) and day >= ${from}::date`.execute(db);
  return rows;
}

export async function deleteKeyDaysBefore(db: Db, day: string): Promise<void> {
  await sql`delete from api_key_usage_day where day < ${day}::date`.execute(db);
}
