// For support only: the tickets of all customers, and the team they are assigned to.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { account, Ticket, ticketQuery } from './tickets.ts';

const support = staffOnly('tickets.work');

export const listStaffTickets = endpoint({
  method: 'GET',
  path: '/apix/admin/tickets/',
  summary: 'List tickets of all customers',
  description:
    'Returns the tickets of all customers with filters for what waits. `format=csv` downloads all that match.',
  permission: support,
  work: 'replica',
  query: ticketQuery.extend({ user: account.optional() }),
  responses: { 200: createPageSchema(Ticket) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const listTicketAssignees = endpoint({
  method: 'GET',
  path: '/apix/admin/tickets/assignees/',
  summary: 'List accounts that tickets can be assigned to',
  description: 'Returns the accounts of support, to choose who handles a ticket.',
  permission: support,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: {
    200: createPageSchema(z.object({ id: z.int(), name: z.string(), email: z.string() })),
  },
  errors: [commonErrors.invalidPage],
});
