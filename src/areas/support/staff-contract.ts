// For support alone: every customer's tickets, who they go to, and replies that are written once and
// used often.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { cannedReplyBody } from './ticket-body.ts';
import { staffTicketQuery } from './ticket-query.ts';
import { Ticket } from './ticket-schema.ts';

export const CannedReply = z
  .object({ id: z.int(), title: z.string(), text: z.string(), updated_at: z.iso.datetime() })
  .meta({ id: 'CannedReply' });
export type CannedReplyWire = z.infer<typeof CannedReply>;

const params = z.object({ id: z.string() });
const support = staffOnly('tickets.work');

export const listStaffTickets = endpoint({
  method: 'GET',
  path: '/apix/admin/tickets/',
  summary: 'All tickets; `format=csv` gives all that fit as a file',
  permission: support,
  work: 'replica',
  query: staffTicketQuery,
  responses: { 200: pageOf(Ticket) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const listCannedReplies = endpoint({
  method: 'GET',
  path: '/apix/admin/canned-replies/',
  summary: 'Replies to begin with, by title',
  permission: support,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search,
  }),
  responses: { 200: pageOf(CannedReply) },
  errors: [commonErrors.invalidPage],
});

export const createCannedReply = endpoint({
  method: 'POST',
  path: '/apix/admin/canned-replies/',
  summary: 'Keep a reply for later',
  permission: support,
  work: 'write',
  body: cannedReplyBody,
  responses: { 201: CannedReply },
});

export const patchCannedReply = endpoint({
  method: 'PATCH',
  path: '/apix/admin/canned-replies/:id/',
  summary: 'Change a kept reply',
  permission: support,
  work: 'write',
  params,
  body: cannedReplyBody.partial(),
  responses: { 200: CannedReply },
  errors: [commonErrors.notFound],
});

export const deleteCannedReply = endpoint({
  method: 'DELETE',
  path: '/apix/admin/canned-replies/:id/',
  summary: 'Drop a kept reply',
  permission: support,
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const listTicketAssignees = endpoint({
  method: 'GET',
  path: '/apix/admin/tickets/assignees/',
  summary: 'Who tickets can be assigned to',
  permission: support,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: { 200: pageOf(z.object({ id: z.int(), name: z.string(), email: z.string() })) },
  errors: [commonErrors.invalidPage],
});
