// What people fill in to open a ticket and to write; the browser's form loads it apart from the
// contract.
import { z } from 'zod';
import {
  attachmentsMax,
  relatedTypes,
  subjectMax,
  subjectMin,
  textMax,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from './ticket-words.ts';

export const subjectField = z
  .string()
  .trim()
  .check(
    z.minLength(1, { error: 'This field may not be blank.', abort: true }),
    z.minLength(subjectMin, `Ensure this field has at least ${subjectMin} characters.`),
    z.maxLength(subjectMax, `Ensure this field has no more than ${subjectMax} characters.`),
  );

/** Bare carriage returns would show as nothing, and old mails are full of them. */
const withPlainLines = (text: string) => text.replace(/\r\n?/g, '\n').trim();

export const textField = z
  .string()
  .overwrite(withPlainLines)
  .check(
    z.minLength(1, 'This field may not be blank.'),
    z.maxLength(textMax, `Ensure this field has no more than ${textMax} characters.`),
  );

const attachments = z
  .array(z.uuid('Must be a valid UUID.'))
  .max(attachmentsMax, `Attach at most ${attachmentsMax} files.`)
  .overwrite((ids) => [...new Set(ids)]);

const related = z.object({
  type: z.enum(relatedTypes),
  id: z
    .union([z.string(), z.int()])
    .transform(String)
    .pipe(z.string().min(1, 'This field may not be blank.').max(100)),
});

export const newTicketBody = z.object({
  subject: subjectField,
  message: textField.optional().describe('The first message.'),
  category: z.enum(ticketCategories).default('general'),
  priority: z.enum(ticketPriorities).default('normal').describe('Customers go up to high.'),
  related: related.nullable().default(null).describe('Something of yours that it is about.'),
  related_payment: z.uuid('Must be a valid UUID.').nullish().describe('Short for `related`.'),
  attachments: attachments.default([]).describe('Ids of uploads; they need a message.'),
});
export type NewTicketBody = z.output<typeof newTicketBody>;

const ticketFields = {
  subject: subjectField,
  status: z.enum(ticketStatuses).describe('Customers close, and reopen what is resolved.'),
  priority: z.enum(ticketPriorities),
  category: z.enum(ticketCategories).describe('Staff only.'),
  assigned_to: z.int().min(1).max(2_147_483_647).nullable().describe('Staff only.'),
};
export const patchTicketBody = z.object(ticketFields).partial();
export const putTicketBody = patchTicketBody.extend({ subject: subjectField });
export type TicketChanges = z.output<typeof patchTicketBody>;

export const newMessageBody = z.object({
  text: textField,
  attachments: attachments.default([]),
  is_internal: z.boolean().default(false).describe('Staff only: a note that no customer sees.'),
});
export type NewMessageBody = z.output<typeof newMessageBody>;

export const editMessageBody = z.object({ text: textField });

export const ratingBody = z.object({
  rating: z.int('A valid integer is required.').min(1, 'Choose 1 to 5.').max(5, 'Choose 1 to 5.'),
  comment: z.string().trim().max(2000).default(''),
});
export type RatingBody = z.output<typeof ratingBody>;

export const cannedReplyBody = z.object({
  title: z.string().trim().min(1, 'This field may not be blank.').max(100),
  text: textField,
});
export type CannedReplyBody = z.output<typeof cannedReplyBody>;
