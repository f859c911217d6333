// Validation of a proposal, shared with the forms in the browser.
import { z } from 'zod';
import { decimalText } from './amounts.form.ts';

const reason = z
  .string()
  .trim()
  .min(1, 'Say why.')
  .max(500, 'Ensure this field has no more than 500 characters.');
const payment = z.uuid('Must be a valid UUID.');

export const proposeAdjustmentBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('adjustment').describe('Credits or debits a wallet.'),
    user: z.int(),
    direction: z.enum(['credit', 'debit']),
    amount: decimalText,
    currency: z.string().max(20).default('USD'),
    reason,
  }),
  z.object({
    kind: z.literal('refund').describe('Refunds a payment through its provider.'),
    payment,
    amount: decimalText
      .optional()
      .describe('Defaults to everything left; the wallet balance must cover it.'),
    reason,
  }),
  z.object({
    kind: z
      .literal('complete')
      .describe('Credits the rest of a payment when its provider does not respond.'),
    payment,
    reason,
  }),
]);
