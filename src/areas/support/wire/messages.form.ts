// Validation of messages, shared with the forms in the browser.
import { z } from 'zod';
import { attachmentsMax, textMax } from './tickets.constants.ts';

/** Browsers show a lone carriage return as nothing, and old mails are full of them. */
const normalizeLineBreaks = (text: string) => text.replace(/\r\n?/g, '\n').trim();

export const messageText = z
  .string()
  .overwrite(normalizeLineBreaks)
  .check(
    z.minLength(1, 'This field may not be blank.'),
    z.maxLength(textMax, `Ensure this field has no more than ${textMax} characters.`),
  )
  .describe('Markdown; HTML in it is text.');

/** What a new message attaches. */
export const attachmentIds = z
  .array(z.uuid('Must be a valid UUID.'))
  .max(attachmentsMax, `Attach at most ${attachmentsMax} files.`)
  .overwrite((ids) => [...new Set(ids)])
  .describe('The ids of uploaded files.');

export const editMessageSchema = z.object({ text: messageText });
