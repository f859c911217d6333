// The payment state machine as one pure function. A test compares it with the table in README.md.
import { type Amount, compareAmounts, isPositive } from '#lib/money.ts';
import type { PaymentStatus } from '../../wire/payments.constants.ts';

/**
 * `paid_short` and `paid_enough`: new money is settled, and the total is worth less or at least 99
 * % of the price. `reinstated_*`: returned money is back, because a refund failed or a dispute was
 * won. `expired` comes from the provider, `time_out` from our clock. `cancel` and `request_refund`
 * are requests by people; the others are facts.
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
   * `applied`: the status changes. `same`: it stays, and the event's money or refund is recorded.
   * `stored`: nothing changes. `refused`: the request is not possible.
   */
  kind: 'applied' | 'same' | 'stored' | 'refused';
  /** The status afterwards. */
  status: PaymentStatus;
  /** Money arrived after the payment was closed. */
  isLate: boolean;
  alertsStaff: boolean;
};

/** Order of the statuses; closed payments have none. */
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
export const isClosedUnpaid = (status: PaymentStatus): boolean =>
  status === 'failed' || status === 'expired' || status === 'cancelled';
/** Money may have been credited, also to an expired payment. */
const canHoldCredit = (status: PaymentStatus): boolean =>
  status === 'partially_paid' || status === 'completed' || status === 'expired';

export const isFinal = (status: PaymentStatus): boolean =>
  !isUnpaid(status) && status !== 'partially_paid';
export const canCancel = (status: PaymentStatus): boolean => status === 'pending';
/** Some credited money must be left, too. */
const canRequestRefund = canHoldCredit;

/** The transition of an event. Total: defined for every event in every status. */
export function findTransition(status: PaymentStatus, event: PaymentEvent): Transition {
  const { to, ...flags } = findResult(status, event);
  const base = { status, isLate: false, alertsStaff: false, ...flags };
  if (to === 'stored' || to === 'refused') return { ...base, kind: to };
  if (to === 'same' || to === status) return { ...base, kind: 'same' };
  return { ...base, kind: 'applied', status: to };
}

type EventResult = {
  to: PaymentStatus | 'same' | 'stored' | 'refused';
  isLate?: true;
  alertsStaff?: true;
};

function findResult(status: PaymentStatus, event: PaymentEvent): EventResult {
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
      // A payment being confirmed is on its way, however late.
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

/** Money is credited in every status, also when the status stays. */
function paid(status: PaymentStatus, to: 'partially_paid' | 'completed'): EventResult {
  if (isClosedUnpaid(status)) return { to, isLate: true, alertsStaff: true };
  if (status === 'refunded') return { to: 'same', alertsStaff: true };
  return { to: ranks[to]! > ranks[status]! ? to : 'same' };
}

function returned(
  status: PaymentStatus,
  event: 'refunded_partial' | 'refunded_full' | 'chargeback',
): EventResult {
  const alert = event === 'chargeback' ? ({ alertsStaff: true } as const) : {};
  if (status === 'refunded') return { to: 'same', ...alert };
  if (canHoldCredit(status))
    return { to: event === 'refunded_partial' ? 'same' : 'refunded', ...alert };
  // Nothing was credited and the provider refunded the money: nothing more will arrive.
  if (event === 'refunded_full' && isUnpaid(status)) return { to: 'failed', alertsStaff: true };
  return { to: 'stored', alertsStaff: true };
}

/** The customer has the money again, so the previous status is restored. */
function reinstated(status: PaymentStatus, to: 'partially_paid' | 'completed'): EventResult {
  if (status === 'refunded') return { to, alertsStaff: true };
  return { to: canHoldCredit(status) ? 'same' : 'stored', alertsStaff: true };
}

/** At least 99 % of the price completes a payment; the gap goes to the rounding account. */
const enoughPercent = 99n;

/** Both in the price currency. */
export const isEnough = (arrived: Amount, price: Amount): boolean =>
  compareAmounts(
    { ...arrived, minor: arrived.minor * 100n },
    { ...price, minor: price.minor * enoughPercent },
  ) >= 0;

export type PaymentFacts = {
  /** The provider's status, mapped to ours. */
  providerStatus: PaymentStatus;
  /** The amount to pay, fee included. */
  price: Amount;
  /** Value of all settled transfers, in the price currency. */
  arrived: Amount;
  /** One of them is newly settled. */
  hasNewMoney: boolean;
  /** Total returned to the customer, in the price currency. */
  returned: Amount;
  /** Kind of a reversal that is new. */
  newReversal: 'refund' | 'chargeback' | null;
  /** A recorded return failed. */
  hasReinstated: boolean;
};

/** In order. Money decides, not the provider's status: `completed` without it is `confirmed`. */
export function listEvents(facts: PaymentFacts): PaymentEvent[] {
  const { providerStatus, price, arrived, hasNewMoney, newReversal, hasReinstated } = facts;
  const events: PaymentEvent[] = [];
  if (hasNewMoney && isPositive(arrived))
    events.push(isEnough(arrived, price) ? 'paid_enough' : 'paid_short');
  else if (!isPositive(arrived)) events.push(...eventsOfStatus(providerStatus));
  else if (providerStatus === 'expired') events.push('expired');
  if (hasReinstated)
    events.push(isEnough(arrived, price) ? 'reinstated_enough' : 'reinstated_short');
  if (newReversal === 'chargeback') events.push('chargeback');
  else if (newReversal === 'refund')
    events.push(
      isPositive(arrived) && compareAmounts(facts.returned, arrived) < 0
        ? 'refunded_partial'
        : 'refunded_full',
    );
  else if (providerStatus === 'refunded' && !isPositive(arrived)) events.push('refunded_full');
  return events;
}

function eventsOfStatus(providerStatus: PaymentStatus): PaymentEvent[] {
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
