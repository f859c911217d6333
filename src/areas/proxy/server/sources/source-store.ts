import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { ProxySource } from '#kernel/database/schema.d.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Protocol, ProxyType } from '../../wire/proxies.constants.ts';
import type { ListFormat, SourceError } from '../../wire/proxy-sources.constants.ts';

export type SourceRow = Selectable<ProxySource> & {
  format: ListFormat;
  protocol: Protocol;
  type: ProxyType | null;
  error: SourceError | null;
};
export type CountedSource = SourceRow & { proxies_total: number };

const proxiesTotal = sql<number>`(select count(*)::int from proxy p
  where p.source_id = proxy_source.id and p.is_active)`;

/** Oldest first. `resourceId` is null for the shared pool. */
export async function listSourceRows(db: Db, resourceId: string | null, page: PageRequest) {
  const query = db
    .selectFrom('proxy_source')
    .where('resource_id', 'is not distinct from', resourceId);
  const counted = query.selectAll().select(proxiesTotal.as('proxies_total'));
  const order = [{ column: 'created_at' as const, direction: 'asc' as const }];
  const rows = await paginate(counted, order, page).orderBy('id').execute();
  return { rows: rows as unknown as CountedSource[], total: await countRows(db, query) };
}

export const findSource = (db: Db, resourceId: string | null, id: string) =>
  db
    .selectFrom('proxy_source')
    .selectAll()
    .select(proxiesTotal.as('proxies_total'))
    .where('id', '=', id)
    .where('resource_id', 'is not distinct from', resourceId)
    .executeTakeFirst() as unknown as Promise<CountedSource | undefined>;

/** Locks the row until the transaction ends. */
export const lockSource = (tx: Tx, id: string) =>
  tx
    .selectFrom('proxy_source')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<SourceRow | undefined>;

/** Of all resources of the account. */
export async function countAccountSources(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('proxy_source')
    .innerJoin('proxy_resource', 'proxy_resource.id', 'proxy_source.resource_id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Serializes counting and creating sources of the shared pool, per transaction. */
export async function lockPoolSources(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('proxy_source'), 0)`.execute(tx);
}

export async function countPoolSources(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('proxy_source')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('resource_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSource(db: Db, values: Insertable<ProxySource>): Promise<void> {
  await db.insertInto('proxy_source').values(values).execute();
}

export async function updateSourceRow(
  db: Db,
  id: string,
  values: Updateable<ProxySource>,
): Promise<void> {
  await db.updateTable('proxy_source').set(values).where('id', '=', id).execute();
}

/** With its proxies. */
export async function deleteSourceRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('proxy_source').where('id', '=', id).execute();
}

/**
 * Claims the source that is due for longest, so that no two processes refresh it at once. Those of
 * resources that are switched off wait.
 */
export async function claimSource(
  db: Db,
  now: Date,
  busyUntil: Date,
): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    update proxy_source set claimed_until = ${busyUntil} where id = (
      select s.id from proxy_source s left join proxy_resource r on r.id = s.resource_id
      where s.is_active and s.next_refresh_at <= ${now}
        and (s.claimed_until is null or s.claimed_until <= ${now})
        and (s.resource_id is null or r.is_active)
      order by s.next_refresh_at limit 1 for update of s skip locked
    ) returning *`.execute(db);
  return rows[0];
}
