// Validation of new tickets, shared with their form in the browser.
import { z } from 'zod';
import { attachmentIds, messageText } from './messages.form.ts';
import {
  relatedTypes,
  subjectMax,
  subjectMin,
  ticketCategories,
  ticketPriorities,
} from './tickets.constants.ts';

export const ticketSubject = z
  .string()
  .trim()
  .check(
    z.minLength(1, { error: 'This field may not be blank.', abort: true }),
    z.minLength(subjectMin, `Ensure this field has at least ${subjectMin} characters.`),
    z.maxLength(subjectMax, `Ensure this field has no more than ${subjectMax} characters.`),
  );

const related = z.object({
  type: z.enum(relatedTypes).describe('What kind of object it is.'),
  id: z
    .union([z.string(), z.int()])
    .transform(String)
    .pipe(z.string().min(1, 'This field may not be blank.').max(100))
    .describe('The `id` or `uuid` of the object.'),
});

export const newTicketSchema = z.object({
  subject: ticketSubject,
  message: messageText.optional().describe('The first message.'),
  category: z.enum(ticketCategories).default('general'),
  priority: z.enum(ticketPriorities).default('normal').describe('Only staff can set urgent.'),
  related: related.nullable().default(null).describe('An object of yours that it is about.'),
  related_payment: z.uuid('Must be a valid UUID.').nullish().describe('Short form of `related`.'),
  attachments: attachmentIds.default([]).describe('Ids of uploads; requires a message.'),
});
