// What programs of customers are told about tickets.
import { z } from 'zod';
import { customerEvent } from '#lib/customer-events.ts';
import { Ticket } from './tickets.ts';

export const TicketEventData = Ticket.pick({
  uuid: true,
  number: true,
  subject: true,
  status: true,
  status_display: true,
  priority: true,
  category: true,
  created_at: true,
  updated_at: true,
  messages_count: true,
  resolved_at: true,
  closed_at: true,
}).meta({ id: 'TicketEventData' });

const ticket = {
  uuid: '019acb2e-9b52-7f6a-9c8e-2d410f6a1c8e',
  number: 1042,
  subject: 'A question about my plan',
  status: 'waiting_for_user',
  status_display: 'Waiting for you',
  priority: 'normal',
  category: 'billing',
  created_at: '2026-12-01T08:00:00.000Z',
  updated_at: '2026-12-01T09:30:00.000Z',
  messages_count: 2,
  resolved_at: null,
  closed_at: null,
} as const;

export const ticketRepliedEvent = customerEvent({
  type: 'ticket.replied',
  summary: 'Support answered a ticket',
  description:
    'Sent for each answer of support. Your own messages and internal notes are not sent.',
  data: TicketEventData.extend({
    message: z
      .object({
        uuid: z.string().describe('Of the answer.'),
        text: z.string().describe('Markdown.'),
        created_at: z.iso.datetime().describe('When it was written.'),
      })
      .describe('The answer.'),
  }),
  example: {
    ...ticket,
    message: {
      uuid: '019acb2e-9b53-7f6a-9c8e-2d410f6a1c8e',
      text: 'The Pro plan includes 20 keys.',
      created_at: '2026-12-01T09:30:00.000Z',
    },
  },
});

export const ticketClosedEvent = customerEvent({
  type: 'ticket.closed',
  summary: 'A ticket was closed',
  description: 'Sent when you close a ticket, and when one has been resolved for seven days.',
  data: TicketEventData,
  example: {
    ...ticket,
    status: 'closed',
    status_display: 'Closed',
    closed_at: '2026-12-01T09:30:00.000Z',
  },
});
