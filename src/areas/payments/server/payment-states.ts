// How a payment moves: one pure function. The table in ../README.md says the same, cell by cell.
import { type Amount, compareAmounts, isPositive } from '#lib/money.ts';
import type { PaymentStatus } from '../payment-status.ts';

/**
 * `paid_short` and `paid_enough` say that new money is settled, and whether all that arrived is
 * worth at least 99 % of the price; `reinstated_*` that money which went back has come to us again,
 * because a refund failed or a dispute was won. `expired` is the provider's word, `time_out` our own
 * clock's.
 * `cancel` and `request_refund` are what a person asks for; the others are facts.
 */
export const paymentEvents = [
  'confirming',
  'confirmed',
  'paid_short',
  'paid_enough',
  'failed',
  'expired',
  'time_out',
  'cancel',
  'request_refund',
  'refunded_partial',
  'refunded_full',
  'chargeback',
  'reinstated_short',
  'reinstated_enough',
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

export type Transition = {
  /**
   * `applied`: the status changes. `same`: it stays, and what the event brings is booked (money is
   * credited, a refund is noted). `stored`: changes nothing. `refused`: a
   * person asked for what can't be.
   */
  kind: 'applied' | 'same' | 'stored' | 'refused';
  /** The status afterwards. */
  status: PaymentStatus;
  /** Money came after the payment was closed. */
  isLate: boolean;
  alertsStaff: boolean;
};

/** Of payments that are on their way; a closed one has none. */
const ranks: Partial<Record<PaymentStatus, number>> = {
  pending: 0,
  confirming: 1,
  confirmed: 2,
  partially_paid: 3,
  completed: 4,
  refunded: 5,
};
const isUnpaid = (status: PaymentStatus): boolean =>
  status === 'pending' || status === 'confirming' || status === 'confirmed';
const isClosedUnpaid = (status: PaymentStatus): boolean =>
  status === 'failed' || status === 'expired' || status === 'cancelled';
/** Something may have been credited: an expired payment keeps what had arrived. */
const canHoldCredit = (status: PaymentStatus): boolean =>
  status === 'partially_paid' || status === 'completed' || status === 'expired';

export const isFinal = (status: PaymentStatus): boolean =>
  !isUnpaid(status) && status !== 'partially_paid';
export const canCancel = (status: PaymentStatus): boolean => status === 'pending';
/** There must be credited money left as well. */
export const canRequestRefund = canHoldCredit;

/** What an event makes of a payment. Total: every event has an answer in every state. */
export function applyEvent(status: PaymentStatus, event: PaymentEvent): Transition {
  const { to, ...flags } = outcomeOf(status, event);
  const kept = { status, isLate: false, alertsStaff: false, ...flags };
  if (to === 'stored' || to === 'refused') return { ...kept, kind: to };
  if (to === 'same' || to === status) return { ...kept, kind: 'same' };
  return { ...kept, kind: 'applied', status: to };
}

type Outcome = {
  to: PaymentStatus | 'same' | 'stored' | 'refused';
  isLate?: true;
  alertsStaff?: true;
};

function outcomeOf(status: PaymentStatus, event: PaymentEvent): Outcome {
  switch (event) {
    case 'confirming':
    case 'confirmed':
      return { to: isAhead(status, event) ? event : status === event ? 'same' : 'stored' };
    case 'paid_short':
    case 'paid_enough':
      return paid(status, event === 'paid_enough' ? 'completed' : 'partially_paid');
    case 'failed':
      if (isUnpaid(status) || status === 'failed') return { to: 'failed' };
      return canHoldCredit(status) && status !== 'expired'
        ? { to: 'stored', alertsStaff: true }
        : { to: 'stored' };
    case 'expired':
      if (status === 'pending' || status === 'confirming' || status === 'partially_paid')
        return { to: 'expired' };
      return { to: status === 'expired' ? 'same' : 'stored' };
    case 'time_out':
      // What confirms is on its way, however late it is.
      return { to: status === 'pending' || status === 'partially_paid' ? 'expired' : 'same' };
    case 'cancel':
      return { to: canCancel(status) ? 'cancelled' : 'refused' };
    case 'request_refund':
      return { to: canRequestRefund(status) ? 'same' : 'refused' };
    case 'reinstated_short':
    case 'reinstated_enough':
      return reinstated(status, event === 'reinstated_enough' ? 'completed' : 'partially_paid');
    default:
      return returned(status, event);
  }
}

const isAhead = (status: PaymentStatus, event: 'confirming' | 'confirmed'): boolean =>
  isUnpaid(status) && ranks[event]! > ranks[status]!;

/** Money is credited in every state, also when the status stays. */
function paid(status: PaymentStatus, to: 'partially_paid' | 'completed'): Outcome {
  if (isClosedUnpaid(status)) return { to, isLate: true, alertsStaff: true };
  if (status === 'refunded') return { to: 'same', alertsStaff: true };
  return { to: ranks[to]! > ranks[status]! ? to : 'same' };
}

function returned(
  status: PaymentStatus,
  event: 'refunded_partial' | 'refunded_full' | 'chargeback',
): Outcome {
  const mustBeSeen = event === 'chargeback' ? ({ alertsStaff: true } as const) : {};
  if (status === 'refunded') return { to: 'same', ...mustBeSeen };
  if (canHoldCredit(status))
    return { to: event === 'refunded_partial' ? 'same' : 'refunded', ...mustBeSeen };
  // Nothing was credited and the provider gave the money back: there is nothing to wait for.
  if (event === 'refunded_full' && isUnpaid(status)) return { to: 'failed', alertsStaff: true };
  return { to: 'stored', alertsStaff: true };
}

/** The customer has the money again, so that the payment is what it was before. */
function reinstated(status: PaymentStatus, to: 'partially_paid' | 'completed'): Outcome {
  if (status === 'refunded') return { to, alertsStaff: true };
  return { to: canHoldCredit(status) ? 'same' : 'stored', alertsStaff: true };
}

/** At least 99 % of the price completes a payment; the rest is the rounding account's. */
const enoughPercent = 99n;

/** Both in the price currency. */
export const isEnough = (arrived: Amount, price: Amount): boolean =>
  compareAmounts(
    { ...arrived, minor: arrived.minor * 100n },
    { ...price, minor: price.minor * enoughPercent },
  ) >= 0;

export type PaymentFacts = {
  /** The provider's status in our words. */
  providerStatus: PaymentStatus;
  /** What is to be credited. */
  price: Amount;
  /** Worth of all settled transfers, in the price currency. */
  arrived: Amount;
  /** A settled transfer is among them that no earlier event spoke of. */
  hasNewMoney: boolean;
  /** All that went back to the customer, in the price currency. */
  returned: Amount;
  /** A return is among it that no earlier event spoke of, and its kind. */
  newReturn: 'refund' | 'chargeback' | null;
  /** A return that was booked is none any more. */
  hasReinstated: boolean;
};

/**
 * What the provider's truth amounts to, in the order in which it is to be applied. Arrived money
 * decides and not the provider's word: `completed` without money is only `confirmed`.
 */
export function eventsOf(facts: PaymentFacts): PaymentEvent[] {
  const { providerStatus, price, arrived, hasNewMoney, newReturn, hasReinstated } = facts;
  const events: PaymentEvent[] = [];
  if (hasNewMoney && isPositive(arrived))
    events.push(isEnough(arrived, price) ? 'paid_enough' : 'paid_short');
  else if (!isPositive(arrived)) events.push(...wordsOf(providerStatus));
  else if (providerStatus === 'expired') events.push('expired');
  if (hasReinstated)
    events.push(isEnough(arrived, price) ? 'reinstated_enough' : 'reinstated_short');
  if (newReturn === 'chargeback') events.push('chargeback');
  else if (newReturn === 'refund')
    events.push(
      isPositive(arrived) && compareAmounts(facts.returned, arrived) < 0
        ? 'refunded_partial'
        : 'refunded_full',
    );
  else if (providerStatus === 'refunded' && !isPositive(arrived)) events.push('refunded_full');
  return events;
}

function wordsOf(providerStatus: PaymentStatus): PaymentEvent[] {
  switch (providerStatus) {
    case 'confirming':
    case 'confirmed':
    case 'failed':
    case 'expired':
      return [providerStatus];
    case 'completed':
    case 'partially_paid':
      return ['confirmed'];
    case 'cancelled':
      return ['expired'];
    default:
      return [];
  }
}
