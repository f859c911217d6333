// Everything that is due for a subscription. Row, charge, e-mail and successor are stored in one
// transaction: a crash changes nothing, and a second process finds it done.
import { loadAccounts } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { graceDays } from '../../wire/subscriptions.constants.ts';
import { skipMissed } from '../missed-periods/skip-missed.ts';
import {
  noPendingChange,
  startFreePlan,
  transition,
  updateWithPending,
} from '../subscriptions/states/transition-subscription.ts';
import * as subscriptionStore from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { workOnDue } from '../work-on-due.ts';
import { collect } from './collect.ts';
import { attemptDays, daysBefore, dueStep } from './due-steps.ts';
import { endSubscription, failCharge } from './fail-charge.ts';

/** Such as a payment that ends and then the end of a period; the rest is left to the next run. */
const stepsMax = 6;

/** Processes everything that is due. Safe to run in several processes. */
export async function renewDue(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const now = clock.now();
  await loadAccounts(deps.payments);
  const [, second, third] = attemptDays.map((days) => daysBefore(now, days));
  const retryBefore = [second!, third!, daysBefore(now, graceDays)];
  await workOnDue(log, {
    list: (after, limit) =>
      work.read((db) => subscriptionStore.listDue(db, now, retryBefore, after, limit)),
    work: (id) => advance(deps, id),
    failure: 'a subscription could not be brought up to date',
  });
}

/** One step per transaction. Stops if another process has locked the subscription. */
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
    case 'retry':
      await collectOrFail(deps, tx, row);
      return true;
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
  await collectOrFail(deps, tx, await skipMissed(deps, tx, row));
}

async function collectOrFail(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
): Promise<void> {
  const result = await collect(deps, tx, row);
  if (result === 'country_missing')
    await endSubscription(deps, tx, row, 'charge_failed', 'country_missing');
  if (typeof result === 'object') await failCharge(deps, tx, row, result);
}
