// The status of a payment moves here and nowhere else: history, event stream, customer, staff and
// other areas learn of it in the same transaction.
import type { Tx } from '#kernel/database/database.ts';
import { addStatusEvent } from './arrival-store.ts';
import { mailCustomer } from './emails/payment-mails.ts';
import { alertStaff } from './emails/staff-alerts.ts';
import { applyEvent, type PaymentEvent, type Transition } from './payment-states.ts';
import * as store from './payment-store.ts';
import { type Payments, paymentCompleted, paymentsTopic } from './payments.ts';
import { tariffOf } from './plan-payment.ts';

export type StatusSource = 'system' | 'user' | 'staff' | 'webhook' | 'poll' | 'clock';

export type Taken = {
  events: readonly PaymentEvent[];
  source: StatusSource;
  note?: string;
  /** Tells watchers although the status stays: money or a return was booked. */
  hasNews?: boolean;
};

/** The payment must be locked by `tx`. Returns it as it is afterwards. */
export async function takeEvents(
  payments: Payments,
  tx: Tx,
  payment: store.PaymentRow,
  { events, source, note = '', hasNews = false }: Taken,
): Promise<store.PaymentRow> {
  let row = payment;
  let isTold = hasNews;
  for (const event of events) {
    const transition = applyEvent(row.status, event);
    isTold ||= transition.kind === 'applied';
    row = await move(payments, tx, row, { event, transition, source, note });
  }
  if (isTold) await tellWatchers(payments, tx, row);
  return row;
}

export const tellWatchers = ({ kernel }: Payments, tx: Tx, payment: store.PaymentRow) =>
  kernel.live.publish(tx, {
    topic: paymentsTopic,
    accountId: payment.account_id,
    data: { uuid: payment.id, status: payment.status },
  });

type Move = { event: PaymentEvent; transition: Transition; source: StatusSource; note: string };

async function move(
  payments: Payments,
  tx: Tx,
  payment: store.PaymentRow,
  { event, transition, source, note }: Move,
): Promise<store.PaymentRow> {
  const now = payments.kernel.clock.now();
  if (transition.alertsStaff) await alertStaff(payments, tx, payment, alertWords[event] ?? event);
  if (transition.kind !== 'applied') return payment;
  const { status } = transition;
  await addStatusEvent(tx, {
    payment_id: payment.id,
    from_status: payment.status,
    status,
    source,
    note: note.slice(0, 200),
    at: now,
  });
  const row = await store.updatePayment(tx, payment.id, {
    status,
    status_changed_at: now,
    updated_at: now,
    ...(transition.isLate && { is_late: true }),
    ...(status === 'completed' && { completed_at: payment.completed_at ?? now }),
  });
  if (status === 'completed' && payment.completed_at === null)
    await payments.kernel.events.publish(tx, paymentCompleted, {
      paymentId: row.id,
      accountId: row.account_id,
      purpose: row.purpose,
      subscriptionId: row.subscription_id,
      tariff: tariffOf(row),
    });
  // Last: what the money was used for is part of what the customer is told.
  if (!isReinstated(event)) await mailCustomer(payments, tx, row);
  return row;
}

const isReinstated = (event: PaymentEvent): boolean =>
  event === 'reinstated_short' || event === 'reinstated_enough';
const reinstatedWords =
  'Money that had gone back came to us again: a refund failed or a dispute was won. It is in the wallet.';

const alertWords: Partial<Record<PaymentEvent, string>> = {
  paid_short: 'Money came after the payment was closed. It was credited.',
  paid_enough: 'Money came after the payment was closed. It was credited.',
  failed: 'The provider calls a payment failed whose money was credited.',
  refunded_partial: 'The provider gave back money of a payment that had none credited.',
  refunded_full: 'The provider gave back money of a payment that had none credited.',
  chargeback: 'The customer’s bank took money back. The wallet may be in debt.',
  reinstated_short: reinstatedWords,
  reinstated_enough: reinstatedWords,
};
