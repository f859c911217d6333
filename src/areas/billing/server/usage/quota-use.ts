// How full each quota is: for screens, for alerts, for charging what lies past it.

import type { Db } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { type Amount, roundToAmount } from '#lib/money.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.ts';
import { type Allowance, allowancesOf } from './allowances.ts';
import { readCounters } from './counter-store.ts';

/** `goesOn`: past its limit it is charged and not refused. */
export type QuotaUse = Allowance & { used: number; goesOn: boolean };

/** Every quota of the account's plan as the database knows it, at most 250 ms old. */
export async function readQuotaUse(db: Db, accountId: number, now: Date): Promise<QuotaUse[]> {
  const entitlements = await entitlementsOf(db, accountId, now);
  const allowances = allowancesOf(entitlements, now);
  const used = await readCounters(db, accountId, allowances);
  return allowances.map((allowance, at) => ({
    ...allowance,
    used: used[at] ?? 0,
    goesOn: allowance.span === 'month' && entitlements.overage?.unit === allowance.metric,
  }));
}

export type Overage = {
  metric: UsageMetric;
  included: number;
  used: number;
  /** Past what is included or owed for already. */
  units: number;
  /** Of a unit, decimal text. */
  price: string;
  amount: Amount;
};

const limitNames = {
  request: 'requests_per_month',
  audio_second: 'transcription_seconds_per_month',
  character: 'tts_characters_per_month',
  calculation: 'calculations_per_month',
} as const;

/**
 * What a month's use past the quota costs by the plan that held in it, rounded half-even; null
 * where the tariff sells none or none was used. A month that just ended gets its last records
 * within a minute: charge it after that. The month is told by its first moment; what its counter
 * had reached by `notedTo` is owed for already.
 */
export async function overageOf(
  db: Db,
  accountId: number,
  plan: Pick<Entitlements, 'limits' | 'overage'>,
  { start, notedTo = 0 }: { start: Date; notedTo?: number },
): Promise<Overage | null> {
  if (!plan.overage || !Object.hasOwn(limitNames, plan.overage.unit)) return null;
  const metric = plan.overage.unit as keyof typeof limitNames;
  const included = plan.limits[limitNames[metric]];
  if (included === null) return null;
  const month = { metric, span: 'month' as const, startsAt: start };
  const [used = 0] = await readCounters(db, accountId, [month]);
  const free = Math.max(included, notedTo);
  if (used <= free) return null;
  const units = new Decimal(used).minus(free);
  const { price, currency } = plan.overage;
  const amount = roundToAmount(units.times(price), currency, 'half-even');
  return { metric, included, used, units: units.toNumber(), price, amount };
}
