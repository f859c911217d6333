// The guard against broken files: a rate that jumped by more than 20 % keeps its last value until
// the new one was refused on three days. By then the market has moved.
import { Decimal } from '#lib/decimal.ts';
import { formatPair } from './rate-policies.ts';
import type { Refusal } from './rate-store.ts';
import type { Quotation } from './sources/quotation.ts';

const jumpMax = 0.2;
const refusalDays = 3;

/** Units of `currency` for one of `base`, and since when; no day for a rate of a later one. */
export type LastRate = { rate: Decimal; date: string };

export type ScreeningOptions = {
  /** The last rate of a pair before the day of the quotation; undefined for a new pair. */
  findLast: (quotation: Quotation) => LastRate | undefined;
  refusals: readonly Refusal[];
  /** The day that a refusal counts for. */
  toRefusalDay: (quotation: Quotation) => string;
};

const readRate = ({ rate, units }: Pick<Quotation, 'rate' | 'units'>): Decimal =>
  new Decimal(rate).div(units);

/** Days are compared with the ones before them, so one file may contain several. */
export function screenRates(
  quotations: readonly Quotation[],
  { findLast, refusals, toRefusalDay }: ScreeningOptions,
): { accepted: Quotation[]; refused: Refusal[] } {
  const accepted: Quotation[] = [];
  const refused: Refusal[] = [];
  const lastAccepted = new Map<string, LastRate>();
  const byDay = quotations.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  for (const quotation of byDay) {
    const pair = formatPair(quotation);
    const earlier = findLast(quotation);
    const own = lastAccepted.get(pair);
    const last = own && !(earlier && earlier.date > own.date) ? own : earlier;
    const rate = readRate(quotation);
    const refusal = { ...quotation, refusedOn: toRefusalDay(quotation) };
    const known = [...refusals, ...refused].filter((one) => formatPair(one) === pair);
    if (last && hasJumped(last.rate, rate) && !isConfirmed(refusal, last, known)) {
      refused.push(refusal);
    } else {
      accepted.push(quotation);
      lastAccepted.set(pair, { rate, date: quotation.date });
    }
  }
  return { accepted, refused };
}

const hasJumped = (before: Decimal, after: Decimal): boolean =>
  after.div(before).minus(1).abs().gt(jumpMax);

/** Whether about the same rate was refused on the last three days that one was. */
function isConfirmed(refusal: Refusal, last: LastRate, known: readonly Refusal[]): boolean {
  const byDay = new Map(
    known
      .filter(({ refusedOn }) => refusedOn > last.date && refusedOn < refusal.refusedOn)
      .map((one) => [one.refusedOn, one]),
  );
  const newest = [...byDay.values()]
    .toSorted((one, other) => (one.refusedOn < other.refusedOn ? 1 : -1))
    .slice(0, refusalDays);
  const same = newest.filter((one) => !hasJumped(readRate(one), readRate(refusal)));
  return same.length >= refusalDays;
}
