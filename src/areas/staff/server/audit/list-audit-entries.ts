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
  return { rows: await serializeEntries(staff, db, actor, { endpoints, rows }), total };
}

async function serializeEntries(
  staff: Staff,
  db: Db,
  actor: Actor,
  { endpoints, rows }: { endpoints: Endpoints; rows: readonly AuditRow[] },
): Promise<AuditEntryWire[]> {
  const subjects = await nameSubjects(staff, db, actor, rows);
  const listPeople = await createPeopleReader(staff, db, rows);
  return rows.map((row) => ({
    ...serializeEntry(row, endpoints, subjects.get(row.id) ?? null),
    people: listPeople(row),
  }));
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
  'reason',
  'subject_type',
  'subject_id',
  'subject',
  'before',
  'after',
  'people',
  'status',
  'ip',
  'request_id',
];

/** Accounts that `before` and `after` name by number are in `people`. */
export function exportAuditCsv(
  staff: Staff,
  actor: Actor,
  { endpoints, query }: { endpoints: Endpoints; query: Query },
): Readable {
  const { replica } = staff.kernel.work;
  const rows = streamRows<AuditRow, AuditEntryWire>(
    (last, count) => replica((db) => listEntriesAfter(db, toFilter(query), { last, count })),
    (read) => replica((db) => serializeEntries(staff, db, actor, { endpoints, rows: read })),
  );
  return csvStream(columns, toCsvRows(rows));
}

async function* toCsvRows(entries: AsyncIterable<AuditEntryWire>) {
  for await (const { staff, subject, people, ...entry } of entries)
    yield {
      ...entry,
      staff: staff.email,
      subject_type: subject?.type,
      subject_id: subject?.id,
      subject: subject?.name,
      people: people.map(({ id, email }) => `${id} ${email}`).join(', '),
    };
}
