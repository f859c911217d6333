import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing, startingWith } from '#kernel/database/like-pattern.ts';
import type { ApiKey } from '#kernel/database/schema.d.ts';
import { countRows, nullsLast, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { Scope } from '#lib/scopes.ts';
import type { KeyStatus } from '../../wire/keys.constants.ts';
import type { DuePlace } from '../work-on-due.ts';

export type KeyRow = Selectable<ApiKey> & { scopes: Scope[] };
/** A key with its usage counts. */
export type UsedKeyRow = KeyRow & {
  requests: bigint | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
};

export type KeyFilter = {
  accountId: number;
  statuses?: readonly KeyStatus[] | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

/** The same rule as `readKeyStatus`. */
const statusAt = (now: Date): RawBuilder<string> => sql`
  case when api_key.revoked_at is not null then 'revoked'
    when api_key.expires_at <= ${now} then 'expired'
    when api_key.is_active then 'active' else 'inactive' end`;

const withUse = (db: Db) =>
  db
    .selectFrom('api_key')
    .leftJoin('api_key_usage', 'api_key_usage.key_id', 'api_key.id')
    .where('hidden_at', 'is', null);

const orderable = {
  created_at: 'api_key.created_at',
  last_used_at: 'api_key_usage.last_used_at',
  expires_at: 'api_key.expires_at',
  name: 'api_key.name',
} as const;
const useColumns = [
  'api_key_usage.requests',
  'api_key_usage.last_used_at',
  'api_key_usage.last_used_ip',
] as const;

export const findKeyByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('api_key')
    .select(['id', 'account_id', 'scopes', 'allowed_ips', 'is_active', 'expires_at', 'revoked_at'])
    .where('key_hash', '=', hash)
    .executeTakeFirst();

export const findKey = (db: Db, id: string): Promise<UsedKeyRow | undefined> =>
  withUse(db)
    .selectAll('api_key')
    .select(useColumns)
    .where('api_key.id', '=', id)
    .executeTakeFirst() as Promise<UsedKeyRow | undefined>;

/** By the start of their preview, for staff. */
export const findKeysByPreview = (db: Db, start: string, count: number): Promise<UsedKeyRow[]> =>
  withUse(db)
    .selectAll('api_key')
    .select(useColumns)
    .where('key_preview', 'like', startingWith(start))
    .orderBy('api_key.created_at', 'desc')
    .limit(count)
    .execute() as Promise<UsedKeyRow[]>;

export const lockKey = (tx: Tx, id: string): Promise<KeyRow | undefined> =>
  tx
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    // Not `for update`: the first call of a day refers to the key, and must not wait.
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<KeyRow | undefined>;

export async function listKeys(db: Db, filter: KeyFilter, now: Date, page: PageRequest) {
  let query = withUse(db).where('account_id', '=', filter.accountId);
  if (filter.statuses) query = query.where(statusAt(now), 'in', filter.statuses);
  if (filter.createdAfter)
    query = query.where('api_key.created_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore)
    query = query.where('api_key.created_at', '<', new Date(filter.createdBefore));
  if (filter.search?.trim()) {
    const pattern = containing(filter.search);
    query = query.where('name', 'ilike', pattern);
  }
  const order = readOrdering(filter.ordering, orderable, '-created_at').map(nullsLast);
  const rows = await paginate(query.selectAll('api_key').select(useColumns), order, page)
    .orderBy('api_key.id', 'desc')
    .execute();
  return { rows: rows as UsedKeyRow[], total: await countRows(db, query) };
}

/** Serialises counting and creating an account's keys until the transaction ends. */
export async function lockKeys(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('api_key'), ${accountId})`.execute(tx);
}

/** Keys that count towards the limit: neither ended nor replaced. */
export async function countLiveKeys(db: Db, accountId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether another key that is neither revoked nor replaced has this name, ignoring case. */
export async function isNameInUse(
  db: Db,
  { accountId, name, exceptId }: { accountId: number; name: string; exceptId?: string | undefined },
): Promise<boolean> {
  let query = db
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null);
  if (exceptId) query = query.where('id', '<>', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function insertKey(db: Db, values: Insertable<ApiKey>): Promise<void> {
  await db.insertInto('api_key').values(values).execute();
}

export async function updateKey(db: Db, id: string, values: Updateable<ApiKey>): Promise<void> {
  await db.updateTable('api_key').set(values).where('id', '=', id).execute();
}

/** Revokes every key of an account; returns their hashes. */
export async function revokeAccountKeys(db: Db, accountId: number, now: Date): Promise<Buffer[]> {
  const rows = await db
    .updateTable('api_key')
    .set({ revoked_at: now, updated_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('key_hash')
    .execute();
  return rows.map(({ key_hash }) => key_hash);
}

/** Live keys with a warning to send: the first one before `first`, the last one before `last`. */
export async function listKeysToWarn(
  db: Db,
  { now, first, last }: { now: Date; first: Date; last: Date },
  after: DuePlace,
  limit: number,
): Promise<DuePlace[]> {
  const { rows } = await sql<DuePlace>`
    select id, expires_at::text as due from api_key
    where revoked_at is null and replaced_by is null
      and expires_at > ${now} and expires_at <= ${first}
      and last_warning_days is distinct from 1
      and (last_warning_days is null or expires_at <= ${last})
      and (expires_at, id) > (${after.due}::timestamptz, ${after.id}::uuid)
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}
