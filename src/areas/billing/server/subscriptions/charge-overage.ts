// The hourly look at use past quotas: months that are over are noted, and what is owed is taken.
import { noteEndedMonths } from './note-overage.ts';
import { listOwing, listWithOverage } from './overage-store.ts';
import { payOverage } from './pay-overage.ts';
import { lockSubscription } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The last records of a month arrive within a minute of its end. */
const settleMs = 5 * 60_000;
const lookBackMs = 62 * 86_400_000;
const batchMax = 500;

export async function chargeOverages(deps: Subscriptions): Promise<void> {
  const { work, clock, log } = deps.kernel;
  const since = new Date(clock.now().getTime() - lookBackMs);
  for (let after: string | null = null; ; ) {
    const batch: string[] = await work.read((db) => listWithOverage(db, since, after, batchMax));
    for (const id of batch)
      await noteMonths(deps, id).catch((err) =>
        log.error({ subscription: id, err }, 'use past the quota could not be noted'),
      );
    after = batch.at(-1) ?? null;
    if (batch.length < batchMax) break;
  }
  for (const account of await work.read(listOwing))
    await work
      .write((tx) => payOverage(deps, tx, account, 'job:billing.overage'))
      .catch((err) => log.error({ account, err }, 'use past the quota could not be charged'));
}

const noteMonths = (deps: Subscriptions, id: string): Promise<void> =>
  deps.kernel.work.write(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (!row) return;
    const settled = new Date(deps.kernel.clock.now().getTime() - settleMs);
    // The month of a suspended plan stands, and ends later by as long.
    const at = row.suspended_at && row.suspended_at < settled ? row.suspended_at : settled;
    await noteEndedMonths(deps, tx, row, at);
  });
