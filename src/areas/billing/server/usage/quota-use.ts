// How full each quota is, for screens and alerts.
import type { Db } from '#kernel/database/database.ts';
import { entitlementsOf } from '../entitlements.ts';
import { type Allowance, allowancesOf } from './allowances.ts';
import { readCounters } from './counter-store.ts';

/** `allowsOverage`: usage over the limit is charged instead of refused. */
export type QuotaUse = Allowance & { used: number; allowsOverage: boolean };

/** Usage of every quota of the account's plan, at most 250 ms old. */
export async function readQuotaUse(db: Db, accountId: number, now: Date): Promise<QuotaUse[]> {
  const entitlements = await entitlementsOf(db, accountId, now);
  const allowances = allowancesOf(entitlements, now);
  const used = await readCounters(db, accountId, allowances);
  return allowances.map((allowance, at) => ({
    ...allowance,
    used: used[at] ?? 0,
    allowsOverage: allowance.span === 'month' && entitlements.overage?.unit === allowance.metric,
  }));
}
