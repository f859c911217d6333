// Everything that is due for a subscription. Row, charge, e-mail and successor are stored in one
// transaction: a process that dies has changed nothing, and a second one finds it done.
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { amountOf, isZero, toDecimalText, zero } from '#lib/money.ts';
import { graceDays } from '../../wire/subscriptions.constants.ts';
import { recordUntilNow } from '../overage/record-overage.ts';
import { periodAt, periodFrom } from '../periods.ts';
import { sendPastDueMail, sendPlanEndedMail } from '../subscriptions/emails/plan-mails.ts';
import * as subscriptionStore from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import {
  noPendingChange,
  readFreeAnchor,
  startFreePlan,
  transition,
  updateWithPending,
} from '../subscriptions/transition-subscription.ts';
import { priceOf } from '../tariffs/serialize-tariff.ts';
import { findTariffById } from '../tariffs/tariff-store.ts';
import { workOnDue } from '../work-on-due.ts';
import { chargePeriod } from './charge-period.ts';
import { attemptDays, daysBefore, dueStep } from './due-steps.ts';
import { changesAtRenewal, nextTariffId } from './next-charge.ts';

/** Periods that one run catches up on after an outage. */
const stepsMax = 36;

/** Processes everything that is due. Safe to run in several processes. */
export async function renewDue(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const now = clock.now();
  const [, second, third] = attemptDays.map((days) => daysBefore(now, days));
  const retryBefore = [second!, third!, daysBefore(now, graceDays)];
  await workOnDue(log, {
    list: (after, limit) =>
      work.read((db) => subscriptionStore.listDue(db, now, retryBefore, after, limit)),
    work: (id) => advance(deps, id),
    failure: 'a subscription could not be brought up to date',
  });
}

/**
 * Brings a subscription up to date, one step per transaction. Stops if another process has locked
 * it.
 */
export async function advance(deps: Subscriptions, id: string): Promise<void> {
  const { work } = deps.kernel;
  for (let step = 0; step < stepsMax; step++)
    if (!(await work.write((tx) => advanceOnce(deps, tx, id)))) return;
}

/** False when nothing is due or the row is locked. */
async function advanceOnce(deps: Subscriptions, tx: Tx, id: string): Promise<boolean> {
  const row = await subscriptionStore.tryLockSubscription(tx, id);
  if (!row) return false;
  switch (dueStep(row, deps.kernel.clock.now())) {
    case 'period_end':
      await endPeriod(deps, tx, row);
      return true;
    case 'retry': {
      const result = await renew(deps, tx, row);
      if ('required' in result) await recordFailedCharge(deps, tx, row, result);
      return true;
    }
    case 'grace_over':
      await endSubscription(deps, tx, row, 'timed_out');
      return true;
    case 'give_up':
      await transition(deps, tx, row, 'timed_out');
      await startFreePlan(deps, tx, row.account_id);
      return true;
    case 'drop_change':
      await updateWithPending(deps, tx, row, noPendingChange);
      return true;
    default:
      return false;
  }
}

async function endPeriod(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
): Promise<void> {
  if (row.cancel_at_period_end) return endSubscription(deps, tx, row, 'period_ended');
  const result = await renew(deps, tx, row);
  if (!('required' in result)) return;
  if (row.status === 'trialing') return endSubscription(deps, tx, row, 'charge_failed');
  const failed = await transition(deps, tx, row, 'charge_failed');
  await sendPastDueMail(deps, tx, failed, result);
}

async function recordFailedCharge(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  missing: InsufficientBalance,
): Promise<void> {
  const failed = await transition(deps, tx, row, 'charge_failed', {
    failed_charges: row.failed_charges + 1,
  });
  await sendPastDueMail(deps, tx, failed, missing);
}

async function endSubscription(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  event: 'period_ended' | 'timed_out' | 'charge_failed',
): Promise<void> {
  await transition(deps, tx, row, event);
  await startFreePlan(deps, tx, row.account_id);
  await sendPlanEndedMail(deps, tx, row, event);
}

/**
 * Charges for the next period and starts it, with any change that waited for it. Also retries a
 * past due subscription. The row must be locked by `tx`.
 */
export async function renew(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  actor = 'job:billing.renew',
): Promise<subscriptionStore.SubscriptionRow | InsufficientBalance> {
  const changes = changesAtRenewal(row);
  const tariff = await findTariffById(tx, nextTariffId(row));
  const billingPeriod = changes ? row.pending_billing_period! : row.billing_period;
  const price = changes ? priceOf(tariff, billingPeriod) : amountOf(row.price, row.currency);
  const isFree = isZero(price);
  const anchor = isFree ? await readFreeAnchor(deps, tx, row.account_id) : row.billing_anchor_at;
  // After the anchor moves, no later run looks at months counted from the old one.
  if (anchor.getTime() !== row.billing_anchor_at.getTime()) await recordUntilNow(deps, tx, row);
  // The free tariff costs nothing, so missed months are skipped.
  const period = isFree
    ? periodAt(anchor, deps.kernel.clock.now(), billingPeriod)
    : periodFrom(anchor, row.current_period_end, billingPeriod);
  const result = await chargePeriod(deps, tx, row, {
    kind: row.status === 'trialing' ? 'start' : 'renewal',
    tariff,
    amount: price,
    credit: zero(price.currency),
    period,
    actor,
  });
  if (result !== 'paid') return result;
  return transition(deps, tx, row, 'paid', {
    tariff_id: tariff.id,
    billing_period: billingPeriod,
    price: toDecimalText(price),
    billing_anchor_at: anchor,
    current_period_start: period.start,
    current_period_end: period.end,
    paid_until: isFree ? null : period.end,
    ...(changes && noPendingChange),
  });
}
