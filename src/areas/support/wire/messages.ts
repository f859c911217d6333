// Messages of a ticket.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { fieldForStaff } from '#lib/staff-fields.ts';
import { textId } from '#lib/wire/fields.ts';
import { TicketAttachment } from './attachments.ts';
import { mailNoteKinds } from './inbound-mail.constants.ts';
import { attachmentIds, editMessageSchema, messageText } from './messages.form.ts';
import { ticketStatuses } from './tickets.constants.ts';

export const TicketMessage = z
  .object({
    uuid: textId,
    ticket: z.string().describe('The uuid of its ticket.'),
    sender: z
      .object({
        id: z.int().describe('The id of the account.'),
        display_username: z.string().describe('The name that people see.'),
        avatar: z.string().nullable().describe('Address of the picture; null without one.'),
        initials: z.string().describe('For a picture without a photo.'),
        is_staff: z.boolean().describe('Whether support wrote it.'),
        email: z.string().optional().meta(fieldForStaff),
      })
      .describe('Who wrote it.'),
    is_from_author: z.boolean().describe('Written by the account that opened the ticket.'),
    is_own: z.boolean().describe('Written by you.'),
    text: z.string().describe('Markdown; HTML in it is text.'),
    html: z
      .string()
      .nullable()
      .describe(
        'The text of a mail with its formatting, as safe HTML of few elements. Null when the text says all.',
      ),
    note_kind: z
      .enum(mailNoteKinds)
      .nullable()
      .describe(
        'What a machine sent, such as an absence note: it changed nothing. Null for a message.',
      ),
    quoted: z
      .string()
      .nullable()
      .describe('What a mail repeats of earlier mails, and its signature. Null without any.'),
    attachments: z.array(TicketAttachment).describe('Its files, at most five.'),
    is_internal: z
      .boolean()
      .optional()
      .describe('A note that customers never see.')
      .meta(fieldForStaff),
    via: z.enum(['web', 'mail']).describe('Written on the site or by e-mail.'),
    original_url: z
      .string()
      .nullable()
      .describe('The source of its e-mail, valid for five minutes; null when none is stored.'),
    can_edit: z.boolean().describe('Whether you may still change it.'),
    edited_at: z.iso.datetime().nullable().describe('Null if it was not changed.'),
    is_deleted: z.boolean().describe('Only a placeholder is left.'),
    created_at: z.iso.datetime().describe('When it was sent.'),
  })
  .meta({ id: 'TicketMessage' });
export type TicketMessageWire = z.infer<typeof TicketMessage>;

const newMessageBody = z.object({
  text: messageText,
  attachments: attachmentIds.default([]),
  is_internal: z
    .boolean()
    .default(false)
    .describe('A note that customers never see.')
    .meta(fieldForStaff),
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
  { current_status: z.enum(ticketStatuses).describe('What it is now.') },
);
export const editWindowClosed = declareError(
  'edit_window_closed',
  400,
  'A message can be changed for 15 minutes, and only until it is answered.',
);

const ticketParams = z.object({ ticket_uuid: z.string().describe('The `uuid` of a ticket.') });
export const messageParams = ticketParams.extend({
  uuid: z.string().describe('The `uuid` of the message.'),
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/:ticket_uuid/messages/',
  testMode: 'live',
  group: 'Messages',
  tool: { toolset: 'support', order: 1 },
  summary: 'List messages of a ticket, oldest first',
  description:
    'Returns the conversation of a ticket, oldest first. `after` returns only what is new, for polling.',
  permission: { key: 'support:write' },
  work: 'read',
  whenSuspended: 'allowed',
  params: ticketParams,
  query: messageListQuery,
  responses: { 200: createPageSchema(TicketMessage) },
  errors: [commonErrors.notFound, commonErrors.invalidPage],
});

export const createMessage = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/:ticket_uuid/messages/',
  testMode: 'live',
  group: 'Messages',
  tool: { toolset: 'support', order: 2 },
  summary: 'Create a message',
  description:
    'Adds a message to a ticket, with up to five uploaded files. A message to a resolved ticket reopens it; a closed one is refused.',
  audited: 'replied to ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: 'tickets.work',
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
  testMode: 'live',
  group: 'Messages',
  tool: { toolset: 'support', order: 1 },
  summary: 'Retrieve a message',
  description: 'Returns one message with links to its files, which are valid for five minutes.',
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
  testMode: 'live',
  group: 'Messages',
  tool: { none: 'It replaces a whole object; the tool changes what is given.' },
  summary: 'Update your message within 15 minutes (same as PATCH)',
  description: 'Does exactly what PATCH does, for clients that only know PUT.',
  audited: 'edited a message in ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: 'tickets.work',
  whenSuspended: 'allowed',
  params: messageParams,
  body: editMessageSchema,
  responses: { 200: TicketMessage },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});

export const patchMessage = endpoint({
  method: 'PATCH',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/',
  testMode: 'live',
  group: 'Messages',
  tool: { toolset: 'support', order: 3 },
  summary: 'Update your message within 15 minutes',
  description:
    'Changes the text of your own message within 15 minutes, and only until the other side has answered.',
  audited: 'edited a message in ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: 'tickets.work',
  whenSuspended: 'allowed',
  params: messageParams,
  body: editMessageSchema,
  responses: { 200: TicketMessage },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/',
  testMode: 'live',
  group: 'Messages',
  tool: { toolset: 'support', order: 6 },
  summary: 'Delete your message; leaves an empty placeholder',
  description:
    'Removes your own message within 15 minutes and before an answer. An empty placeholder stays in its place.',
  audited: 'deleted a message in ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: 'tickets.work',
  whenSuspended: 'allowed',
  params: messageParams,
  responses: { 204: null },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});
