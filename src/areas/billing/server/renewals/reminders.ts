// Sent once each: the row is marked in the transaction that queues the e-mail.
import { loadAccounts } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { isPositive } from '#lib/money.ts';
import { balanceWarningDays } from '../../wire/subscriptions.constants.ts';
import { sendReminderMail, sendShortBalanceMail } from '../subscriptions/emails/reminder-mails.ts';
import * as subscriptionStore from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { findTariffById } from '../tariffs/tariff-store.ts';
import { workOnDue } from '../work-on-due.ts';
import { daysAfter, daysBefore, trialReminderMs, yearReminderMs } from './due-steps.ts';
import { nextTariffId, readNextCharges } from './next-charge.ts';

/** Before a trial or a yearly period ends, once for each end. */
export async function remindOfEnds(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const now = clock.now();
  await loadAccounts(deps.payments);
  const soon = (ms: number) => new Date(now.getTime() + ms);
  const ends = { now, trialBefore: soon(trialReminderMs), yearBefore: soon(yearReminderMs) };
  await workOnDue(log, {
    list: (after, limit) =>
      work.read((db) => subscriptionStore.listToRemind(db, ends, after, limit)),
    work: (id) => work.write((tx) => remindOfEnd(deps, tx, id)),
    failure: 'a reminder could not be sent',
  });
}

async function remindOfEnd(deps: Subscriptions, tx: Tx, id: string): Promise<void> {
  const row = await subscriptionStore.tryLockSubscription(tx, id);
  if (!row || row.cancel_at_period_end) return;
  if (row.reminded_for?.getTime() === row.current_period_end.getTime()) return;
  await subscriptionStore.updateSubscription(tx, id, { reminded_for: row.current_period_end });
  const charge = await readNextCharge(deps, tx, row);
  if (charge) await sendReminderMail(deps, tx, row, charge);
}

/** Undefined if the end of the period charges nothing. */
async function readNextCharge(deps: Subscriptions, tx: Tx, row: subscriptionStore.SubscriptionRow) {
  const tariff = await findTariffById(tx, nextTariffId(row));
  const charges = await readNextCharges(deps, tx, [row], new Map([[tariff.id, tariff]]));
  return charges.get(row.id);
}

/** When the balance will not cover the renewal, at most twice for each renewal. */
export async function warnOfBalances(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const now = clock.now();
  await loadAccounts(deps.payments);
  const [first, last] = balanceWarningDays.map((days) => daysAfter(now, days));
  const ends = { now, first: first!, last: last! };
  await workOnDue(log, {
    list: (after, limit) =>
      work.read((db) => subscriptionStore.listToCheck(db, ends, after, limit)),
    work: (id) => work.write((tx) => checkBalance(deps, tx, id, now)),
    failure: 'the balance for a renewal could not be checked',
  });
}

async function checkBalance(deps: Subscriptions, tx: Tx, id: string, now: Date): Promise<void> {
  const row = await subscriptionStore.tryLockSubscription(tx, id);
  if (!row || !isToCheck(row, now)) return;
  const charge = await readNextCharge(deps, tx, row);
  const isShort = charge !== undefined && isPositive(charge.missing);
  await subscriptionStore.updateSubscription(tx, id, {
    balance_checked_at: now,
    // The warning contains everything that the reminder of the same end would.
    ...(isShort && { reminded_for: row.current_period_end }),
  });
  if (isShort) await sendShortBalanceMail(deps, tx, row, charge);
}

/** Another process may have been faster, and the period may have been extended meanwhile. */
function isToCheck(
  { current_period_end, balance_checked_at }: subscriptionStore.SubscriptionRow,
  now: Date,
): boolean {
  const dueAt = balanceWarningDays
    .map((days) => daysBefore(current_period_end, days))
    .findLast((at) => at <= now);
  return dueAt !== undefined && (balance_checked_at === null || balance_checked_at < dueAt);
}
