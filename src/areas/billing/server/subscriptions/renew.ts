// The clock's work on one subscription. Row, money, mail and successor are of one transaction, so a
// process that dies in the middle has done nothing, and one that comes second finds it done.
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { amountOf, isZero, toDecimalText, zero } from '#lib/money.ts';
import { periodAt, periodFrom } from '../periods.ts';
import { chargePeriod } from './charge-period.ts';
import { dueStep } from './due-steps.ts';
import { sendPastDueMail, sendPlanEndedMail } from './emails/plan-mails.ts';
import { beginFree, freeAnchorOf, move, noPending, setPending } from './move-subscription.ts';
import { changesAtRenewal, nextTariffId } from './next-charge.ts';
import { noteUntilNow } from './note-overage.ts';
import * as store from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import { findTariffById } from './tariff-store.ts';
import { priceOf } from './tariff-wire.ts';

/** Periods that one run makes up for, after a long standstill. */
const stepsMax = 36;

/** Brings a subscription up to now, a step a transaction. Somebody else's work on it ends it. */
export async function advance(deps: Subscriptions, id: string): Promise<void> {
  const { work } = deps.kernel;
  for (let step = 0; step < stepsMax; step++)
    if (!(await work.write((tx) => advanceOnce(deps, tx, id)))) return;
}

/** False when there is nothing to do, now or any more. */
async function advanceOnce(deps: Subscriptions, tx: Tx, id: string): Promise<boolean> {
  const row = await store.tryLockSubscription(tx, id);
  if (!row) return false;
  switch (dueStep(row, deps.kernel.clock.now())) {
    case 'period_end':
      await endPeriod(deps, tx, row);
      return true;
    case 'retry': {
      const outcome = await renew(deps, tx, row);
      if ('required' in outcome) await noteFailure(deps, tx, row, outcome);
      return true;
    }
    case 'grace_over':
      await endPlan(deps, tx, row, 'timed_out');
      return true;
    case 'give_up':
      await move(deps, tx, row, 'timed_out');
      await beginFree(deps, tx, row.account_id);
      return true;
    case 'drop_change':
      await setPending(deps, tx, row, noPending);
      return true;
    default:
      return false;
  }
}

async function endPeriod(deps: Subscriptions, tx: Tx, row: store.SubscriptionRow): Promise<void> {
  if (row.cancel_at_period_end) return endPlan(deps, tx, row, 'period_ended');
  const outcome = await renew(deps, tx, row);
  if (!('required' in outcome)) return;
  if (row.status === 'trialing') return endPlan(deps, tx, row, 'charge_failed');
  const failed = await move(deps, tx, row, 'charge_failed');
  await sendPastDueMail(deps, tx, failed, outcome);
}

async function noteFailure(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  missing: InsufficientBalance,
): Promise<void> {
  const failed = await move(deps, tx, row, 'charge_failed', {
    failed_charges: row.failed_charges + 1,
  });
  await sendPastDueMail(deps, tx, failed, missing);
}

async function endPlan(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  event: 'period_ended' | 'timed_out' | 'charge_failed',
): Promise<void> {
  await move(deps, tx, row, event);
  await beginFree(deps, tx, row.account_id);
  await sendPlanEndedMail(deps, tx, row, event);
}

/**
 * Charges for the period that follows and begins it, with the change that waited for it. Also what
 * a past due subscription is retried with. The row must be locked by `tx`.
 */
export async function renew(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  actor = 'job:billing.renew',
): Promise<store.SubscriptionRow | InsufficientBalance> {
  const changes = changesAtRenewal(row);
  const tariff = await findTariffById(tx, nextTariffId(row));
  const billingPeriod = changes ? row.pending_billing_period! : row.billing_period;
  const price = changes ? priceOf(tariff, billingPeriod) : amountOf(row.price, row.currency);
  const isFree = isZero(price);
  const anchor = isFree ? await freeAnchorOf(deps, tx, row.account_id) : row.anchor_at;
  // Of months counted from another day nobody would ask again.
  if (anchor.getTime() !== row.anchor_at.getTime()) await noteUntilNow(deps, tx, row);
  // Nothing is owed for months of the free tariff, so those that nobody was there for are skipped.
  const period = isFree
    ? periodAt(anchor, deps.kernel.clock.now(), billingPeriod)
    : periodFrom(anchor, row.current_period_end, billingPeriod);
  const outcome = await chargePeriod(deps, tx, row, {
    kind: row.status === 'trialing' ? 'start' : 'renewal',
    tariff,
    amount: price,
    credit: zero(price.currency),
    period,
    actor,
  });
  if (outcome !== 'paid') return outcome;
  return move(deps, tx, row, 'paid', {
    tariff_id: tariff.id,
    billing_period: billingPeriod,
    price: toDecimalText(price),
    anchor_at: anchor,
    current_period_start: period.start,
    current_period_end: period.end,
    paid_until: isFree ? null : period.end,
    ...(changes && noPending),
  });
}
