// One search over the records that staff work with.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';

export const staffRecordKinds = [
  'user',
  'ticket',
  'payment',
  'invoice',
  'key',
  'lead',
  'transaction',
  'call',
] as const;
export type StaffRecordKind = (typeof staffRecordKinds)[number];

export const StaffSearchResult = z
  .object({
    kind: z.enum(staffRecordKinds),
    id: z.string().describe('Of the record.'),
    user: z.int().nullable().describe('The account that the record belongs to.'),
    title: z.string().describe('What people call it: a number, an address, a name.'),
    detail: z.string(),
  })
  .meta({ id: 'StaffSearchResult' });
export type StaffSearchResultWire = z.infer<typeof StaffSearchResult>;

/** Of each kind. */
export const staffSearchMax = 5;

export const searchStaffRecords = endpoint({
  method: 'GET',
  path: '/apix/admin/search/',
  summary: 'Search users, tickets, payments, invoices, keys, leads, transactions and calls',
  description:
    'Finds records by number, address, name or id, a few of each kind, as far as your roles allow.',
  permission: staffOnly('overview.read'),
  work: 'replica',
  query: z.object({
    search: z
      .string()
      .trim()
      .min(1, 'Enter what to search for.')
      .max(200)
      .describe(
        'Words of a user, ticket or lead; or any identifier: an address, the number of a ticket or payment, the id or hash that a provider uses, the preview of a key, the request id of a call, the id of a record.',
      ),
  }),
  responses: {
    200: z.object({
      results: z
        .array(StaffSearchResult)
        .describe(`Up to ${staffSearchMax} of each kind that the caller may read.`),
      failed: z.array(z.enum(staffRecordKinds)).describe('Kinds that could not be read.'),
    }),
  },
});
