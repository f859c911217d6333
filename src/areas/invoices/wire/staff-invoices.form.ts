// Validation of what staff do with an invoice, shared with the forms in the browser.
import { z } from 'zod';

const reason = z
  .string()
  .trim()
  .min(1, 'Say why: the customer reads it.')
  .max(200, 'Ensure this field has no more than 200 characters.')
  .describe('Printed on the credit note.');

export const creditInvoiceBody = z.object({
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,20}(\.\d{1,18})?$/, 'A valid number is required.')
    .optional()
    .describe('With tax, in the currency of the invoice; all that is left by default.'),
  reason,
});

export const replaceInvoiceBody = z.object({ reason });
