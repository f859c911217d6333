import { z } from 'zod';

export const explainItemBody = z.object({
  note: z
    .string()
    .trim()
    .min(1, 'This field may not be blank.')
    .max(500)
    .describe('Why the books and the provider differ here.'),
});
