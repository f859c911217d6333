import { z } from 'zod';
import { messageText } from './messages.form.ts';

export const cannedReplySchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'This field may not be blank.')
    .max(100, 'Ensure this field has no more than 100 characters.'),
  text: messageText,
});
