// What overage may cost in a usage month. A cap in money is turned into the counter reading that it
// pays for, so that a call is compared with a number and not with a price.
import { Decimal, toDecimal } from '#lib/decimal.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  isPositive,
  roundToAmount,
  toAmount,
  zero,
} from '#lib/money.ts';
import { type SpendingPercent, spendingPercents } from '../../wire/spending.constants.ts';

/** A unit price can be smaller than a cent, so it is a decimal string and not an Amount. */
export type OveragePrice = { unit: string; price: string; currency: string };

/** What the usage month's records of overage cover already. */
export type RecordedOverage = { amount: Amount; counterReading: number };

export type OverageTerms = OveragePrice & {
  /** The most that the month's overage may cost; null without a cap. */
  cap: Amount | null;
  recorded: RecordedOverage;
};

export type SpendingSetting = {
  isOverageOn: boolean;
  /** The customer's own; null for what the tariff sets. */
  cap: Amount | null;
};

export const settingDefault: SpendingSetting = { isOverageOn: true, cap: null };

/** The customer's cap or else the plan's; in another currency than the plan's it allows nothing. */
export function readCap(
  { cap }: SpendingSetting,
  tariff: { overage_cap: string | null; currency: string },
): Amount | null {
  if (cap) return cap.currency === tariff.currency ? cap : zero(tariff.currency);
  return tariff.overage_cap === null ? null : toAmount(tariff.overage_cap, tariff.currency);
}

/** Never negative: more than a lowered cap may be recorded already. */
export function subtractSpent(cap: Amount, spent: Amount): Amount {
  const left = cap.minor - spent.minor;
  return { currency: cap.currency, minor: left > 0n ? left : 0n };
}

/** The reading up to which nothing more is owed: the quota, or what is recorded already. */
const paidReading = (quota: number, { recorded }: Pick<OverageTerms, 'recorded'>): number =>
  Math.max(quota, recorded.counterReading);

/** The highest reading of the counter that the cap pays for; null without a cap. */
export function computeCeiling(quota: number | null, terms: OverageTerms | null): number | null {
  if (quota === null || !terms?.cap) return null;
  const units = toDecimal(subtractSpent(terms.cap, terms.recorded.amount)).div(terms.price).floor();
  return units.plus(paidReading(quota, terms)).toNumber();
}

/** What the month's overage costs so far. What passed the cap is not charged. */
export function computeSpent(quota: number | null, terms: OverageTerms, used: number): Amount {
  const { recorded, price, currency, cap } = terms;
  if (quota === null) return recorded.amount;
  const units = Math.max(0, used - paidReading(quota, terms));
  const open = roundToAmount(new Decimal(price).times(units), currency, 'half-even');
  const left = cap && subtractSpent(cap, recorded.amount);
  return addAmounts(recorded.amount, left && compareAmounts(open, left) > 0 ? left : open);
}

/** The highest percentage that is reached; null if none. Nothing is reached of a cap of zero. */
export function percentReached(used: Decimal, of: Decimal): SpendingPercent | null {
  if (!of.isPositive() || of.isZero()) return null;
  return spendingPercents.findLast((percent) => used.times(100).gte(of.times(percent))) ?? null;
}

/** Every percentage that is reached with the highest one, ascending. */
export const percentsUpTo = (highest: SpendingPercent): SpendingPercent[] =>
  spendingPercents.filter((percent) => percent <= highest);

/** Of a cap. It is also reached when what is left pays for no further unit. */
export const percentOfCap = (
  cap: Amount,
  spent: Amount,
  { used, ceiling }: { used: number; ceiling: number | null },
): SpendingPercent | null =>
  ceiling !== null && used >= ceiling && isPositive(cap)
    ? 100
    : percentReached(toDecimal(spent), toDecimal(cap));
