import { z } from 'zod';
import { stripControlCharacters } from './leads.form.ts';

export const leadReplySchema = z.object({
  subject: z
    .string()
    .overwrite((text) => text.replace(/\s+/g, ' ').trim())
    .min(1, 'This field may not be blank.')
    .max(200, 'Ensure this field has no more than 200 characters.'),
  body: z
    .string()
    .overwrite(stripControlCharacters)
    .min(10, 'Write at least 10 characters.')
    .max(10_000, 'Ensure this field has no more than 10000 characters.'),
});
