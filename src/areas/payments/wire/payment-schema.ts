import { z } from 'zod';
import { money, textId } from '#lib/wire/fields.ts';
import {
  lateDays,
  paymentProblems,
  paymentProviders,
  paymentStatuses,
} from './payments.constants.ts';

const time = z.iso.datetime();

export const PaymentListItem = z
  .object({
    uuid: textId,
    internal_id: z.string().describe('Human-readable number: PAY_20261120_1A2B3C4D.'),
    user: z.int().describe('The id of the account.'),
    amount: money.describe('Amount to credit, in `currency`.'),
    currency: z.string().describe('Of `amount`: three letters.'),
    pay_currency: z.string().describe('The code of the currency paid in.'),
    status: z.enum(paymentStatuses).describe('See the states of a payment.'),
    status_display: z.string().describe('The status in words.'),
    provider: z.enum(paymentProviders).describe('Who collects the money.'),
    description: z.string().describe('Your own text; may be empty.'),
    is_test: z.boolean().describe('Created with the sandbox: no real money.'),
    created_at: time.describe('When it was created.'),
    completed_at: time.nullable().describe('When its money was credited; null before.'),
    expires_at: time.describe('Unpaid, it expires then.'),
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
  purpose: z.enum(['deposit', 'subscription']).describe('What the money is for.'),
  subscription: z.string().nullable().describe('The plan that it pays; null for the balance.'),
  is_applied: z.boolean().describe('Whether the payment was charged for its subscription.'),
  network: z.string().describe('Empty for currencies without a network.'),
  network_name: z.string().describe('The same in words.'),
  pay_amount: money.nullable().describe('Amount to send, in `pay_currency`, fee included.'),
  amount_left: money.nullable().describe('Amount still to send, in `pay_currency`.'),
  actually_paid: money.describe('In `pay_currency`.'),
  actually_paid_value: money.describe('Value of `actually_paid` in `currency`.'),
  fee_amount: money.describe('In `currency`; added to `amount`.'),
  credited_amount: money.nullable().describe('What was credited, in `currency`; null before.'),
  amount_refunded: money.describe('What was given back so far, in `currency`.'),
  exchange_rate: z.string().nullable().describe('Units of `currency` per unit of `pay_currency`.'),
  provider_payment_id: z.string().nullable().describe('Its id at the provider.'),
  status_changed_at: time.describe('When the status last changed.'),
  status_history: z
    .array(
      z.object({
        status: z.enum(paymentStatuses).describe('The status since then.'),
        at: time.describe('When it changed.'),
        source: z.string().describe('Who changed it, such as `provider`.'),
        note: z.string().describe('More about it; may be empty.'),
      }),
    )
    .describe('Every change of the status, oldest first.'),
  transfers: z
    .array(
      z.object({
        uuid: textId,
        amount: money.describe('In its own `currency`.'),
        currency: z.string().describe('The code of what arrived.'),
        value: money.nullable().describe('In the payment’s `currency`.'),
        hash: z.string().nullable().describe('Its hash in the network; null without one.'),
        explorer_url: z
          .string()
          .nullable()
          .describe('The transfer in a public explorer; null without one.'),
        confirmations: z
          .int()
          .nullable()
          .describe('Of the network so far; null without a network.'),
        late: z.boolean().describe('Whether it arrived after the payment was closed.'),
        seen_at: time.describe('When it was first seen.'),
        credited_at: time.nullable().describe('When it was credited; null before.'),
      }),
    )
    .describe('The arrivals of money, oldest first.'),
  returns: z
    .array(
      z.object({
        uuid: textId,
        kind: z
          .enum(['refund', 'chargeback'])
          .describe('Whether we or the bank took the money back.'),
        status: z.enum(['requested', 'done', 'failed']).describe('How far it is.'),
        amount: money.describe('In the payment’s `currency`.'),
        reason: z.string().describe('Why, in words.'),
        created_at: time.describe('When it was requested.'),
        done_at: time.nullable().describe('When it was done; null before.'),
      }),
    )
    .describe('Refunds and chargebacks, oldest first.'),
  late: z.boolean().describe('Money arrived after the payment was closed.'),
  next_step: z.enum(nextSteps).describe('What you can do next.'),
  problem: z
    .enum(paymentProblems)
    .nullable()
    .describe(
      'Why money that arrived is not credited: `not_settled` by the provider, `unknown_currency`, `unknown_status`, `no_rate` for it. `rest_too_small`: the rest can not be sent. Our staff look at it. Null without a problem.',
    ),
  rest_minimum: money
    .nullable()
    .describe('The least that can be sent, in `pay_currency`; null until a payment is short.'),
  credited_until: time
    .nullable()
    .describe(
      `Money that comes by then is credited although the payment is closed: ${lateDays} days. Null while it is open.`,
    ),
  pay_address: z.string().nullable().describe('Where to send crypto; null for others.'),
  pay_extra_id: z.string().nullable().describe('Memo or tag; without it the money is lost.'),
  payment_url: z.string().nullable().describe('The provider’s payment page.'),
  qr_data: z.string().nullable().describe('Content of a QR code for wallets.'),
  explorer_url: z.string().nullable().describe('The transfer in a public explorer.'),
  transaction_hash: z.string().nullable().describe('Of the transfer in its network.'),
  confirmations: z.int().nullable().describe('Of the network so far.'),
  required_confirmations: z.int().nullable().describe('How many the network needs.'),
  success_url: z.string().nullable().describe('Where the payer returns to.'),
  cancel_url: z.string().nullable().describe('Where the payer returns to without paying.'),
  cancel_reason: z.string().describe('As stated when cancelling; may be empty.'),
  metadata: z.record(z.string(), z.unknown()).describe('Your own data, at most 4 KB.'),
  seconds_left: z.int().describe('Until it expires; 0 when it has.'),
  updated_at: time.describe('When it last changed.'),
  is_pending: z.boolean().describe('Whether it waits for money.'),
  is_final: z.boolean().describe('Whether nothing more is expected.'),
  can_cancel: z.boolean().describe('Whether cancelling is possible now.'),
  has_receipt: z.boolean().describe('Whether a receipt can be downloaded.'),
}).meta({ id: 'Payment' });
export type PaymentWire = z.infer<typeof Payment>;
