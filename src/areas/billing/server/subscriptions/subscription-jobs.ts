import { chargeOverages } from './charge-overage.ts';
import {
  attemptDays,
  daysBefore,
  graceDays,
  trialReminderMs,
  yearReminderMs,
} from './due-steps.ts';
import { sendReminderMail } from './emails/plan-mails.ts';
import { advance } from './renew.ts';
import * as store from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

const batchMax = 200;

export function subscriptionJobs(deps: Subscriptions): void {
  const { jobs } = deps.kernel;
  jobs.define('billing.renew', { concurrency: 1 }, () => renewDue(deps));
  jobs.schedule('billing.renew', '* * * * *');
  jobs.define('billing.remind', { concurrency: 1 }, () => remindOfEnds(deps));
  jobs.schedule('billing.remind', '17 * * * *');
  jobs.define('billing.overage', { concurrency: 1 }, () => chargeOverages(deps));
  jobs.schedule('billing.overage', '37 * * * *');
}

/** Whatever is due, in any number of processes. One that fails holds up no other. */
export async function renewDue(deps: Subscriptions): Promise<void> {
  const { database, clock, log } = deps.kernel;
  const tried = new Set<string>();
  for (;;) {
    const now = clock.now();
    const [, second, third] = attemptDays.map((days) => daysBefore(now, days));
    const over = daysBefore(now, graceDays);
    const due = await store.listDue(database.write, now, [second!, third!, over], batchMax);
    const fresh = due.filter((id) => !tried.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) {
      tried.add(id);
      await advance(deps, id).catch((err) =>
        log.error({ subscription: id, err }, 'a subscription could not be brought up to date'),
      );
    }
  }
}

/** Once for each end: mark and mail are of one transaction. */
export async function remindOfEnds(deps: Subscriptions): Promise<void> {
  const { database, clock } = deps.kernel;
  const now = clock.now();
  const soon = (ms: number) => new Date(now.getTime() + ms);
  const ends = { now, trialBefore: soon(trialReminderMs), yearBefore: soon(yearReminderMs) };
  for (const id of await store.listToRemind(database.write, ends, batchMax))
    await database.transaction(async (tx) => {
      const row = await store.tryLockSubscription(tx, id);
      if (row?.reminded_for?.getTime() === row?.current_period_end.getTime()) return;
      if (!row || row.cancel_at_period_end) return;
      await store.updateSubscription(tx, id, { reminded_for: row.current_period_end });
      await sendReminderMail(deps, tx, row);
    });
}
