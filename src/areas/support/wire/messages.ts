// Messages of a ticket.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { TicketAttachment } from './attachments.ts';
import { attachmentIds, editMessageSchema, messageText } from './messages.form.ts';
import { ticketStatuses } from './tickets.constants.ts';

export const TicketMessage = z
  .object({
    uuid: z.string(),
    ticket: z.string(),
    sender: z.object({
      id: z.int(),
      display_username: z.string(),
      avatar: z.string().nullable(),
      initials: z.string(),
      is_staff: z.boolean(),
      email: z.string().optional().describe('Staff only.'),
    }),
    is_from_author: z.boolean().describe('Written by the account that opened the ticket.'),
    is_own: z.boolean().describe('Written by you.'),
    text: z.string().describe('Markdown; HTML in it is text.'),
    attachments: z.array(TicketAttachment),
    is_internal: z.boolean().optional().describe('Staff only: a note that customers never see.'),
    via: z.enum(['web', 'mail']),
    can_edit: z.boolean(),
    edited_at: z.iso.datetime().nullable(),
    is_deleted: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'TicketMessage' });
export type TicketMessageWire = z.infer<typeof TicketMessage>;

const newMessageBody = z.object({
  text: messageText,
  attachments: attachmentIds.default([]),
  is_internal: z.boolean().default(false).describe('Staff only: a note that customers never see.'),
});
export type NewMessageBody = z.output<typeof newMessageBody>;

const messageListQuery = z.object({
  page: listQuery.page,
  page_size: listQuery.page_size,
  limit: listQuery.limit,
  ordering: z.string().max(200).optional().describe('created_at or -created_at'),
  after: z
    .uuid()
    .or(z.iso.datetime({ offset: true }))
    .or(z.literal(''))
    .optional()
    .describe('Only messages after this message or time.'),
});
export type MessageListQuery = z.output<typeof messageListQuery>;

export const ticketClosed = declareError(
  'ticket_closed',
  400,
  'This ticket is closed. Open a new one and mention its number.',
  { current_status: z.enum(ticketStatuses) },
);
export const editWindowClosed = declareError(
  'edit_window_closed',
  400,
  'A message can be changed for 15 minutes, and only until it is answered.',
);

const ticketParams = z.object({ ticket_uuid: z.string() });
const messageParams = ticketParams.extend({ uuid: z.string() });

export const listMessages = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/:ticket_uuid/messages/',
  summary: 'List messages of a ticket, oldest first',
  permission: { key: 'support:write' },
  work: 'read',
  whenSuspended: 'allowed',
  params: ticketParams,
  query: messageListQuery,
  responses: { 200: pageOf(TicketMessage) },
  errors: [commonErrors.notFound, commonErrors.invalidPage],
});

export const createMessage = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/:ticket_uuid/messages/',
  summary: 'Create a message',
  audited: 'replied to ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  rateLimit: { points: 120, windowSeconds: 600 },
  params: ticketParams,
  body: newMessageBody,
  responses: { 201: TicketMessage },
  errors: [commonErrors.notFound, ticketClosed],
});

export const readMessage = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/',
  summary: 'Retrieve a message',
  permission: { key: 'support:write' },
  work: 'read',
  whenSuspended: 'allowed',
  params: messageParams,
  responses: { 200: TicketMessage },
  errors: [commonErrors.notFound],
});

export const putMessage = endpoint({
  method: 'PUT',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/',
  summary: 'Update your message within 15 minutes (same as PATCH)',
  audited: 'edited a message in ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  params: messageParams,
  body: editMessageSchema,
  responses: { 200: TicketMessage },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});

export const patchMessage = endpoint({
  method: 'PATCH',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/',
  summary: 'Update your message within 15 minutes',
  audited: 'edited a message in ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  params: messageParams,
  body: editMessageSchema,
  responses: { 200: TicketMessage },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/',
  summary: 'Delete your message; leaves an empty placeholder',
  audited: 'deleted a message in ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  params: messageParams,
  responses: { 204: null },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});
