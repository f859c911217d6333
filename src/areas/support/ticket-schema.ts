// A ticket and its messages as they are shown.
import { z } from 'zod';
import {
  relatedTypes,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from './ticket-words.ts';

const time = z.iso.datetime();

export const ticketEventKinds = ['status', 'assigned', 'priority', 'rated'] as const;

const TicketEvent = z.object({
  kind: z.enum(ticketEventKinds),
  value: z.string().describe('The status, the priority or the rating that was given.'),
  by: z.enum(['customer', 'staff', 'clock']),
  at: time,
});
export type TicketEventWire = z.infer<typeof TicketEvent>;

const staffFields = {
  user_email: z.string(),
  user_name: z.string(),
  assigned_to_name: z.string().nullable(),
  resolve_due_at: time.describe('By when support means to be done.'),
};

export const Ticket = z
  .object({
    uuid: z.string(),
    number: z.int().describe('What people write in letters: #1042.'),
    user: z.int(),
    subject: z.string(),
    status: z.enum(ticketStatuses),
    status_display: z.string(),
    priority: z.enum(ticketPriorities),
    category: z.enum(ticketCategories),
    assigned_to: z.int().nullable(),
    created_at: time,
    updated_at: time,
    last_message_at: time.nullable(),
    last_message: z.object({ preview: z.string(), is_from_staff: z.boolean() }).nullable(),
    messages_count: z.int(),
    unanswered_messages_count: z
      .int()
      .describe('Answers that the customer has not read; for staff, messages without an answer.'),
    first_response_at: time.nullable(),
    first_response_due_at: time,
    resolved_at: time.nullable(),
    closed_at: time.nullable(),
    reopen_until: time.nullable().describe('A resolved ticket takes messages until then.'),
    rating: z.int().nullable().describe('1 to 5'),
    rating_comment: z.string(),
    can_rate: z.boolean(),
    related: z.object({ type: z.enum(relatedTypes), id: z.string(), label: z.string() }).nullable(),
    follows: z
      .object({ uuid: z.string(), number: z.int() })
      .nullable()
      .describe('The closed ticket that this one goes on from.'),
    // Only staff are shown these.
    ...z.object(staffFields).partial().shape,
  })
  .meta({ id: 'Ticket' });
export type TicketWire = z.infer<typeof Ticket>;

export const TicketDetail = Ticket.extend({
  timeline: z.array(TicketEvent).describe('What changed, the oldest first.'),
}).meta({ id: 'TicketDetail' });
export type TicketDetailWire = z.infer<typeof TicketDetail>;

export const TicketAttachment = z
  .object({
    id: z.string(),
    name: z.string(),
    size: z.int().describe('Bytes'),
    content_type: z.string().describe('Found in the bytes.'),
    is_image: z.boolean().describe('A picture that browsers may show in place.'),
    url: z.string().describe('Works without signing in, for 5 minutes.'),
  })
  .meta({ id: 'TicketAttachment' });
export type TicketAttachmentWire = z.infer<typeof TicketAttachment>;

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
      email: z.string().optional().describe('Only staff are shown it.'),
    }),
    is_from_author: z.boolean().describe('Written by who opened the ticket.'),
    is_own: z.boolean().describe('Written by you.'),
    text: z.string().describe('Markdown; HTML in it is text.'),
    attachments: z.array(TicketAttachment),
    is_internal: z.boolean().optional().describe('A note between staff; only they are shown it.'),
    via: z.enum(['web', 'mail']),
    can_edit: z.boolean(),
    edited_at: time.nullable(),
    is_deleted: z.boolean(),
    created_at: time,
  })
  .meta({ id: 'TicketMessage' });
export type TicketMessageWire = z.infer<typeof TicketMessage>;
