import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { uuidId } from '#lib/wire/fields.ts';

const facts = z.record(z.string(), z.unknown());

export const AuditEntry = z
  .object({
    id: uuidId,
    at: z.iso.datetime(),
    staff: z.object({ id: z.int(), email: z.string(), roles: z.array(z.string()) }),
    action: z.string().describe('The summary of the call.'),
    verb: z
      .string()
      .nullable()
      .describe('What was done, before the name of the subject: `suspended`. Null if unknown.'),
    reason: z.string().nullable().describe('As written by staff.'),
    method: z.string(),
    path: z.string(),
    params: facts,
    input: facts.nullable(),
    subject: z
      .object({
        type: z.string(),
        id: z.string(),
        name: z.string().nullable().describe('What people call it; null if it no longer exists.'),
        user: z.int().nullable().describe('The account that it belongs to.'),
      })
      .nullable(),
    before: facts.nullable(),
    after: facts.nullable(),
    people: z
      .array(z.object({ id: z.int(), email: z.string() }))
      .describe('The accounts that `before` and `after` name by number.'),
    status: z.int().nullable().describe('Null if the process ended before it responded.'),
    ip: z.string().nullable(),
    user_agent: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryWire = z.infer<typeof AuditEntry>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/apix/admin/audit/',
  summary: 'List audit entries, or export them as CSV',
  description:
    'Returns who of the staff changed what, with the values before and after. Entries are never changed; `format=csv` downloads all that match.',
  permission: staffOnly('audit.read'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('Searches address, path, request id and subject.'),
    created_after: listQuery.created_after,
    created_before: listQuery.created_before,
    staff: accountId.optional(),
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).optional(),
    subject_type: z.string().max(40).optional(),
    subject_id: z.string().max(80).optional(),
    format: z.enum(['json', 'csv']).optional(),
  }),
  responses: { 200: createPageSchema(AuditEntry) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});
