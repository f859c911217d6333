import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { ProxyResource } from '#kernel/database/schema.d.ts';
import { countRows, nullsLast, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { Protocol } from '../../wire/proxies.constants.ts';
import type { Strategy } from '../../wire/resources.constants.ts';
import { candidateStatus, servesResource } from '../selection/candidate-store.ts';

export type ResourceRow = Selectable<ProxyResource> & {
  strategy: Strategy;
  protocols: Protocol[];
};
export type ProxyCounts = {
  total: number;
  available: number;
  cooldown: number;
  blocked: number;
  dead: number;
  next_release_at: Date | null;
};
export type CountedResource = ResourceRow & ProxyCounts;

export type ResourceFilter = {
  search?: string | undefined;
  is_active?: boolean | undefined;
  ordering?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
};

const orderable = { name: 'name', created_at: 'created_at', success_rate: 'rate' } as const;
const successRate = sql<number>`requests_successful::float / nullif(requests_total, 0)`;

export const findResource = (db: Db, accountId: number, name: string) =>
  db
    .selectFrom('proxy_resource')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst() as Promise<ResourceRow | undefined>;

export const findResourceById = (db: Db, id: string) =>
  db.selectFrom('proxy_resource').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    ResourceRow | undefined
  >;

export async function listResources(
  db: Db,
  accountId: number,
  filter: ResourceFilter,
  page: PageRequest,
) {
  let query = db.selectFrom('proxy_resource').where('account_id', '=', accountId);
  if (filter.is_active !== undefined) query = query.where('is_active', '=', filter.is_active);
  if (filter.created_after) query = query.where('created_at', '>=', new Date(filter.created_after));
  if (filter.created_before)
    query = query.where('created_at', '<', new Date(filter.created_before));
  if (filter.search?.trim()) {
    const pattern = containing(filter.search);
    query = query.where(
      sql<boolean>`(name ilike ${pattern} or title ilike ${pattern}
        or array_to_string(target_hosts, ' ') ilike ${pattern})`,
    );
  }
  const rated = query.selectAll().select(successRate.as('rate'));
  const order = readOrdering(filter.ordering, orderable, '-created_at').map(nullsLast);
  const rows = await paginate(rated, order, page).orderBy('id').execute();
  return { rows: rows as unknown as ResourceRow[], total: await countRows(db, query) };
}

const noCounts: ProxyCounts = {
  total: 0,
  available: 0,
  cooldown: 0,
  blocked: 0,
  dead: 0,
  next_release_at: null,
};

/** Counts the proxies of each resource by status. */
export async function countProxies(
  db: Db,
  resourceIds: readonly string[],
  now: Date,
): Promise<Map<string, ProxyCounts>> {
  if (resourceIds.length === 0) return new Map();
  const { rows } = await sql<ProxyCounts & { id: string }>`
    select id, count(*)::int as total,
      count(*) filter (where status = 'available')::int as available,
      count(*) filter (where status = 'cooldown')::int as cooldown,
      count(*) filter (where status = 'blocked')::int as blocked,
      count(*) filter (where status = 'dead')::int as dead,
      min(until) as next_release_at
    from (
      select r.id, ${candidateStatus(now)} as status,
        case when p.is_dead then null
          when x.blocked_until > ${now} then x.blocked_until
          when x.cooldown_until > ${now} then x.cooldown_until end as until
      from proxy_resource r join proxy p on ${servesResource}
      left join proxy_health x on x.resource_id = r.id and x.proxy_id = p.id
      where r.id = any(${[...resourceIds]}::uuid[])
    ) t group by id`.execute(db);
  const counted = new Map(rows.map((row) => [row.id, row]));
  return new Map(resourceIds.map((id) => [id, counted.get(id) ?? noCounts]));
}

/** Serializes counting and creating resources and own proxies of an account, per transaction. */
export async function lockAccountResources(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('proxy_resource'), ${accountId})`.execute(tx);
}

/** Locks the row until the transaction ends. Undefined when the resource was deleted. */
export const lockResource = (tx: Tx, id: string) =>
  tx
    .selectFrom('proxy_resource')
    .select('account_id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function countResources(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('proxy_resource')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertResource(db: Db, values: Insertable<ProxyResource>): Promise<void> {
  await db.insertInto('proxy_resource').values(values).execute();
}

export async function updateResource(
  db: Db,
  id: string,
  values: Updateable<ProxyResource>,
): Promise<void> {
  await db.updateTable('proxy_resource').set(values).where('id', '=', id).execute();
}

export async function deleteResource(db: Db, id: string): Promise<void> {
  await db.deleteFrom('proxy_resource').where('id', '=', id).execute();
}

/** Returns their ids. */
export async function deleteAccountResources(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('proxy_resource')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Active resources used since `usedSince` without a recent alert, ordered by id. */
export async function listResourcesToForecast(
  db: Db,
  filter: { usedSince: Date; alertedBefore: Date; afterId?: string | undefined },
  limit: number,
): Promise<ResourceRow[]> {
  const { usedSince, alertedBefore, afterId } = filter;
  let query = db
    .selectFrom('proxy_resource')
    .selectAll()
    .where('is_active', '=', true)
    .where('last_used_at', '>=', usedSince)
    .where((eb) => eb.or([eb('alerted_at', 'is', null), eb('alerted_at', '<', alertedBefore)]));
  if (afterId) query = query.where('id', '>', afterId);
  return (await query.orderBy('id').limit(limit).execute()) as ResourceRow[];
}

/** False when another process sent the alert meanwhile. */
export async function claimAlert(db: Db, id: string, now: Date, alertedBefore: Date) {
  const { numUpdatedRows } = await db
    .updateTable('proxy_resource')
    .set({ alerted_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('alerted_at', 'is', null), eb('alerted_at', '<', alertedBefore)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
