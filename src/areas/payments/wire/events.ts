// Events of payments for customers' programs.
import { z } from 'zod';
import { customerEvent } from '#lib/customer-events.ts';
import { Card } from './cards.ts';
import { PaymentListItem } from './payment-schema.ts';
import { Withdrawal } from './withdrawals.ts';

export const PaymentEventData = PaymentListItem.extend({
  amount_refunded: z.string().describe('Decimal text, in `currency`; all refunds together.'),
}).meta({ id: 'PaymentEventData' });

const example = {
  uuid: '019acb2e-7d0f-7b0e-9a3c-4c1e9b520f6a',
  internal_id: 'PAY_20261201_1A2B3C4D',
  user: 42,
  amount: '50.00',
  currency: 'USD',
  pay_currency: 'USD',
  status: 'completed',
  status_display: 'Completed',
  provider: 'stripe',
  description: 'Top-up for December',
  is_test: false,
  created_at: '2026-12-01T09:28:00.000Z',
  completed_at: '2026-12-01T09:30:00.000Z',
  expires_at: '2026-12-01T10:28:00.000Z',
  amount_refunded: '0.00',
} as const;

export const paymentCompletedEvent = customerEvent({
  type: 'payment.completed',
  summary: 'A payment is completed',
  description:
    'Sent once for each payment, when its money was credited. A payment for a plan has been applied by then.',
  data: PaymentEventData,
  example,
});

export const paymentFailedEvent = customerEvent({
  type: 'payment.failed',
  summary: 'A payment failed or expired',
  description:
    'Sent when a payment fails, or expires without money. The status says which; money that still arrives later is credited, and then the payment is completed.',
  data: PaymentEventData,
  example: { ...example, status: 'failed', status_display: 'Failed', completed_at: null },
});

export const paymentRefundedEvent = customerEvent({
  type: 'payment.refunded',
  summary: 'Money of a payment was returned',
  description:
    'Sent for each refund or chargeback, of a part or of all. Compare `amount_refunded` with `amount`.',
  data: PaymentEventData,
  example: {
    ...example,
    status: 'refunded',
    status_display: 'Refunded',
    amount_refunded: '50.00',
  },
});

export const paymentDisputedEvent = customerEvent({
  type: 'payment.disputed',
  summary: 'The bank of the payer took a payment back',
  description:
    'Sent for each chargeback, beside `payment.refunded`. The money has left the balance; it returns if the dispute is won.',
  data: PaymentEventData,
  example: {
    ...example,
    status: 'refunded',
    status_display: 'Refunded',
    amount_refunded: '50.00',
  },
});

export const WithdrawalEventData = Withdrawal.omit({ history: true, can_cancel: true }).meta({
  id: 'WithdrawalEventData',
});

const withdrawal = {
  uuid: '019acb2e-8f21-7a3c-9b52-4c1e9b520f6a',
  internal_id: 'WD_20261201_1A2B3C4D',
  status: 'requested',
  status_display: 'Waiting for review',
  amount: '100.00',
  fee: '0.00',
  net: '100.00',
  currency: 'USD',
  destination: { kind: 'bank', masked: 'DE89 … 3000', payment: null },
  note: '',
  reference: '',
  is_final: false,
  created_at: '2026-12-01T09:30:00.000Z',
  status_changed_at: '2026-12-01T09:30:00.000Z',
} as const;

export const withdrawalRequestedEvent = customerEvent({
  type: 'withdrawal.requested',
  summary: 'A withdrawal was requested',
  description: 'Sent when a withdrawal is requested. Its money is reserved from then on.',
  data: WithdrawalEventData,
  example: withdrawal,
});

export const withdrawalSettledEvent = customerEvent({
  type: 'withdrawal.settled',
  summary: 'A withdrawal was paid out',
  description: 'Sent when the money was sent to its destination. `reference` names the transfer.',
  data: WithdrawalEventData,
  example: {
    ...withdrawal,
    status: 'settled',
    status_display: 'Paid out',
    reference: 'E2E-20261202-17',
    is_final: true,
  },
});

export const withdrawalClosedEvent = customerEvent({
  type: 'withdrawal.closed',
  summary: 'A withdrawal was rejected or canceled',
  description: 'Sent when a withdrawal ends without a payout: its money is available again.',
  data: WithdrawalEventData,
  example: { ...withdrawal, status: 'rejected', status_display: 'Rejected', is_final: true },
});

const card = {
  uuid: '019acb2e-9a77-7b0e-8d41-0f6a1c8e2d41',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2026,
  is_expired: false,
  is_usable: true,
  is_default: true,
  is_test: false,
  created_at: '2025-12-01T09:30:00.000Z',
};

export const CardEventData = Card.extend({}).meta({ id: 'CardEventData' });

export const cardExpiringEvent = customerEvent({
  type: 'card.expiring',
  summary: 'The default card is about to expire',
  description:
    'Sent two weeks before the end of its last month, if the network has not renewed it. Save another card, or charges will fail.',
  data: CardEventData,
  example: card,
});

export const TopUpEventData = z
  .object({
    payment: z.uuid().describe('The payment that failed.'),
    amount: z.string().describe('Decimal text.'),
    currency: z.string().describe('Three letters.'),
    decline_code: z
      .string()
      .nullable()
      .describe('Why, in the words of the provider, such as `insufficient_funds`.'),
  })
  .meta({ id: 'TopUpEventData' });

export const topUpFailedEvent = customerEvent({
  type: 'top_up.failed',
  summary: 'An automatic top-up failed',
  description:
    'Sent when the default card was declined. Automatic top-up is paused until another card or its settings are saved.',
  data: TopUpEventData,
  example: {
    payment: '019acb2e-7d0f-7b0e-9a3c-4c1e9b520f6a',
    amount: '50.00',
    currency: 'USD',
    decline_code: 'insufficient_funds',
  },
});
