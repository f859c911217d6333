// Validation of a request and of its settlement, shared with the forms in the browser.
import { z } from 'zod';
import { compactIban, isIban } from '#lib/iban.ts';
import { decimalText } from './amounts.form.ts';
import { withdrawalNoteMax } from './withdrawals.constants.ts';

const required = 'This field may not be blank.';

const money = {
  amount: decimalText.describe('Decimal text; at most the available balance.'),
  currency: z.string().max(20).default('USD').describe('The currency of the wallet.'),
  note: z
    .string()
    .trim()
    .max(withdrawalNoteMax, `Ensure this field has no more than ${withdrawalNoteMax} characters.`)
    .default('')
    .describe('For the people who review it.'),
};

export const createWithdrawalBody = z.discriminatedUnion('destination', [
  z.object({
    destination: z.literal('payment').describe('Back the way it came: the provider refunds it.'),
    payment: z.uuid('Choose a payment.').describe('One of the payments of the options.'),
    ...money,
  }),
  z.object({
    destination: z.literal('bank').describe('A transfer to a bank account.'),
    holder: z.string().trim().min(1, required).max(140).describe('The name on the account.'),
    iban: z
      .string()
      .max(60)
      .transform(compactIban)
      .refine(isIban, 'This is not a valid IBAN. Check its digits.')
      .describe('Spaces are ignored; its length and check digits are verified.'),
    bic: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/, 'A BIC has 8 or 11 characters.')
      .default('')
      .describe('For banks outside the single euro payments area.'),
    ...money,
  }),
  z.object({
    destination: z.literal('crypto').describe('A transfer to an address.'),
    pay_currency: z
      .string()
      .max(20)
      .describe('Code of the cryptocurrency to send: that of the wallet, if it is one.'),
    address: z
      .string()
      .trim()
      .min(1, required)
      .max(150)
      .describe('Its form, and its checksum where it has one, are verified.'),
    extra_id: z.string().trim().max(60).default('').describe('Memo or tag, where one is needed.'),
    ...money,
  }),
]);

export const settleWithdrawalBody = z.object({
  reference: z
    .string()
    .trim()
    .max(120)
    .default('')
    .describe(
      'Of the bank transfer or the transaction; the customer sees it. Not for refunds by a provider.',
    ),
});
