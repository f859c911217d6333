// Events of payments for customers' programs.
import { z } from 'zod';
import { customerEvent } from '#lib/customer-events.ts';
import { PaymentListItem } from './payment-schema.ts';

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
