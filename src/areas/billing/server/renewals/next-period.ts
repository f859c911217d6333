import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { isZero, toDecimalText, zero } from '#lib/money.ts';
import { recordUntilNow } from '../overage/record-overage.ts';
import { periodAt, periodFrom } from '../periods.ts';
import {
  noPendingChange,
  readFreeAnchor,
  transition,
} from '../subscriptions/states/transition-subscription.ts';
import type * as subscriptionStore from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { chargePeriod } from './charge-period.ts';
import { changesAtRenewal, readNextTerms } from './next-charge.ts';

/** Charges the balance and starts the next period, also of a past due plan. `tx` locks the row. */
export async function renew(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  actor = 'job:billing.renew',
): Promise<subscriptionStore.SubscriptionRow | InsufficientBalance> {
  const { tariff, billingPeriod, price, anchor: paidAnchor } = await readNextTerms(tx, row);
  const isFree = isZero(price);
  const anchor = isFree ? await readFreeAnchor(deps, tx, row.account_id) : paidAnchor;
  // After the anchor moves, no later run looks at months counted from the old one.
  if (anchor.getTime() !== row.billing_anchor_at.getTime()) await recordUntilNow(deps, tx, row);
  // The free tariff costs nothing: whatever was missed, its month is the one that runs now.
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
    ...(changesAtRenewal(row) && noPendingChange),
  });
}
