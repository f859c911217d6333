// How full each quota is, for screens and alerts.
import type { Db } from '#kernel/database/database.ts';
import { readEntitlements } from '../../entitlements.ts';
import { computeCeiling } from '../../spending/spending-rules.ts';
import { type Allowance, listAllowances } from '../admission/allowances.ts';
import { readCounters } from '../metering/counter-store.ts';

export type QuotaUse = Allowance & {
  used: number;
  /** Usage over the limit is charged instead of refused, as far as the spending cap allows it. */
  allowsOverage: boolean;
  isCapReached: boolean;
};

/** Usage of every quota of the account's plan, at most 250 ms old. */
export async function readQuotaUse(db: Db, accountId: number, now: Date): Promise<QuotaUse[]> {
  const entitlements = await readEntitlements(db, accountId, now);
  const allowances = listAllowances(entitlements, now);
  const used = await readCounters(db, accountId, allowances);
  const { overage } = entitlements;
  return allowances.map((allowance, at) => {
    const count = used[at] ?? 0;
    const allowsOverage = allowance.span === 'month' && overage?.unit === allowance.metric;
    const ceiling = allowsOverage ? computeCeiling(allowance.limit, overage) : null;
    const isCapReached = ceiling !== null && count >= ceiling;
    return { ...allowance, used: count, allowsOverage, isCapReached };
  });
}
