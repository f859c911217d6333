// What was used past the quota of a month, charged when the month is over. The journal's key is
// made of the month: it is charged once, whoever tries and however often. A wallet that lacks the
// money is tried again every hour until the next month ends.
import { charge, InsufficientBalance } from '#areas/ledger/server/index.ts';
import { displayAmount, isZero } from '#lib/money.ts';
import { overageOfTariff } from '../entitlements.ts';
import { type Period, periodAt } from '../periods.ts';
import { type Overage, overageOf } from '../usage/quota-use.ts';
import { findTariffHeldAt, listWithOverage, type OverageCandidate } from './overage-store.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The last records of a month arrive within a minute of its end. */
const settleMs = 5 * 60_000;
const lookBackMs = 62 * 86_400_000;
const batchMax = 500;

export async function chargeOverages(deps: Subscriptions): Promise<void> {
  const { database, clock, log } = deps.kernel;
  const since = new Date(clock.now().getTime() - lookBackMs);
  let after: string | null = null;
  for (;;) {
    const batch: OverageCandidate[] = await listWithOverage(database.write, since, after, batchMax);
    for (const one of batch)
      await chargeLastMonth(deps, one).catch((err) =>
        log.error({ subscription: one.id, err }, 'use past the quota could not be charged'),
      );
    after = batch.at(-1)?.id ?? null;
    if (batch.length < batchMax) return;
  }
}

async function chargeLastMonth(deps: Subscriptions, one: OverageCandidate): Promise<void> {
  const { database, clock } = deps.kernel;
  const month = lastMonth(one.anchorAt, new Date(clock.now().getTime() - settleMs));
  const held = await findTariffHeldAt(database.write, one.id, new Date(month.end.getTime() - 1));
  if (!held) return;
  const plan = { limits: held.limits, overage: overageOfTariff(held) };
  const overage = await overageOf(database.write, one.accountId, plan, month.start);
  if (overage && !isZero(overage.amount)) await take(deps, one, month, overage);
}

/** The month before the one that holds `at`. */
function lastMonth(anchor: Date, at: Date): Period {
  const { start } = periodAt(anchor, at, 'monthly');
  return periodAt(anchor, new Date(start.getTime() - 1), 'monthly');
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const count = new Intl.NumberFormat('en');

async function take(
  { kernel, ledger }: Subscriptions,
  { id, accountId }: OverageCandidate,
  { start, end }: Period,
  { metric, units, amount, price }: Overage,
): Promise<void> {
  try {
    await ledger.post(
      kernel.database.write,
      charge({
        accountId,
        amount,
        idempotencyKey: `subscription:${id}:overage:${start.toISOString()}`,
        description: `${count.format(units)} past the quota, ${day.formatRange(start, end)}`,
        actor: 'job:billing.overage',
        subscriptionId: id,
        metadata: { kind: 'overage', metric, units, price },
      }),
    );
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    kernel.log.warn(
      { subscription: id, amount: displayAmount(amount) },
      'the wallet lacks the money for use past the quota',
    );
  }
}
