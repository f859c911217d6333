// Validation of the form that discards held mails, shared with the browser.
import { z } from 'zod';

export const discardMailsBody = z.object({
  older_than_days: z
    .int()
    .min(0)
    .max(3650, 'Ensure this value is less than or equal to 3650.')
    .describe('Discards what was created earlier. 0 discards all held mails.'),
});
