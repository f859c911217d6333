// Search and lists of accounts for staff; must stay fast with a million accounts.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing, startingWith } from '#kernel/database/like-pattern.ts';
import { countRows, withoutIndex } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Role } from '#lib/staff-permissions.ts';
import type { AccountRow } from '../account-store.ts';

export type ListedAccount = AccountRow & { roles: Role[] };

export type AccountFilter = {
  search?: string | undefined;
  status?: 'active' | 'suspended' | 'deleted' | undefined;
  /** One role, or `staff` for any role. */
  role?: Role | 'staff' | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

// Must equal the expression of the trigram index, or the index is not used.
const searchText = sql<string>`lower(email || ' ' || first_name || ' ' || last_name || ' ' || company)`;
const trigramMin = 3;

/**
 * Texts too short for a trigram, and addresses, whose many trigrams would all be read, match the
 * beginning of the address.
 */
function filterAccounts(db: Db, filter: AccountFilter) {
  let query = db.selectFrom('account');
  const words = filter.search?.trim().toLowerCase() ?? '';
  const isAddress = words.length < trigramMin || words.indexOf('@') > 0;
  if (words !== '' && isAddress) query = query.where('email', 'like', startingWith(words));
  else if (words !== '') query = query.where(searchText, 'like', containing(words));
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.createdAfter) query = query.where('date_joined', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore) query = query.where('date_joined', '<', new Date(filter.createdBefore));
  if (filter.role) {
    let roleHolders = db.selectFrom('account_role').select('account_id');
    if (filter.role !== 'staff') roleHolders = roleHolders.where('role', '=', filter.role);
    query = query.where('id', 'in', roleHolders);
  }
  return query;
}

const withRoles = (query: ReturnType<typeof filterAccounts>) =>
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
  const query = filterAccounts(db, filter);
  const total = await countRows(db, query);
  const isFew = filter.search !== undefined && !total.isEstimate;
  const rows = await withRoles(query)
    .orderBy(isFew ? withoutIndex('date_joined') : 'date_joined', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows: rows as ListedAccount[], total };
}

/** Newest first, after `last`. */
export async function listAccountsAfter(
  db: Db,
  filter: AccountFilter,
  { last, count }: { last: ListedAccount | undefined; count: number },
): Promise<ListedAccount[]> {
  let query = withRoles(filterAccounts(db, filter));
  if (last)
    query = query.where(sql<boolean>`(date_joined, id) < (${last.date_joined}, ${last.id})`);
  const ordered = query.orderBy('date_joined', 'desc').orderBy('id', 'desc');
  return (await ordered.limit(count).execute()) as ListedAccount[];
}

/** No other transaction changes the account until this one ends. */
export const lockAccountRow = (tx: Tx, id: number): Promise<AccountRow | undefined> =>
  tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** New accounts by day (UTC); days without any are omitted. */
export async function countSignupsByDay(
  db: Db,
  since: Date,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: bigint }>`
    select to_char(date_joined at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
    from account where date_joined >= ${since} group by 1 order by 1`.execute(db);
  return rows.map(({ day, count }) => ({ day, count: Number(count) }));
}
