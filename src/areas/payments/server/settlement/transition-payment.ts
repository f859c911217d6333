// The only place that changes a payment's status. History, event stream, mails, staff alerts and
// events for other areas are written in the same transaction.
import type { Tx } from '#kernel/database/database.ts';
import * as eventContract from '../../wire/events.ts';
import { cardPaymentFailed, type Payments, paymentCompleted, paymentsTopic } from '../context.ts';
import { type MoneyReturn, mailCustomer, mailReturn } from '../emails/payment-mails.ts';
import { alertStaff } from '../emails/staff-alerts.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { readTariff } from '../payments/plan-payment.ts';
import { toEventData } from '../payments/serialize-payment.ts';
import { findTransition, type PaymentEvent, type Transition } from './payment-states.ts';
import { addStatusEvent } from './settlement-store.ts';

export type StatusSource = 'system' | 'user' | 'staff' | 'webhook' | 'poll' | 'clock';

export type EventBatch = {
  events: readonly PaymentEvent[];
  source: StatusSource;
  note?: string;
  /** Notifies subscribers even if the status stays: money or a reversal was recorded. */
  hasNews?: boolean;
};

/** The payment must be locked by `tx`. Returns the updated row. */
export async function applyEvents(
  payments: Payments,
  tx: Tx,
  payment: paymentStore.PaymentRow,
  { events, source, note = '', hasNews = false }: EventBatch,
): Promise<paymentStore.PaymentRow> {
  let row = payment;
  let isNotified = hasNews;
  for (const event of events) {
    const transition = findTransition(row.status, event);
    isNotified ||= transition.kind === 'applied';
    row = await transitionPayment(payments, tx, row, { event, transition, source, note });
  }
  if (isNotified) await notifySubscribers(payments, tx, row);
  for (const kind of new Set(events.flatMap((event) => returns[event] ?? []))) {
    const isBack = kind === 'reinstated';
    if (!isBack && Number(row.amount_refunded) === 0) continue;
    await mailReturn(payments, tx, row, kind);
    if (!isBack) await publishEvent(payments, tx, eventContract.paymentRefundedEvent, row);
    if (kind === 'chargeback')
      await publishEvent(payments, tx, eventContract.paymentDisputedEvent, row);
  }
  return row;
}

const returns: Partial<Record<PaymentEvent, MoneyReturn>> = {
  refunded_partial: 'refund',
  refunded_full: 'refund',
  chargeback: 'chargeback',
  reinstated_short: 'reinstated',
  reinstated_enough: 'reinstated',
};

const publishEvent = (
  { kernel }: Payments,
  tx: Tx,
  event: typeof eventContract.paymentCompletedEvent,
  row: paymentStore.PaymentRow,
) =>
  kernel.customerEvents.publish(tx, event, {
    accountId: row.account_id,
    data: () => toEventData(row),
  });

export const notifySubscribers = ({ kernel }: Payments, tx: Tx, payment: paymentStore.PaymentRow) =>
  kernel.live.publish(tx, {
    topic: paymentsTopic,
    accountId: payment.account_id,
    data: { uuid: payment.id, status: payment.status },
  });

type PaymentTransition = {
  event: PaymentEvent;
  transition: Transition;
  source: StatusSource;
  note: string;
};

async function transitionPayment(
  payments: Payments,
  tx: Tx,
  payment: paymentStore.PaymentRow,
  { event, transition, source, note }: PaymentTransition,
): Promise<paymentStore.PaymentRow> {
  const now = payments.kernel.clock.now();
  if (transition.alertsStaff) await alertStaff(payments, tx, payment, alertTexts[event] ?? event);
  if (transition.kind !== 'applied') return payment;
  const { status } = transition;
  await addStatusEvent(tx, {
    payment_id: payment.id,
    from_status: payment.status,
    status,
    source,
    note: note.slice(0, 200),
    occurred_at: now,
  });
  const row = await paymentStore.updatePayment(tx, payment.id, {
    status,
    status_changed_at: now,
    updated_at: now,
    ...(transition.isLate && { is_late: true }),
    ...(status === 'completed' && { completed_at: payment.completed_at ?? now }),
  });
  if (status === 'completed' && payment.completed_at === null) {
    await payments.kernel.events.publish(tx, paymentCompleted, {
      paymentId: row.id,
      accountId: row.account_id,
      purpose: row.purpose,
      subscriptionId: row.subscription_id,
      tariff: readTariff(row),
    });
    await publishEvent(payments, tx, eventContract.paymentCompletedEvent, row);
  }
  if (row.card_id !== null && isUnpaidEnd(status))
    await payments.kernel.events.publish(tx, cardPaymentFailed, {
      paymentId: row.id,
      accountId: row.account_id,
      cardId: row.card_id,
      declineCode: row.decline_code,
    });
  if (status === 'failed' || status === 'expired')
    await publishEvent(payments, tx, eventContract.paymentFailedEvent, row);
  // Last, because the mail says what the money was used for.
  if (!isReinstated(event)) await mailCustomer(payments, tx, row);
  return row;
}

const isUnpaidEnd = (status: string): boolean =>
  status === 'failed' || status === 'expired' || status === 'cancelled';
const isReinstated = (event: PaymentEvent): boolean => returns[event] === 'reinstated';
const reinstatedText =
  'Returned money was reinstated: a refund failed or a dispute was won. It is in the wallet.';

const alertTexts: Partial<Record<PaymentEvent, string>> = {
  paid_short: 'Money arrived after the payment was closed. It was credited.',
  paid_enough: 'Money arrived after the payment was closed. It was credited.',
  failed: 'The provider reports a credited payment as failed.',
  refunded_partial: 'The provider refunded a payment that was never credited.',
  refunded_full: 'The provider refunded a payment that was never credited.',
  chargeback: 'The customer’s bank charged the payment back. The wallet may be in debt.',
  reinstated_short: reinstatedText,
  reinstated_enough: reinstatedText,
};
