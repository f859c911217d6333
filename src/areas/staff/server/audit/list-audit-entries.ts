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
import type { Actor } from '#kernel/ports.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { AuditEntryWire, listAuditEntries as contract } from '../../wire/audit.ts';
import type { Staff } from '../staff.ts';
import { createPeopleReader } from './named-people.ts';
import { type NamedSubject, nameSubjects } from './subject-names.ts';

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
  staff: Staff,
  db: Db,
  actor: Actor,
  { endpoints, query, page }: { endpoints: Endpoints; query: Query; page: PageRequest },
) {
  const { rows, total } = await listEntries(db, toFilter(query), page);
  const subjects = await nameSubjects(staff, db, actor, rows);
  const peopleOf = await createPeopleReader(staff, db, rows);
  const results = rows.map((row) => ({
    ...serializeEntry(row, endpoints, subjects.get(row.id) ?? null),
    people: peopleOf(row),
  }));
  return { results, total };
}

function serializeEntry(
  row: AuditRow,
  endpoints: Endpoints,
  subject: NamedSubject | null,
): Omit<AuditEntryWire, 'people'> {
  const input = row.input as Record<string, unknown> | null;
  return {
    id: row.id,
    at: row.occurred_at.toISOString(),
    staff: { id: row.account_id, email: row.email, roles: row.roles },
    action: describeAction(row, endpoints),
    verb: findEndpoint(row, endpoints)?.audited ?? null,
    reason: typeof input?.reason === 'string' && input.reason ? input.reason : null,
    method: row.method,
    path: row.path,
    params: row.params as Record<string, unknown>,
    input,
    subject,
    before: row.before as Record<string, unknown> | null,
    after: row.after as Record<string, unknown> | null,
    status: row.status,
    ip: row.ip,
    user_agent: row.user_agent,
    request_id: row.request_id,
  };
}

const findEndpoint = ({ method, path }: AuditRow, endpoints: Endpoints): Endpoint | undefined =>
  endpoints.find((one) => one.method === method && one.path === path);

/** Method and path for an endpoint that no longer exists. */
const describeAction = (row: AuditRow, endpoints: Endpoints): string =>
  findEndpoint(row, endpoints)?.summary ?? `${row.method} ${row.path}`;

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
