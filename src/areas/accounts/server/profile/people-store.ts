// Accounts as other areas show them: authors and assignees.

import type { Config } from '#kernel/config.ts';
import type { Db } from '#kernel/database/database.ts';
import { mediaPath } from '#kernel/storage/media.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { toInitials } from './profile.ts';

export type Person = {
  id: number;
  email: string;
  name: string;
  /** Otherwise `name` is the local part of the address. */
  hasName: boolean;
  initials: string;
  avatar: string | null;
};

const fullName = (row: { first_name: string; last_name: string }): string =>
  `${row.first_name} ${row.last_name}`.trim();

/** By id; accounts that do not exist are omitted. */
export async function findPeople(
  db: Db,
  { SITE_URL }: Pick<Config, 'SITE_URL'>,
  ids: Iterable<number>,
): Promise<Map<number, Person>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['id', 'email', 'first_name', 'last_name', 'avatar_key'])
    .where('id', 'in', uniqueIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        email: row.email,
        name: fullName(row) || row.email.split('@')[0]!,
        hasName: fullName(row) !== '',
        initials: toInitials(row.first_name, row.last_name, row.email),
        avatar: row.avatar_key ? SITE_URL + mediaPath(row.avatar_key) : null,
      },
    ]),
  );
}

/** Active accounts with one of the roles, and admins, ordered by address. */
export const listPeopleByRole = (db: Db, roles: readonly Role[]) =>
  db
    .selectFrom('account')
    .innerJoin('account_role', 'account_role.account_id', 'account.id')
    .select(['account.id', 'account.email', 'account.first_name', 'account.last_name'])
    .distinct()
    .where('account.status', '=', 'active')
    .where('account_role.role', 'in', [...roles, 'admin'])
    .orderBy('account.email')
    .execute();
