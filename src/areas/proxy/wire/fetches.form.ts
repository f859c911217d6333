import { z } from 'zod';
import { country, session } from './selection.form.ts';

export const fetchSchema = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Enter a valid URL.' })
    .max(2000, 'Ensure this field has no more than 2000 characters.'),
  method: z.enum(['GET', 'HEAD']).default('GET'),
  session: session.optional(),
  country: country.optional(),
});
