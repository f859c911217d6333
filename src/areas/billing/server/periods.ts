// Calendar months in UTC: 31 January + 1 month is the last day of February, and the following month
// ends on 31 March. Periods are counted from an anchor, never from the previous period; otherwise
// the 31st would be lost in February.
import type { BillingPeriod } from '../wire/tariffs.ts';

export type Period = { start: Date; end: Date };

export const periodMonths: Record<BillingPeriod, number> = { monthly: 1, yearly: 12 };

/** The anchor's day and time, `months` later; earlier if negative. */
export function addMonths(anchor: Date, months: number): Date {
  const at = new Date(anchor);
  const day = at.getUTCDate();
  // Set to the 1st first: a day that the target month lacks would overflow into the next one.
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  at.setUTCDate(Math.min(day, daysIn(at)));
  return at;
}

const daysIn = (at: Date): number =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();

/** The number of whole steps of `step` months from the anchor up to and including `at`. */
function stepsUntil(anchor: Date, at: Date, step: number): number {
  const months =
    (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  const steps = Math.floor(months / step);
  return addMonths(anchor, steps * step) <= at ? steps : steps - 1;
}

/** The period of the anchor's grid that contains `at`; the end is exclusive. */
export function periodAt(anchor: Date, at: Date, billingPeriod: BillingPeriod): Period {
  const step = periodMonths[billingPeriod];
  const steps = stepsUntil(anchor, at, step);
  return { start: addMonths(anchor, steps * step), end: addMonths(anchor, (steps + 1) * step) };
}

/** The period after one that ended at `start`, up to the next boundary of the anchor's grid. */
export const periodFrom = (anchor: Date, start: Date, billingPeriod: BillingPeriod): Period => ({
  start,
  end: periodAt(anchor, start, billingPeriod).end,
});

/** The whole periods that follow one that ended at `start`, and are over by `now`. */
export function periodsOver(
  anchor: Date,
  start: Date,
  billingPeriod: BillingPeriod,
  now: Date,
): Period[] {
  const over: Period[] = [];
  let next = periodFrom(anchor, start, billingPeriod);
  for (; next.end <= now; next = periodFrom(anchor, next.end, billingPeriod)) over.push(next);
  return over;
}
