import { z } from 'zod';
import { paymentProviders, paymentStatuses } from './payments.constants.ts';

const money = z.string().describe('Decimal text');
const time = z.iso.datetime();

export const PaymentListItem = z
  .object({
    uuid: z.string(),
    internal_id: z.string().describe('Human-readable number: PAY_20261120_1A2B3C4D.'),
    user: z.int(),
    amount: money.describe('Amount to credit, in `currency`.'),
    currency: z.string(),
    pay_currency: z.string(),
    status: z.enum(paymentStatuses),
    status_display: z.string(),
    provider: z.enum(paymentProviders),
    description: z.string(),
    is_test: z.boolean().describe('Created with the sandbox: no real money.'),
    created_at: time,
    completed_at: time.nullable(),
    expires_at: time,
  })
  .meta({ id: 'PaymentListItem' });
export type PaymentListItemWire = z.infer<typeof PaymentListItem>;

/** What the customer can do next. */
export const nextSteps = [
  'pay',
  'wait',
  'pay_rest',
  'start_again',
  'contact_support',
  'none',
] as const;

export const Payment = PaymentListItem.extend({
  id: z.string().describe('The same as uuid.'),
  purpose: z.enum(['deposit', 'subscription']),
  subscription: z.string().nullable(),
  is_applied: z.boolean().describe('Whether the payment was charged for its subscription.'),
  network: z.string().describe('Empty for currencies without a network.'),
  network_name: z.string(),
  pay_amount: money.nullable().describe('Amount to send, in `pay_currency`, fee included.'),
  amount_left: money.nullable().describe('Amount still to send, in `pay_currency`.'),
  actually_paid: money.describe('In `pay_currency`.'),
  actually_paid_value: money.describe('Value of `actually_paid` in `currency`.'),
  fee_amount: money.describe('In `currency`; added to `amount`.'),
  credited_amount: money.nullable(),
  amount_refunded: money,
  exchange_rate: z.string().nullable().describe('Units of `currency` per unit of `pay_currency`.'),
  provider_payment_id: z.string().nullable(),
  status_changed_at: time,
  status_history: z.array(
    z.object({ status: z.enum(paymentStatuses), at: time, source: z.string(), note: z.string() }),
  ),
  transfers: z.array(
    z.object({
      uuid: z.string(),
      amount: money,
      currency: z.string(),
      value: money.nullable().describe('In the payment’s `currency`.'),
      hash: z.string().nullable(),
      explorer_url: z.string().nullable(),
      confirmations: z.int().nullable(),
      late: z.boolean(),
      seen_at: time,
      credited_at: time.nullable(),
    }),
  ),
  returns: z.array(
    z.object({
      uuid: z.string(),
      kind: z.enum(['refund', 'chargeback']),
      status: z.enum(['requested', 'done', 'failed']),
      amount: money,
      reason: z.string(),
      created_at: time,
      done_at: time.nullable(),
    }),
  ),
  late: z.boolean().describe('Money arrived after the payment was closed.'),
  next_step: z.enum(nextSteps),
  pay_address: z.string().nullable(),
  pay_extra_id: z.string().nullable().describe('Memo or tag; without it the money is lost.'),
  payment_url: z.string().nullable().describe('The provider’s payment page.'),
  qr_data: z.string().nullable(),
  explorer_url: z.string().nullable(),
  transaction_hash: z.string().nullable(),
  confirmations: z.int().nullable(),
  required_confirmations: z.int().nullable(),
  success_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  cancel_reason: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  seconds_left: z.int(),
  updated_at: time,
  is_pending: z.boolean(),
  is_final: z.boolean(),
  can_cancel: z.boolean(),
  has_receipt: z.boolean(),
}).meta({ id: 'Payment' });
export type PaymentWire = z.infer<typeof Payment>;
