// What usage over a monthly quota costs.
import type { Db } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import { type Amount, roundToAmount } from '#lib/money.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { Entitlements } from '../entitlements.ts';
import type { OveragePrice } from '../spending/spending-rules.ts';
import { readCounters } from '../usage/metering/counter-store.ts';

export type Overage = {
  metric: UsageMetric;
  included: number;
  used: number;
  /** Over the quota, without what is recorded already. */
  units: number;
  /** Price of a unit, as a decimal string. */
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
 * The price of a month's overage by the plan that was in effect, rounded half-even; null if the
 * tariff sells none or none was used. The last records of a month arrive within a minute of its
 * end: charge it after that. `start` identifies the month; usage up to the counter reading
 * `recordedTo` is recorded already.
 */
export async function priceOverage(
  db: Db,
  accountId: number,
  plan: Pick<Entitlements, 'limits'> & { overage: OveragePrice | null },
  { start, recordedTo = 0 }: { start: Date; recordedTo?: number },
): Promise<Overage | null> {
  if (!plan.overage || !Object.hasOwn(limitNames, plan.overage.unit)) return null;
  const metric = plan.overage.unit as keyof typeof limitNames;
  const included = plan.limits[limitNames[metric]];
  if (included === null) return null;
  const month = { metric, span: 'month' as const, startsAt: start };
  const [used = 0] = await readCounters(db, accountId, [month]);
  const free = Math.max(included, recordedTo);
  if (used <= free) return null;
  const units = new Decimal(used).minus(free);
  const { price, currency } = plan.overage;
  const amount = roundToAmount(units.times(price), currency, 'half-even');
  return { metric, included, used, units: units.toNumber(), price, amount };
}
