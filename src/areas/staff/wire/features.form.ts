// Validation of a feature switch, shared with the form in the browser.
import { z } from 'zod';

export const switchFeatureBody = z.object({
  is_on: z.boolean(),
  reason: z
    .string()
    .trim()
    .min(1, 'Say why.')
    .max(500, 'Ensure this field has no more than 500 characters.'),
  notice: z
    .string()
    .trim()
    .max(300, 'Ensure this field has no more than 300 characters.')
    .default('')
    .describe('Shown to customers while the feature is off.'),
});
