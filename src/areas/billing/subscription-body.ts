// What people choose when they subscribe; apart from the contract.
import { z } from 'zod';
import { billingPeriods } from './tariff-contract.ts';

export const cancelReasonMax = 500;

const tariff = z.string().trim().min(1, 'This field may not be blank.').max(100);
const billingPeriod = z.enum(billingPeriods);
const paymentSource = z
  .enum(['balance', 'payment'])
  .describe('`payment` asks for money: the plan holds as soon as it is there.');
const payCurrency = z.string().max(20).describe('Code of a payment currency, for `payment`.');

export const subscribeBody = z.object({
  tariff,
  billing_period: billingPeriod.default('monthly'),
  auto_renew: z.boolean().default(true),
  payment_source: paymentSource.default('balance'),
  pay_currency: payCurrency.optional(),
});
export type SubscribeBody = z.output<typeof subscribeBody>;

export const changeBody = z.object({
  tariff: tariff.optional(),
  billing_period: billingPeriod.optional(),
  auto_renew: z.boolean().optional(),
  payment_source: paymentSource.default('balance'),
  pay_currency: payCurrency.optional(),
});
export type ChangeBody = z.output<typeof changeBody>;

export const cancelBody = z.object({
  reason: z
    .string()
    .trim()
    .max(cancelReasonMax, `Ensure this field has no more than ${cancelReasonMax} characters.`)
    .default(''),
  at_period_end: z.boolean().default(true),
});
export type CancelBody = z.output<typeof cancelBody>;
