import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { Account } from '#kernel/database/schema.d.ts';
import type { Role } from '#lib/staff-permissions.ts';

export type AccountRow = Selectable<Account>;

export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();

export const findAccount = (db: Db, id: number): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();

export const insertAccount = (db: Db, values: Insertable<Account>): Promise<AccountRow> =>
  db.insertInto('account').values(values).returningAll().executeTakeFirstOrThrow();

/** With an id that another database gave. What is there under that id becomes these values. */
export async function insertAccountAs(
  db: Db,
  { id, ...values }: Omit<AccountRow, 'avatar_key'>,
): Promise<void> {
  const names = Object.keys(values).map((name) => sql.ref(name));
  const changes = names.map((name) => sql`${name} = excluded.${name}`);
  await sql`insert into account (id, ${sql.join(names)}) overriding system value
    values (${id}, ${sql.join(Object.values(values))})
    on conflict (id) do update set ${sql.join(changes)}`.execute(db);
}

/** Frees an address for an account that has it in another database. */
export const renameHolder = (db: Db, email: string, id: number): Promise<unknown> =>
  db
    .updateTable('account')
    .set({ email: sql<string>`'renamed:' || id` })
    .where('email', '=', email)
    .where('id', '<>', id)
    .execute();

export const updateAccount = (
  db: Db,
  id: number,
  values: Updateable<Account>,
): Promise<AccountRow> =>
  db
    .updateTable('account')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function listRoles(db: Db, accountId: number): Promise<Role[]> {
  const rows = await db
    .selectFrom('account_role')
    .select('role')
    .where('account_id', '=', accountId)
    .orderBy('role')
    .execute();
  return rows.map(({ role }) => role as Role);
}

export async function grantRole(db: Db, accountId: number, role: Role, now: Date): Promise<void> {
  await db
    .insertInto('account_role')
    .values({ account_id: accountId, role, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function revokeRole(db: Db, accountId: number, role: Role): Promise<void> {
  await db
    .deleteFrom('account_role')
    .where('account_id', '=', accountId)
    .where('role', '=', role)
    .execute();
}

export const listRoleHolders = (db: Db): Promise<{ email: string; roles: string }[]> =>
  db
    .selectFrom('account')
    .innerJoin('account_role', 'account_role.account_id', 'account.id')
    .select(['account.email', sql<string>`string_agg(role, ', ' order by role)`.as('roles')])
    .groupBy('account.email')
    .orderBy('account.email')
    .execute();

/** Active accounts with one of the roles, and admins. */
export async function listEmailsByRole(db: Db, roles: readonly Role[]): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('account_role', 'account_role.account_id', 'account.id')
    .select('account.email')
    .distinct()
    .where('account.status', '=', 'active')
    .where('account_role.role', 'in', [...roles, 'admin'])
    .orderBy('account.email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Releases addresses of accounts deleted before a time, so that they can register again. */
export async function releaseEmailsDeletedBefore(
  db: Db,
  before: Date,
  email?: string,
): Promise<void> {
  let query = db
    .updateTable('account')
    .set({ email: sql<string>`'deleted:' || id` })
    .where('status', '=', 'deleted')
    .where('deleted_at', '<', before)
    .where('email', 'not like', 'deleted:%');
  if (email !== undefined) query = query.where('email', '=', email);
  await query.execute();
}

/** Immediately, for an account that staff erase. */
export async function releaseEmail(db: Db, id: number): Promise<void> {
  await db
    .updateTable('account')
    .set({ email: sql<string>`'deleted:' || id` })
    .where('id', '=', id)
    .execute();
}

/** The keys of the pictures, which a backup must have. */
export async function listPictureKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('account').select('avatar_key').execute();
  return rows.flatMap(({ avatar_key }) => avatar_key ?? []);
}
