// The queue on the start screen of the console: what waits for staff, by when it is due.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { openWorkMax } from './open-work.constants.ts';

export const openWorkKinds = [
  'lead',
  'ticket',
  'payment',
  'adjustment',
  'withdrawal',
  'missed_period',
  'customs_rule_set',
] as const;
export type OpenWorkKind = (typeof openWorkKinds)[number];

export const OpenWork = z
  .object({
    kind: z.enum(openWorkKinds),
    id: z.string().describe('Of the record.'),
    user: z.int().nullable().describe('The account that the record belongs to.'),
    title: z.string().describe('What people call it.'),
    task: z.string().describe('What is to be done.'),
    detail: z.string(),
    since: z.iso.datetime().describe('Since when it waits.'),
    due_at: z.iso.datetime(),
    assignee: z.object({ id: z.int(), name: z.string() }).nullable(),
  })
  .meta({ id: 'OpenWork' });
export type OpenWorkWire = z.infer<typeof OpenWork>;

export const listOpenWork = endpoint({
  method: 'GET',
  path: '/apix/admin/open-work/',
  summary: 'List the open work by when it is due',
  description:
    'Returns leads, tickets, money and customs rules that wait for the staff, as far as your roles allow, with what is due first.',
  permission: staffOnly('overview.read'),
  work: 'replica',
  responses: {
    200: z.object({
      results: z
        .array(OpenWork)
        .describe(
          `The ${openWorkMax} that are due first, of leads, tickets, payments, proposals, withdrawals, missed periods and customs rules that the caller may work on.`,
        ),
      failed: z.array(z.enum(openWorkKinds)).describe('Kinds that could not be read.'),
    }),
  },
});
