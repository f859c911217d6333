// How an account pays without anyone present.
import { z } from 'zod';
import { declareError, endpoint } from '#lib/endpoint.ts';
import { chargeFirst, mailsReceipts, paymentSettingsBody } from './settings.form.ts';

const amount = z.string().nullable();

export const PaymentSettings = z
  .object({
    charge_first: chargeFirst,
    mails_receipts: mailsReceipts,
    top_up_is_on: z.boolean().describe('Whether the balance is topped up automatically.'),
    top_up_currency: z.string().describe('The currency of the balance and of all amounts.'),
    top_up_threshold: amount.describe('A lower balance is topped up; null until it is set.'),
    top_up_amount: amount.describe('What is charged each time; null until it is set.'),
    top_up_ceiling: amount.describe('The most in a calendar month; null until it is set.'),
    top_up_charged: z.string().describe('What was charged this month so far.'),
    top_up_paused_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'Since when nothing is charged because a card was declined. Saving the settings, or another card, ends the pause.',
      ),
    top_up_decline_code: z
      .string()
      .nullable()
      .describe('Why the card was declined: `authentication_required`, or a word of its provider.'),
  })
  .meta({ id: 'PaymentSettings' });
export type PaymentSettingsWire = z.infer<typeof PaymentSettings>;

export type PaymentSettingsBody = z.output<typeof paymentSettingsBody>;

export const noCard = declareError(
  'card_missing',
  400,
  'There is no card to charge. Save one first.',
);

export const paymentSettingsPath = '/apix/payments/settings/' as const;

export const readPaymentSettings = endpoint({
  method: 'GET',
  path: paymentSettingsPath,
  group: 'Cards',
  tool: { toolset: 'payments', order: 4 },
  summary: 'Retrieve the settings of payments',
  description:
    'Returns what renewals are charged to, when the balance is topped up by itself, and whether receipts are mailed.',
  permission: { key: 'payments:read' },
  work: 'read',
  responses: { 200: PaymentSettings },
});

export const patchPaymentSettings = endpoint({
  method: 'PATCH',
  path: paymentSettingsPath,
  group: 'Cards',
  summary: 'Change the settings of payments',
  description:
    'Changes only the fields that are sent. `charge_first` applies to the next renewal. Turning automatic top-up on needs a card, a threshold, an amount and a ceiling; any of its fields ends a pause.',
  permission: 'user',
  work: 'write',
  rateLimit: { points: 60, windowSeconds: 600 },
  body: paymentSettingsBody,
  responses: { 200: PaymentSettings },
  errors: [noCard],
});
