import type { Readable } from 'node:stream';
import type { z } from 'zod';
import {
  type AccountFilter,
  type AccountRecord,
  listAccounts,
  listAccountsAfter,
} from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { listUsers as listUsersContract } from '../../wire/users.ts';
import type { Staff } from '../staff.ts';
import { serializeUser } from './serialize-user.ts';

type Query = z.output<(typeof listUsersContract)['query']>;

const toFilter = (query: Query): AccountFilter => ({
  search: query.search,
  status: query.status,
  role: query.role,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

export async function listUsers(db: Db, query: Query, page: PageRequest) {
  const { rows, total } = await listAccounts(db, toFilter(query), page);
  return { rows: rows.map(serializeUser), total };
}

const columns = [
  'id',
  'email',
  'full_name',
  'company',
  'status',
  'roles',
  'date_joined',
  'last_login',
] as const;

export const exportUsersCsv = ({ kernel }: Staff, query: Query): Readable =>
  csvStream(
    columns,
    streamRows<AccountRecord, Record<string, unknown>>(
      (last, count) =>
        kernel.work.replica((db) => listAccountsAfter(db, toFilter(query), { last, count })),
      (rows) => rows.map((row) => ({ ...serializeUser(row), roles: row.roles.join() })),
    ),
  );
