// The proxies that a refresh of a source compares with its list.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { ProxyRow } from '../selection/candidate-store.ts';

export type KnownProxy = Pick<
  ProxyRow,
  | 'id'
  | 'source_id'
  | 'protocol'
  | 'host'
  | 'port'
  | 'user_hash'
  | 'credentials'
  | 'country_code'
  | 'city'
  | 'asn'
  | 'type'
  | 'provider'
  | 'missed_refreshes'
  | 'missing_since'
>;

/** Those of the resource, or of the shared pool, at any of the hosts. */
export async function listKnownProxies(
  db: Db,
  resourceId: string | null,
  hosts: readonly string[],
): Promise<KnownProxy[]> {
  const { rows } = await sql<KnownProxy>`
    select id, source_id, protocol, host, port, user_hash, credentials, country_code, city, asn,
      type, provider, missed_refreshes, missing_since
    from proxy where resource_id is not distinct from ${resourceId}::uuid
      and host = any(${[...hosts]}::text[])`.execute(db);
  return rows;
}

/**
 * Counts a refresh without them for all proxies of the source but the listed ones, and disables
 * those that were missed too often. Proxies that staff disabled stay so. Without `listedIds` the
 * list has not changed: what it lacked before is missing again. Returns how many it disabled.
 */
export async function countMissed(
  db: Db,
  source: { id: string; missed_max: number },
  listedIds: readonly string[] | null,
  now: Date,
): Promise<number> {
  const isMissed = listedIds
    ? sql`not (id = any(${[...listedIds]}::uuid[]))`
    : sql`missed_refreshes > 0`;
  const { rows } = await sql<{ is_new: boolean }>`
    with missed as (
      select id, is_active and missed_refreshes + 1 >= ${source.missed_max} as is_new from proxy
      where source_id = ${source.id} and ${isMissed} for no key update
    )
    update proxy p set missed_refreshes = missed_refreshes + 1,
      is_active = p.is_active and not is_new,
      missing_since = case when is_new then ${now} else missing_since end
    from missed where missed.id = p.id returning is_new`.execute(db);
  return rows.filter(({ is_new }) => is_new).length;
}

/** Keeps the newest `keptMax` that are missing since `since` or later, for the statistics. */
export async function purgeMissing(
  db: Db,
  sourceId: string,
  { since, missingMax }: { since: Date; missingMax: number },
): Promise<void> {
  await sql`
    delete from proxy where id in (
      select id from (
        select id, missing_since, row_number() over (order by missing_since desc, id) as place
        from proxy where source_id = ${sourceId} and missing_since is not null
      ) missing where place > ${missingMax} or missing_since < ${since}
    )`.execute(db);
}
