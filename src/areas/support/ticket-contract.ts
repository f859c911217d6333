// Tickets: customers work with their own, support with all of them.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { pageOf } from '#lib/pagination.ts';
import { ticketClosed } from './message-contract.ts';
import { newTicketBody, patchTicketBody, putTicketBody, ratingBody } from './ticket-body.ts';
import { ticketQuery } from './ticket-query.ts';
import { Ticket, TicketDetail } from './ticket-schema.ts';
import { ticketStatuses } from './ticket-words.ts';

export * from './ticket-schema.ts';

const current = { current_status: z.enum(ticketStatuses) };
export const ticketStateRefused = declareError(
  'invalid_state',
  400,
  'A ticket with this status can not take that one.',
  current,
);
export const ticketNotRatable = declareError(
  'invalid_state',
  400,
  'You can rate a ticket as soon as it is resolved.',
  current,
);
export const ticketHasReply = declareError(
  'ticket_has_reply',
  400,
  'This ticket has an answer and stays. You can close it.',
  current,
);

export const ticketParams = z.object({ uuid: z.string() });

export const listTickets = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/',
  summary: 'Your tickets, or all of them for support; `format=csv` gives them as a file',
  permission: { key: 'support:write' },
  work: 'replica',
  whenSuspended: 'allowed',
  query: ticketQuery,
  responses: { 200: pageOf(Ticket) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const createTicket = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/',
  summary: 'Open a ticket, 20 a day at most',
  permission: { key: 'support:write' },
  work: 'none',
  whenSuspended: 'allowed',
  body: newTicketBody,
  responses: { 201: TicketDetail },
  errors: [commonErrors.throttled],
});

export const readTicket = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/:uuid/',
  summary: 'One ticket with its timeline',
  permission: { key: 'support:write' },
  work: 'read',
  whenSuspended: 'allowed',
  params: ticketParams,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound],
});

export const putTicket = endpoint({
  method: 'PUT',
  path: '/apix/support/tickets/:uuid/',
  summary: 'Change a ticket; what is left out stays',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  params: ticketParams,
  body: putTicketBody,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound, ticketStateRefused, ticketClosed],
});

export const patchTicket = endpoint({
  method: 'PATCH',
  path: '/apix/support/tickets/:uuid/',
  summary: 'Change subject, priority or status; staff also category and assignment',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['support'],
  whenSuspended: 'allowed',
  params: ticketParams,
  body: patchTicketBody,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound, ticketStateRefused, ticketClosed],
});

export const deleteTicket = endpoint({
  method: 'DELETE',
  path: '/apix/support/tickets/:uuid/',
  summary: 'Delete a ticket that nobody answered; admins delete any',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: ['admin'],
  whenSuspended: 'allowed',
  params: ticketParams,
  responses: { 204: null },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, ticketHasReply],
});

export const markTicketRead = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/:uuid/read/',
  summary: 'You have read the answers; changes nothing for staff',
  permission: { key: 'support:write' },
  work: 'write',
  whenSuspended: 'allowed',
  params: ticketParams,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound],
});

export const rateTicket = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/:uuid/rating/',
  summary: 'Say how it was, once it is resolved; the last rating holds',
  permission: { key: 'support:write' },
  work: 'write',
  whenSuspended: 'allowed',
  params: ticketParams,
  body: ratingBody,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, ticketNotRatable],
});
