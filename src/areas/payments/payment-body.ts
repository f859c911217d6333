// What people fill in to pay; the browser's form loads it apart from the contract.
import { z } from 'zod';
import { withAliases } from '#lib/aliases.ts';

export const metadataBytesMax = 4096;
export const descriptionMax = 500;

export const decimalText = z
  .string('A valid number is required.')
  .trim()
  .regex(/^\d{1,18}(\.\d{1,18})?$/, 'A valid number is required.');
const decimal = z
  .union([z.string(), z.number()], 'A valid number is required.')
  .transform(String)
  .pipe(decimalText);

const metadata = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (value) => new TextEncoder().encode(JSON.stringify(value)).length <= metadataBytesMax,
      'Ensure this field has no more than 4 KB.',
    ),
  );

const description = z
  .string()
  .trim()
  .max(descriptionMax, `Ensure this field has no more than ${descriptionMax} characters.`);

const aliases = { amount_usd: 'amount', currency_code: 'pay_currency' } as const;

export const createPaymentBody = withAliases(
  aliases,
  z
    .object({
      amount: decimal.describe(
        'What the wallet is to get: 1.00 to 50000.00 in US dollars of worth.',
      ),
      currency: z.string().max(20).default('USD').describe('The currency of `amount`.'),
      pay_currency: z
        .string()
        .max(20)
        .describe(
          'Code of an active currency. A card may pay in the currency of the amount alone.',
        ),
      purpose: z.enum(['deposit', 'subscription']).default('deposit'),
      subscription: z.uuid().nullable().default(null),
      description: description.default(''),
      success_url: z.string().max(2000).nullable().default(null),
      cancel_url: z.string().max(2000).nullable().default(null),
      metadata: metadata.default({}),
    })
    .check(({ value, issues }) => {
      if (value.purpose === 'subscription' && value.subscription === null)
        issues.push({
          code: 'custom',
          path: ['subscription'],
          message: 'This field is required.',
          input: value.subscription,
        });
    }),
);
export type CreatePaymentBody = z.output<typeof createPaymentBody>;

export const editPaymentBody = z.object({ description, metadata }).partial();
export type EditPaymentBody = z.output<typeof editPaymentBody>;

export const refundPaymentBody = z.object({
  amount: decimal.optional().describe('In the payment’s currency; all that is left unless told.'),
  reason: z.string().trim().min(1, 'This field may not be blank.').max(500),
});
export type RefundPaymentBody = z.output<typeof refundPaymentBody>;
