import type { Tx } from '#kernel/database/database.ts';
import { isPositive } from '#lib/money.ts';
import { balanceWarningDays, graceDays } from '../../plan-money.ts';
import { workOnDue } from '../work-on-due.ts';
import { chargeOverages } from './charge-overage.ts';
import {
  attemptDays,
  daysAfter,
  daysBefore,
  trialReminderMs,
  yearReminderMs,
} from './due-steps.ts';
import { sendReminderMail, sendShortBalanceMail } from './emails/plan-mails.ts';
import { readNextCharges } from './next-charge.ts';
import { advance } from './renew.ts';
import * as store from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import { listTariffsById } from './tariff-store.ts';

export function subscriptionJobs(deps: Subscriptions): void {
  const { jobs } = deps.kernel;
  jobs.define('billing.renew', { concurrency: 1 }, () => renewDue(deps));
  jobs.schedule('billing.renew', '* * * * *');
  jobs.define('billing.remind', { concurrency: 1 }, async () => {
    await warnOfBalances(deps);
    await remindOfEnds(deps);
  });
  jobs.schedule('billing.remind', '17 * * * *');
  jobs.define('billing.overage', { concurrency: 1 }, () => chargeOverages(deps));
  jobs.schedule('billing.overage', '37 * * * *');
}

/** Whatever is due, in any number of processes. */
export async function renewDue(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const now = clock.now();
  const [, second, third] = attemptDays.map((days) => daysBefore(now, days));
  const retryBefore = [second!, third!, daysBefore(now, graceDays)];
  await workOnDue(log, {
    list: (after, limit) => work.read((db) => store.listDue(db, now, retryBefore, after, limit)),
    work: (id) => advance(deps, id),
    failure: 'a subscription could not be brought up to date',
  });
}

/** Once for each end: mark and mail are of one transaction. */
export async function remindOfEnds(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const now = clock.now();
  const soon = (ms: number) => new Date(now.getTime() + ms);
  const ends = { now, trialBefore: soon(trialReminderMs), yearBefore: soon(yearReminderMs) };
  await workOnDue(log, {
    list: (after, limit) => work.read((db) => store.listToRemind(db, ends, after, limit)),
    work: (id) => work.write((tx) => remindOfEnd(deps, tx, id)),
    failure: 'a reminder could not be sent',
  });
}

async function remindOfEnd(deps: Subscriptions, tx: Tx, id: string): Promise<void> {
  const row = await store.tryLockSubscription(tx, id);
  if (!row || row.cancel_at_period_end) return;
  if (row.reminded_for?.getTime() === row.current_period_end.getTime()) return;
  await store.updateSubscription(tx, id, { reminded_for: row.current_period_end });
  await sendReminderMail(deps, tx, row);
}

/** Twice for each renewal at most: mark and mail are of one transaction. */
export async function warnOfBalances(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const now = clock.now();
  const [first, last] = balanceWarningDays.map((days) => daysAfter(now, days));
  const ends = { now, first: first!, last: last! };
  await workOnDue(log, {
    list: (after, limit) => work.read((db) => store.listToCheck(db, ends, after, limit)),
    work: (id) => work.write((tx) => checkBalance(deps, tx, id, now)),
    failure: 'the balance for a renewal could not be checked',
  });
}

async function checkBalance(deps: Subscriptions, tx: Tx, id: string, now: Date): Promise<void> {
  const row = await store.tryLockSubscription(tx, id);
  if (!row || !isToCheck(row, now)) return;
  const ids = [row.tariff_id, row.pending_tariff_id ?? row.tariff_id];
  const tariffs = new Map((await listTariffsById(tx, ids)).map((one) => [one.id, one]));
  const charge = (await readNextCharges(deps, tx, [row], tariffs)).get(id);
  const isShort = charge !== undefined && isPositive(charge.missing);
  await store.updateSubscription(tx, id, {
    balance_checked_at: now,
    // The warning says all that the reminder of the same end would say.
    ...(isShort && { reminded_for: row.current_period_end }),
  });
  if (isShort) await sendShortBalanceMail(deps, tx, row, charge);
}

/** Another process may have been faster, and the end may have moved meanwhile. */
function isToCheck(
  { current_period_end, balance_checked_at }: store.SubscriptionRow,
  now: Date,
): boolean {
  const dueAt = balanceWarningDays
    .map((days) => daysBefore(current_period_end, days))
    .findLast((at) => at <= now);
  return dueAt !== undefined && (balance_checked_at === null || balance_checked_at < dueAt);
}
