// How customers rate a ticket once it is resolved.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { ticketStatuses } from './tickets.labels.ts';
import { TicketDetail } from './tickets.ts';

const ratingBody = z.object({
  rating: z.int('A valid integer is required.').min(1, 'Choose 1 to 5.').max(5, 'Choose 1 to 5.'),
  comment: z.string().trim().max(2000).default(''),
});
export type RatingBody = z.output<typeof ratingBody>;

export const ticketNotRatable = declareError(
  'invalid_state',
  400,
  'You can rate a ticket once it is resolved.',
  { current_status: z.enum(ticketStatuses) },
);

export const rateTicket = endpoint({
  method: 'POST',
  path: '/apix/support/tickets/:uuid/rating/',
  summary: 'Rate a resolved ticket',
  permission: { key: 'support:write' },
  work: 'write',
  whenSuspended: 'allowed',
  params: z.object({ uuid: z.string() }),
  body: ratingBody,
  responses: { 200: TicketDetail },
  errors: [commonErrors.notFound, commonErrors.permissionDenied, ticketNotRatable],
});
