// How customers rate a ticket once it is resolved.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { byUuid } from '#lib/wire/fields.ts';
import { ratingSchema } from './ratings.form.ts';
import { ticketStatuses } from './tickets.constants.ts';
import { TicketDetail } from './tickets.ts';

export type RatingBody = z.output<typeof ratingSchema>;

export const ticketNotRatable = declareError(
  'invalid_state',
  400,
  'You can rate a ticket once it is resolved.',
  { current_status: z.enum(ticketStatuses).describe('What it is now.') },
);

export const rateTicket = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/:uuid/rating/',
  testMode: 'live',
  group: 'Tickets',
  tool: { toolset: 'support', order: 4 },
  summary: 'Rate a resolved ticket',
  description: 'Stores 1 to 5 points and a comment once the ticket is resolved. Support sees them.',
  permission: { key: 'support:write' },
  work: 'write',
  whenSuspended: 'allowed',
  params: byUuid,
  body: ratingSchema,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, ticketNotRatable],
});
