// What lists of tickets can be asked for.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { listQuery } from '#lib/pagination.ts';
import { ticketCategories, ticketPriorities, ticketStatuses } from './ticket-words.ts';

const flag = z
  .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
  .transform((text) => text === 'true' || text === '1');
const statusList = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(ticketStatuses)));
const account = accountId.transform(Number);

export const ticketQuery = z.object({
  ...listQuery,
  search: listQuery.search.describe('Words of the subject or of a message, or a number.'),
  ordering: listQuery.ordering.describe(
    'updated_at, created_at, priority, first_response_due_at; -updated_at unless told.',
  ),
  status: statusList.optional().describe('Comma list.'),
  priority: z.enum(ticketPriorities).optional(),
  category: z.enum(ticketCategories).optional(),
  has_unanswered: flag.optional(),
  user: z
    .literal('me')
    .or(account)
    .optional()
    .describe('Staff only; ignored for others. With `me` support reads its own as a customer.'),
  assigned_to: z
    .literal('me')
    .or(z.literal('none'))
    .or(account)
    .optional()
    .describe('Staff only; ignored for others.'),
  overdue: flag
    .or(z.enum(['resolution', 'day']))
    .optional()
    .describe(
      'Staff only: the first answer is late; with `resolution`, the resolution; with `day`, the customer has waited for a day.',
    ),
  format: z.enum(['json', 'csv']).optional(),
});

/** Of the tickets of all customers. */
export const staffTicketQuery = ticketQuery.extend({ user: account.optional() });
