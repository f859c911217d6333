import type { AccountRecord } from '#areas/accounts/server/index.ts';
import type { StaffUserWire } from '../../wire/users.ts';

export const serializeUser = (row: AccountRecord): StaffUserWire => ({
  id: row.id,
  email: row.email,
  full_name: `${row.first_name} ${row.last_name}`.trim(),
  company: row.company,
  status: row.status as StaffUserWire['status'],
  roles: row.roles,
  date_joined: row.date_joined.toISOString(),
  last_login: row.last_login?.toISOString() ?? null,
});
