// The hourly overage job: records the overage of ended months and charges what is owed.

import { dayMs, minuteMs } from '#lib/durations.ts';
import { lockSubscription } from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { listOverageSubscriptions, listOwingAccounts } from './overage-store.ts';
import { payOverage } from './pay-overage.ts';
import { recordEndedMonths } from './record-overage.ts';

/** The last usage records of a month arrive within a minute of its end. */
const settleMs = 5 * minuteMs;
const lookBackMs = 62 * dayMs;
const batchMax = 500;

export async function chargeOverages(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const since = new Date(clock.now().getTime() - lookBackMs);
  for (let after: string | null = null; ; ) {
    const batch: string[] = await work.read((db) =>
      listOverageSubscriptions(db, since, after, batchMax),
    );
    for (const id of batch)
      await recordMonths(deps, id).catch((err) =>
        log.error({ subscription: id, err }, 'overage could not be recorded'),
      );
    after = batch.at(-1) ?? null;
    if (batch.length < batchMax) break;
  }
  for (const account of await work.read(listOwingAccounts))
    await work
      .write((tx) => payOverage(deps, tx, account, 'job:billing.overage'))
      .catch((err) => log.error({ account, err }, 'overage could not be charged'));
}

const recordMonths = (deps: Subscriptions, id: string): Promise<void> =>
  deps.kernel.work.write(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (!row) return;
    const settled = new Date(deps.kernel.clock.now().getTime() - settleMs);
    // The usage month of a suspended subscription is paused and ends later.
    const at = row.suspended_at && row.suspended_at < settled ? row.suspended_at : settled;
    await recordEndedMonths(deps, tx, row, at);
  });
