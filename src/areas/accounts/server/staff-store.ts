// Accounts as staff look for them, among a million.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Impersonation } from '#kernel/database/schema.d.ts';
import { countRows, sortedApart } from '#kernel/http/pages.ts';
import type { Role } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { AccountRow } from './account-store.ts';

export type ListedAccount = AccountRow & { roles: Role[] };

export type AccountFilter = {
  search?: string | undefined;
  status?: 'active' | 'suspended' | 'deleted' | undefined;
  /** One role, or `staff` for any of them. */
  role?: Role | 'staff' | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

// As the trigram index of migration 0031 writes it, or the index is not found.
const searched = sql<string>`lower(email || ' ' || first_name || ' ' || last_name || ' ' || company)`;
const trigramMin = 3;
export const impersonationMs = 30 * 60_000;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * Shorter words have no trigram: they find addresses that begin with them. So does what can only be
 * an address, whose many trigrams would all be read.
 */
function matchAccounts(db: Db, filter: AccountFilter) {
  let query = db.selectFrom('account');
  const words = filter.search?.trim().toLowerCase() ?? '';
  const isAddress = words.length < trigramMin || words.indexOf('@') > 0;
  if (words !== '' && isAddress) query = query.where('email', 'like', `${escapeLike(words)}%`);
  else if (words !== '') query = query.where(searched, 'like', `%${escapeLike(words)}%`);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.createdAfter) query = query.where('date_joined', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore) query = query.where('date_joined', '<', new Date(filter.createdBefore));
  if (filter.role) {
    let holders = db.selectFrom('account_role').select('account_id');
    if (filter.role !== 'staff') holders = holders.where('role', '=', filter.role);
    query = query.where('id', 'in', holders);
  }
  return query;
}

const withRoles = (query: ReturnType<typeof matchAccounts>) =>
  query.selectAll('account').select(
    sql<Role[]>`array(
      select role from account_role r where r.account_id = account.id order by role
    )`.as('roles'),
  );

export async function listAccounts(
  db: Db,
  filter: AccountFilter,
  { pageSize, offset }: PageRequest,
) {
  const query = matchAccounts(db, filter);
  const total = await countRows(db, query);
  const isFew = filter.search !== undefined && !total.isEstimate;
  const rows = await withRoles(query)
    .orderBy(isFew ? sortedApart('date_joined') : 'date_joined', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows: rows as ListedAccount[], total };
}

/** Newest first, after `last`. */
export async function readAccounts(
  db: Db,
  filter: AccountFilter,
  { last, count }: { last: ListedAccount | undefined; count: number },
): Promise<ListedAccount[]> {
  let query = withRoles(matchAccounts(db, filter));
  if (last)
    query = query.where(sql<boolean>`(date_joined, id) < (${last.date_joined}, ${last.id})`);
  const ordered = query.orderBy('date_joined', 'desc').orderBy('id', 'desc');
  return (await ordered.limit(count).execute()) as ListedAccount[];
}

/** Nobody else changes the account until the transaction ends. */
export const lockAccount = (tx: Tx, id: number): Promise<AccountRow | undefined> =>
  tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function deleteActivity(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('account_activity').where('account_id', '=', accountId).execute();
}

/** New accounts by day (UTC), from the first day on; days without one are left out. */
export async function countJoined(db: Db, since: Date): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: bigint }>`
    select to_char(date_joined at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
    from account where date_joined >= ${since} group by 1 order by 1`.execute(db);
  return rows.map(({ day, count }) => ({ day, count: Number(count) }));
}

export async function insertImpersonation(db: Db, row: Insertable<Impersonation>): Promise<void> {
  await db.insertInto('impersonation').values(row).execute();
}

const withPeople = (db: Db) =>
  db
    .selectFrom('impersonation')
    .innerJoin('account as staff', 'staff.id', 'impersonation.staff_id')
    .innerJoin('account as person', 'person.id', 'impersonation.account_id')
    .selectAll('impersonation')
    .select(['staff.email as staff_email', 'person.email as person_email']);
export type ImpersonationRow = Selectable<Impersonation> & {
  staff_email: string;
  person_email: string;
};

export async function listImpersonations(db: Db, { pageSize, offset }: PageRequest) {
  const rows = await withPeople(db)
    .orderBy('impersonation.created_at', 'desc')
    .orderBy('impersonation.id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows, total: await countRows(db, db.selectFrom('impersonation')) };
}

export const findImpersonation = (db: Db, id: string): Promise<ImpersonationRow | undefined> =>
  withPeople(db).where('impersonation.id', '=', id).executeTakeFirst();

/** Those that a member of staff has begun, with their sessions. */
export async function endImpersonationsBy(db: Db, staffId: number, now: Date): Promise<void> {
  // Older ones are over, and by time the index finds the others.
  const since = new Date(now.getTime() - impersonationMs);
  await sql`
    with ended as (
      update impersonation set ended_at = ${now}
      where staff_id = ${staffId} and ended_at is null and created_at > ${since}
      returning session_id
    )
    update session set revoked_at = ${now} where id in (select session_id from ended)`.execute(db);
}

/** The session ends with it. */
export async function endImpersonation(
  tx: Tx,
  { id, session_id }: Pick<ImpersonationRow, 'id' | 'session_id'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('impersonation')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await tx.updateTable('session').set({ revoked_at: now }).where('id', '=', session_id).execute();
}
