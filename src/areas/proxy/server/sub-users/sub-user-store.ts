import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { ProxySubUser } from '#kernel/database/schema.d.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';

export type SubUserRow = Selectable<ProxySubUser>;
/** Since the month began. */
export type SubUserUsage = { requests: bigint; bytes: bigint };
export type SubUserFilter = { search?: string | undefined; ordering?: string | undefined };

const orderable = { name: 'name', created_at: 'created_at' } as const;

export async function listSubUsers(
  db: Db,
  resourceId: string,
  { search, ordering }: SubUserFilter,
  page: PageRequest,
) {
  let query = db.selectFrom('proxy_sub_user').where('resource_id', '=', resourceId);
  if (search?.trim()) {
    const pattern = containing(search);
    query = query.where('name', 'ilike', pattern);
  }
  const order = readOrdering(ordering, orderable, 'name');
  const rows = await paginate(query.selectAll(), order, page).orderBy('id').execute();
  return { rows, total: await countRows(db, query) };
}

export const findSubUser = (
  db: Db,
  resourceId: string,
  id: string,
): Promise<SubUserRow | undefined> =>
  db
    .selectFrom('proxy_sub_user')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Locks the row until the transaction ends. */
export const lockSubUser = (
  tx: Tx,
  resourceId: string,
  id: string,
): Promise<SubUserRow | undefined> =>
  tx
    .selectFrom('proxy_sub_user')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function nameExists(
  db: Db,
  { resourceId, name, exceptId }: { resourceId: string; name: string; exceptId?: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('proxy_sub_user')
    .select('id')
    .where('resource_id', '=', resourceId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined && row.id !== exceptId;
}

export async function countAccountSubUsers(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('proxy_sub_user as s')
    .innerJoin('proxy_resource as r', 'r.id', 's.resource_id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('r.account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSubUser(db: Db, values: Insertable<ProxySubUser>): Promise<void> {
  await db.insertInto('proxy_sub_user').values(values).execute();
}

export async function updateSubUser(
  db: Db,
  id: string,
  values: Updateable<ProxySubUser>,
): Promise<void> {
  await db.updateTable('proxy_sub_user').set(values).where('id', '=', id).execute();
}

export async function deleteSubUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('proxy_sub_user').where('id', '=', id).execute();
}

export async function readUsage(
  db: Db,
  ids: readonly string[],
  since: Date,
): Promise<Map<string, SubUserUsage>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('proxy_usage_breakdown')
    .select('label')
    .select(sql<bigint>`sum(count)::bigint`.as('requests'))
    .select(sql<bigint>`sum(bytes)::bigint`.as('bytes'))
    .where('kind', '=', 'user')
    .where('label', 'in', [...ids])
    .where('hour', '>=', since)
    .groupBy('label')
    .execute();
  return new Map(rows.map(({ label, requests, bytes }) => [label, { requests, bytes }]));
}

/** Names by id, of sub-users that still exist. */
export async function findSubUserNames(
  db: Db,
  resourceId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('proxy_sub_user')
    .select(['id', 'name'])
    .where('resource_id', '=', resourceId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type GatewaySubUser = SubUserRow & { account_id: number; resource_name: string };
/** Of a client; `network` is the unit in which logins are confirmed. */
export type ClientAddress = { address: string; network: string };

/** `mayConfirm`: the address is in a range of the sub-user, and its network is not confirmed. */
export async function findSubUserByHash(
  db: Db,
  passwordHash: Buffer,
  { address, network }: ClientAddress,
): Promise<(GatewaySubUser & { mayConfirm: boolean }) | undefined> {
  const { rows } = await sql<GatewaySubUser & { mayConfirm: boolean }>`
    select s.*, r.account_id, r.name as resource_name,
      exists (
        select from proxy_sub_user_address a
        where a.sub_user_id = s.id and a.range >>= ${address}::inet
      ) and not exists (
        select from proxy_sub_user_network n
        where n.sub_user_id = s.id and n.network = ${network}::cidr
      ) as "mayConfirm"
    from proxy_sub_user s join proxy_resource r on r.id = s.resource_id
    where s.password_hash = ${passwordHash}`.execute(db);
  return rows[0];
}

/** Whether clients of any sub-user have logged in from there. */
export async function isNetworkConfirmed(db: Db, network: string): Promise<boolean> {
  const { rows } = await sql`
    select from proxy_sub_user_network where network = ${network}::cidr limit 1`.execute(db);
  return rows.length > 0;
}

/** The sub-user whose clients at this address may omit the password. */
export async function findSubUserByAddress(
  db: Db,
  { address, network }: ClientAddress,
): Promise<GatewaySubUser | undefined> {
  const { rows } = await sql<GatewaySubUser>`
    select s.*, r.account_id, r.name as resource_name
    from proxy_sub_user_address a
    join proxy_sub_user_network n
      on n.sub_user_id = a.sub_user_id and n.network = ${network}::cidr
    join proxy_sub_user s on s.id = a.sub_user_id
    join proxy_resource r on r.id = s.resource_id
    where a.is_active and a.range >>= ${address}::inet`.execute(db);
  return rows[0];
}

/** Does nothing when the sub-user's ranges changed meanwhile. */
export async function confirmNetwork(
  tx: Tx,
  subUserId: string,
  { address, network }: ClientAddress,
): Promise<void> {
  await sql`
    insert into proxy_sub_user_network (sub_user_id, network)
    select a.sub_user_id, ${network}::cidr from proxy_sub_user_address a
    where a.sub_user_id = ${subUserId} and a.range >>= ${address}::inet
    on conflict do nothing`.execute(tx);
}
