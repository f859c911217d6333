// Tickets: customers work with their own, support with all of them.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { forStaff } from '#lib/staff-fields.ts';
import { byUuid, textId } from '#lib/wire/fields.ts';
import { ticketClosed } from './messages.ts';
import {
  relatedTypes,
  ticketCategories,
  ticketEventKinds,
  ticketPriorities,
  ticketStatuses,
} from './tickets.constants.ts';
import { newTicketSchema, ticketSubject } from './tickets.form.ts';

const time = z.iso.datetime();

const TicketEvent = z.object({
  kind: z.enum(ticketEventKinds).describe('What changed.'),
  value: z.string().describe('The new status, priority or rating.'),
  by: z
    .enum(['customer', 'staff', 'clock'])
    .describe('Who did it; `clock`: it happened by itself.'),
  at: time.describe('When it happened.'),
});
export type TicketEventWire = z.infer<typeof TicketEvent>;

const staffFields = {
  user_email: z.string(),
  user_name: z.string(),
  assigned_to_name: z.string().nullable(),
  resolve_due_at: time.describe('Target time for the resolution.'),
};

export const Ticket = z
  .object({
    uuid: textId,
    number: z.int().describe('The number that people see, as in #1042.'),
    user: z.int().describe('The id of the account.'),
    subject: z.string().describe('Its title.'),
    status: z.enum(ticketStatuses).describe('Who is to act.'),
    status_display: z.string().describe('The status in words.'),
    priority: z.enum(ticketPriorities).describe('How soon support means to answer.'),
    has_priority_support: z
      .boolean()
      .describe('Whether the plan included priority support at the last message of the customer.'),
    category: z.enum(ticketCategories).describe('What it is about.'),
    assigned_to: z.int().nullable().describe('Who handles it; null if nobody does.'),
    created_at: time.describe('When it was opened.'),
    updated_at: time.describe('When anything last changed.'),
    last_message_at: time.nullable().describe('Null without a message.'),
    last_message: z
      .object({
        preview: z.string().describe('Its first words.'),
        is_from_staff: z.boolean().describe('Whether support wrote it.'),
      })
      .nullable()
      .describe('How the last message begins.'),
    messages_count: z.int().describe('Messages in the conversation.'),
    unanswered_messages_count: z
      .int()
      .describe('Unread answers; for staff, messages of the customer without an answer.'),
    first_response_at: time.nullable().describe('When support first answered.'),
    first_response_due_at: time.describe('Until then support means to answer.'),
    resolved_at: time.nullable().describe('Null unless it is resolved.'),
    closed_at: time.nullable().describe('Null unless it is closed.'),
    reopen_until: time.nullable().describe('Until then a message reopens a resolved ticket.'),
    rating: z.int().nullable().describe('1 to 5; null without a rating.'),
    rating_comment: z.string().describe('May be empty.'),
    can_rate: z.boolean().describe('Whether a rating is accepted now.'),
    related: z
      .object({
        type: z.enum(relatedTypes).describe('What kind of object it is.'),
        id: textId,
        label: z.string().describe('Its name in words.'),
      })
      .nullable()
      .describe('What it is about; null if nothing was named.'),
    follows: z
      .object({ uuid: textId, number: z.int().describe('The number that people see.') })
      .nullable()
      .describe('The closed ticket that this one continues.'),
    ...forStaff(z.object(staffFields).partial().shape),
  })
  .meta({ id: 'Ticket' });
export type TicketWire = z.infer<typeof Ticket>;

export const TicketDetail = Ticket.extend({
  timeline: z.array(TicketEvent).describe('Changes to the ticket, oldest first.'),
}).meta({ id: 'TicketDetail' });
export type TicketDetailWire = z.infer<typeof TicketDetail>;

// For the seed data, which are written as customers send them.
export { newTicketSchema as newTicketBody };
export type NewTicketBody = z.output<typeof newTicketSchema>;

const patchTicketBody = z
  .object({
    subject: ticketSubject,
    status: z.enum(ticketStatuses).describe('Customers can close, and reopen a resolved ticket.'),
    priority: z.enum(ticketPriorities),
    ...forStaff({
      category: z.enum(ticketCategories),
      assigned_to: z.int().min(1).max(2_147_483_647).nullable(),
    }),
  })
  .partial();
export type TicketChanges = z.output<typeof patchTicketBody>;
export type TicketChangeField = keyof TicketChanges;
/** For the audit log, which shows each of them before and after a change. */
export const ticketChangeFields = Object.keys(patchTicketBody.shape) as TicketChangeField[];
/** Ignored when a customer sends them. */
export const staffOnlyFields: readonly TicketChangeField[] = ['category', 'assigned_to'];

const flag = z
  .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
  .transform((text) => text === 'true' || text === '1');
const statusList = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map((status) => status.trim()))
  .pipe(z.array(z.enum(ticketStatuses)));
export const account = accountId.transform(Number);

export const ticketQuery = z.object({
  ...listQuery,
  search: listQuery.search.describe('Words of the subject or of a message, or a number.'),
  ordering: listQuery.ordering.describe(
    'updated_at, created_at, priority, first_response_due_at; default -updated_at.',
  ),
  status: statusList.optional().describe('Comma-separated list.'),
  priority: z.enum(ticketPriorities).optional().describe('Only those with this priority.'),
  category: z.enum(ticketCategories).optional().describe('Only those about this.'),
  has_unanswered: flag.optional().describe('Only those with unread answers, or only others.'),
  ...forStaff({
    user: z
      .literal('me')
      .or(account)
      .optional()
      .describe('`me` lists your own tickets as a customer. Ignored for customers.'),
    assigned_to: z
      .literal('me')
      .or(z.literal('none'))
      .or(account)
      .optional()
      .describe('Ignored for customers.'),
    overdue: flag
      .or(z.enum(['resolution', 'day']))
      .optional()
      .describe(
        'The first answer is late; `resolution`: the resolution is late; `day`: the customer has waited for a day.',
      ),
  }),
  format: z.enum(['json', 'csv']).optional().describe('`csv` downloads all that match.'),
});
export type TicketListQuery = z.output<typeof ticketQuery>;

const current = { current_status: z.enum(ticketStatuses).describe('What it is now.') };
export const ticketStateRefused = declareError(
  'invalid_state',
  400,
  'The status of this ticket does not allow that change.',
  current,
);
export const ticketHasReply = declareError(
  'ticket_has_reply',
  400,
  'A ticket with an answer cannot be deleted. You can close it.',
  current,
);

export const listTickets = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/',
  testMode: 'live',
  group: 'Tickets',
  tool: { toolset: 'support' },
  summary: 'List tickets',
  description: 'Returns your tickets, those with the latest change first.',
  permission: { key: 'support:write' },
  work: 'replica',
  whenSuspended: 'allowed',
  query: ticketQuery,
  responses: { 200: createPageSchema(Ticket) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const createTicket = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/',
  testMode: 'live',
  group: 'Tickets',
  tool: { toolset: 'support', order: 1, isEssential: true },
  summary: 'Create a ticket, up to 20 a day',
  description:
    'Opens a ticket, with a first message if there is one. Name the payment, key, calculation or subscription that it is about, so that nobody has to ask.',
  permission: { key: 'support:write' },
  work: 'none',
  whenSuspended: 'allowed',
  body: newTicketSchema,
  responses: { 201: TicketDetail },
  errors: [commonErrors.throttled],
});

export const readTicket = endpoint({
  method: 'GET',
  path: '/apix/support/tickets/:uuid/',
  testMode: 'live',
  group: 'Tickets',
  tool: { toolset: 'support' },
  summary: 'Retrieve a ticket with its timeline',
  description: 'Returns a ticket with its timeline. Reading it does not mark it as read.',
  permission: { key: 'support:write' },
  work: 'read',
  whenSuspended: 'allowed',
  params: byUuid,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound],
});

export const putTicket = endpoint({
  method: 'PUT',
  path: '/apix/support/tickets/:uuid/',
  testMode: 'live',
  group: 'Tickets',
  tool: { none: 'It replaces a whole object; the tool changes what is given.' },
  summary: 'Update a ticket; omitted fields keep their values',
  description: 'Does exactly what PATCH does: fields that are left out keep their values.',
  audited: 'updated ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: 'tickets.work',
  whenSuspended: 'allowed',
  params: byUuid,
  body: patchTicketBody.extend({ subject: ticketSubject }),
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound, ticketStateRefused, ticketClosed],
});

export const patchTicket = endpoint({
  method: 'PATCH',
  path: '/apix/support/tickets/:uuid/',
  testMode: 'live',
  group: 'Tickets',
  tool: { toolset: 'support', order: 2 },
  summary: 'Update fields of a ticket',
  description:
    'Changes subject or priority, closes a ticket, or reopens a resolved one. A closed ticket stays closed: open a new one.',
  audited: 'updated ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: 'tickets.work',
  whenSuspended: 'allowed',
  params: byUuid,
  body: patchTicketBody,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound, ticketStateRefused, ticketClosed],
});

export const deleteTicket = endpoint({
  method: 'DELETE',
  path: '/apix/support/tickets/:uuid/',
  testMode: 'live',
  group: 'Tickets',
  tool: { toolset: 'support', order: 5 },
  summary: 'Delete an unanswered ticket; admins delete any',
  description:
    'Deletes a ticket that support has not answered yet. Close it instead once there is an answer.',
  audited: 'deleted ticket',
  permission: { key: 'support:write' },
  work: 'write',
  staffAlso: 'tickets.delete',
  whenSuspended: 'allowed',
  params: byUuid,
  responses: { 204: null },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, ticketHasReply],
});

export const markTicketRead = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/:uuid/read/',
  testMode: 'live',
  group: 'Tickets',
  tool: { toolset: 'support', order: 3 },
  summary: 'Mark a ticket as read by its customer',
  description:
    'Clears the count of unread answers. Call it when a person has seen the conversation.',
  permission: { key: 'support:write' },
  work: 'write',
  whenSuspended: 'allowed',
  params: byUuid,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound],
});
