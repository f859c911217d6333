// Proxies: checks, and the shared pool for staff.
import { sql, type Updateable } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { Proxy as ProxyTable } from '#kernel/database/schema.d.ts';
import { countRows, nullsLast, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { PoolState, Protocol } from '../../wire/proxies.constants.ts';
import type { ProxyRow } from '../selection/candidate-store.ts';

/**
 * Claims due checks and postpones them, so that two processes never check the same proxy. The
 * shared pool and each resource take turns, so that thousands of proxies of one resource delay no
 * other.
 */
export async function claimChecks(db: Db, now: Date, busyUntil: Date, limit: number) {
  const { rows } = await sql<ProxyRow & { check_url: string | null; timeout_ms: number | null }>`
    update proxy p set next_check_at = ${busyUntil}
    from (
      select id from proxy join (
        select id, row_number() over (partition by resource_id order by next_check_at) as turn
        from proxy where is_active and next_check_at <= ${now}
      ) waiting using (id)
      where is_active and next_check_at <= ${now}
      order by turn, next_check_at limit ${limit} for update of proxy skip locked
    ) due left join lateral (
      select r.health_check_url as check_url, r.timeout_ms from proxy_resource r
      join proxy own on own.resource_id = r.id where own.id = due.id
    ) r on true
    where p.id = due.id returning p.*, r.check_url, r.timeout_ms`.execute(db);
  return rows;
}

export async function updateProxy(
  db: Db,
  id: string,
  values: Updateable<ProxyTable>,
): Promise<void> {
  await db.updateTable('proxy').set(values).where('id', '=', id).execute();
}

export async function deleteProxy(db: Db, id: string): Promise<void> {
  await db.deleteFrom('proxy').where('id', '=', id).execute();
}

export type PoolFilter = {
  search?: string | undefined;
  state?: PoolState | undefined;
  protocol?: Protocol | undefined;
  country?: string | undefined;
  ordering?: string | undefined;
};

export const poolState = sql<PoolState>`case when not is_active then 'inactive'
  when is_dead then 'dead' when last_checked_at is null then 'unchecked'
  when consecutive_failed_checks > 0 then 'failing' else 'working' end`;
const orderable = {
  created_at: 'created_at',
  latency_ms: 'latency_ms',
  host: 'host',
  last_checked_at: 'last_checked_at',
} as const;

function matchPool(db: Db, filter: PoolFilter) {
  let query = db.selectFrom('proxy').where('resource_id', 'is', null);
  if (filter.state) query = query.where(poolState, '=', filter.state);
  if (filter.protocol) query = query.where('protocol', '=', filter.protocol);
  if (filter.country) query = query.where('country_code', '=', filter.country);
  if (filter.search?.trim()) {
    const pattern = containing(filter.search);
    query = query.where(
      sql<boolean>`(host || ':' || port || ' ' || provider || ' ' || city) ilike ${pattern}`,
    );
  }
  return query;
}

export async function listPoolRows(db: Db, filter: PoolFilter, now: Date, page: PageRequest) {
  const query = matchPool(db, filter);
  const selected = query
    .selectAll()
    .select([poolState.as('state'), activeBlocks(now).as('blocks')]);
  const order = readOrdering(filter.ordering, orderable, '-created_at').map(nullsLast);
  const rows = await paginate(selected, order, page).orderBy('id').execute();
  return { rows: rows as unknown as PoolRow[], total: await countRows(db, query) };
}

/** Newest first, after `last`. */
export async function readPoolAfter(
  db: Db,
  filter: PoolFilter,
  now: Date,
  { last, count }: { last: PoolRow | undefined; count: number },
): Promise<PoolRow[]> {
  let query = matchPool(db, filter);
  if (last)
    query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id}::uuid)`);
  const rows = await query
    .selectAll()
    .select([poolState.as('state'), activeBlocks(now).as('blocks')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows as unknown as PoolRow[];
}

export type PoolRow = ProxyRow & { state: PoolState; blocks: number };

const activeBlocks = (now: Date) => sql<number>`(
  select count(*)::int from proxy_health x
  where x.proxy_id = proxy.id and x.blocked_until > ${now})`;

export const findPoolProxy = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('proxy')
    .selectAll()
    .select([poolState.as('state'), activeBlocks(now).as('blocks')])
    .where('id', '=', id)
    .where('resource_id', 'is', null)
    .executeTakeFirst() as unknown as Promise<PoolRow | undefined>;

export async function countPool(db: Db): Promise<Record<PoolState, number>> {
  const rows = await db
    .selectFrom('proxy')
    .select([poolState.as('state'), ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('resource_id', 'is', null)
    .groupBy(poolState)
    .execute();
  const of = (state: PoolState) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    working: of('working'),
    failing: of('failing'),
    unchecked: of('unchecked'),
    dead: of('dead'),
    inactive: of('inactive'),
  };
}
