// Whoever changes a cap sees what is used of it, so what it has reached already needs no mail.
import type { Tx } from '#kernel/database/database.ts';
import { toDecimal } from '#lib/decimal.ts';
import { claimAlert } from '../usage/alerts/alert-store.ts';
import type { Spending } from './read-spending.ts';
import { computeCeiling, percentOfCap, percentsUpTo } from './spending-rules.ts';

export async function skipReached(
  tx: Tx,
  accountId: number,
  { cap, spent, terms, quota, used, plan }: Spending,
  now: Date,
): Promise<void> {
  if (!cap || !terms) return;
  const highest = percentOfCap(cap, spent, { used, ceiling: computeCeiling(quota, terms) });
  if (!highest) return;
  for (const percent of percentsUpTo(highest))
    await claimAlert(tx, {
      accountId,
      subject: 'spending_cap',
      startsAt: plan.month.start,
      percent,
      of: toDecimal(cap).toFixed(),
      now,
    });
}
