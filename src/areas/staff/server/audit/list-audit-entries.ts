import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import {
  type AuditFilter,
  type AuditRow,
  listEntries,
  listEntriesAfter,
} from '#kernel/http/audit/audit-store.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { AuditEntryWire, listAuditEntries as contract } from '../../wire/audit.ts';
import type { Staff } from '../staff.ts';

type Query = z.output<(typeof contract)['query']>;
type Endpoints = readonly Endpoint[];

const toFilter = (query: Query): AuditFilter => ({
  accountId: query.staff === undefined ? undefined : Number(query.staff),
  method: query.method,
  subjectType: query.subject_type,
  subjectId: query.subject_id,
  search: query.search,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

/** `endpoints` are the mounted ones, for the summary of each call. */
export async function listAuditEntries(
  db: Db,
  endpoints: Endpoints,
  query: Query,
  page: PageRequest,
) {
  const { rows, total } = await listEntries(db, toFilter(query), page);
  return { results: rows.map((row) => serializeEntry(row, endpoints)), total };
}

const serializeEntry = (row: AuditRow, endpoints: Endpoints): AuditEntryWire => ({
  id: row.id,
  at: row.occurred_at.toISOString(),
  staff: { id: row.account_id, email: row.email, roles: row.roles },
  action: describeAction(row, endpoints),
  method: row.method,
  path: row.path,
  params: row.params as Record<string, unknown>,
  input: row.input as Record<string, unknown> | null,
  subject:
    row.subject_type === null || row.subject_id === null
      ? null
      : { type: row.subject_type, id: row.subject_id },
  before: row.before as Record<string, unknown> | null,
  after: row.after as Record<string, unknown> | null,
  status: row.status,
  ip: row.ip,
  user_agent: row.user_agent,
  request_id: row.request_id,
});

/** Method and path for an endpoint that no longer exists. */
const describeAction = ({ method, path }: AuditRow, endpoints: Endpoints): string =>
  endpoints.find((one) => one.method === method && one.path === path)?.summary ??
  `${method} ${path}`;

const columns = [
  'at',
  'staff',
  'action',
  'method',
  'path',
  'params',
  'input',
  'subject_type',
  'subject_id',
  'before',
  'after',
  'status',
  'ip',
  'request_id',
];

export const exportAuditCsv = ({ kernel }: Staff, endpoints: Endpoints, query: Query): Readable =>
  csvStream(
    columns,
    streamRows<AuditRow, Record<string, unknown>>(
      (last, count) =>
        kernel.work.replica((db) => listEntriesAfter(db, toFilter(query), { last, count })),
      (rows) =>
        rows.map((row) => ({
          ...row,
          at: row.occurred_at.toISOString(),
          staff: row.email,
          action: describeAction(row, endpoints),
        })),
    ),
  );
