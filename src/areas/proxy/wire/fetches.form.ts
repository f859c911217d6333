import { z } from 'zod';
import { country, session } from './selection.form.ts';

export const fetchSchema = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Enter a valid URL.' })
    .max(2000, 'Ensure this field has no more than 2000 characters.')
    .describe('What to request, below one of the target hosts.'),
  method: z.enum(['GET', 'HEAD']).default('GET').describe('`HEAD` asks for the headers only.'),
  session: session.optional(),
  country: country.optional(),
});
