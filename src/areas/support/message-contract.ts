// Messages of a ticket, their attachments, and mail that becomes a message.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { editMessageBody, newMessageBody } from './ticket-body.ts';
import { TicketAttachment, TicketMessage } from './ticket-schema.ts';
import { attachmentBytesMax, ticketStatuses } from './ticket-words.ts';

export const ticketClosed = declareError(
  'ticket_closed',
  400,
  'This ticket is closed. Open a new one and name it.',
  { current_status: z.enum(ticketStatuses) },
);
export const editWindowClosed = declareError(
  'edit_window_closed',
  400,
  'A message can be changed for 15 minutes, and only before it is answered.',
);
export const inboundSignatureWrong = declareError(
  'signature_invalid',
  401,
  'The signature does not fit.',
);

export const attachmentTooLarge = declareError(
  'payload_too_large',
  413,
  'Attach files of up to 10 MB.',
);

const ticketParams = z.object({ ticket_uuid: z.string() });
const messageParams = ticketParams.extend({ uuid: z.string() });

export const listMessages = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/:ticket_uuid/messages/',
  summary: 'What was written, oldest first, 50 a page',
  permission: { key: 'support:write' },
  work: 'read',
  whenSuspended: 'allowed',
  params: ticketParams,
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    ordering: z.string().max(200).optional().describe('created_at or -created_at'),
    after: z
      .uuid()
      .or(z.iso.datetime({ offset: true }))
      .or(z.literal(''))
      .optional()
      .describe('What came after this message, or after this time.'),
  }),
  responses: { 200: pageOf(TicketMessage) },
  errors: [commonErrors.notFound, commonErrors.invalidPage],
});

export const createMessage = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/:ticket_uuid/messages/',
  summary: 'Write a message',
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
  summary: 'One message',
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
  summary: 'Change your message, within 15 minutes and before an answer',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  params: messageParams,
  body: editMessageBody,
  responses: { 200: TicketMessage },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});

export const patchMessage = endpoint({
  method: 'PATCH',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/',
  summary: 'Change your message, within 15 minutes and before an answer',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  params: messageParams,
  body: editMessageBody,
  responses: { 200: TicketMessage },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/apix/support/tickets/:ticket_uuid/messages/:uuid/',
  summary: 'Take your message back; an empty one stays in its place',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  params: messageParams,
  responses: { 204: null },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, editWindowClosed],
});

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/apix/support/attachments/',
  summary: 'Upload a file for a message; without one it is gone after a day',
  permission: { key: 'support:write' },
  work: 'none',
  whenSuspended: 'allowed',
  rateLimit: { points: 60, windowSeconds: 600 },
  files: { file: { bytesMax: attachmentBytesMax, tooLarge: attachmentTooLarge } },
  responses: { 201: TicketAttachment },
  errors: [attachmentTooLarge],
});

export const readAttachment = endpoint({
  method: 'GET',
  path: '/apix/support/attachments/:id/',
  summary: 'The file, by the signed address that its message gives',
  permission: 'public',
  work: 'none',
  params: z.object({ id: z.string() }),
  query: z.object({
    expires: z.string().max(20).optional(),
    signature: z.string().max(100).optional(),
  }),
  responses: { 200: bytes('application/octet-stream') },
  errors: [commonErrors.notFound],
});

export const inboundOutcomes = [
  'message',
  'new_ticket',
  'duplicate',
  'auto_reply',
  'foreign_sender',
  'unknown_address',
  'empty',
  'unreadable',
  'too_many_tickets',
] as const;

export const receiveMail = endpoint({
  method: 'POST',
  path: '/apix/support/inbound/',
  summary: 'For the mail server: one raw mail to a reply address, signed',
  permission: 'public',
  work: 'none',
  rateLimit: 'none',
  body: 'raw',
  bodyBytesMax: 32 * 1024 * 1024,
  responses: {
    200: z.object({
      outcome: z.enum(inboundOutcomes).describe('What is not taken shall not be sent again.'),
      ticket: z.string().nullable(),
      message: z.string().nullable(),
    }),
  },
  errors: [commonErrors.notFound, inboundSignatureWrong],
});
