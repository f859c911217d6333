// Validation of new credentials, shared with the form in the browser.
import { z } from 'zod';

const text = z
  .string('Not a valid string.')
  .max(500, 'Ensure this field has no more than 500 characters.');

export const changeCredentialsBody = z.object({
  host: z
    .string('Not a valid string.')
    .trim()
    .min(1, 'Enter the host of the proxies.')
    .max(253, 'Ensure this field has no more than 253 characters.')
    .describe('Of the proxies to change.'),
  port: z
    .int('A valid integer is required.')
    .min(1, 'Ensure this value is greater than or equal to 1.')
    .max(65_535, 'Ensure this value is less than or equal to 65535.')
    .nullish()
    .describe('Without it, the proxies of all ports of the host.'),
  username: text
    .regex(/^[^:\r\n\0]*$/, 'A user name has no colon and no line break.')
    .optional()
    .describe('Without it, each proxy keeps its user name.'),
  password: text.regex(/^[^\r\n\0]*$/, 'A password has no line break.').describe('The new one.'),
});
export type ChangeCredentialsBody = z.output<typeof changeCredentialsBody>;
