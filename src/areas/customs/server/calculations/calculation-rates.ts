// The exchange rates of a calculation: which one applies, and what to say about its age.
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import type { CalculationInput } from '../../wire/calculation-inputs.ts';
import type { Evaluation } from '../engine/evaluate.ts';
import type { FindRate, Warning } from '../engine/scope.ts';
import { type DayRates, findRate, isStale } from '../rates/rates.ts';
import type { SavedRate } from './calculation-store.ts';
import type { OwnRate } from './check-inputs.ts';
import { listTotalRates } from './serialize-result.ts';

const invertRate = (rate: string): Decimal =>
  new Decimal(1).div(rate).toSignificantDigits(inverseDigits);

/** Enough to convert back without losing a cent. */
const inverseDigits = 20;

/** The user's own rate first, then the saved one, then the day's. */
export function createRateFinder(
  rates: DayRates,
  date: string,
  stated: CalculationInput,
  saved: readonly SavedRate[] = [],
): FindRate {
  const own = (stated.exchange_rates ?? []) as OwnRate[];
  return (from, to) => {
    for (const one of own) {
      const isStraight = one.from === from && one.to === to;
      const isInverse = one.from === to && one.to === from;
      if (!isStraight && !isInverse) continue;
      const rate = isStraight ? new Decimal(one.rate) : invertRate(one.rate);
      return { from, to, rate, date, source: 'own' };
    }
    const same = saved.find((one) => one.from === from && one.to === to);
    if (same) return { ...same, rate: new Decimal(same.rate) };
    return isCurrency(from) && isCurrency(to) ? findRate(rates, from, to) : null;
  };
}

/** For the rates used by the lines, and those that convert the total into other currencies. */
export function listStaleRateWarnings(
  evaluation: Evaluation,
  dayRates: DayRates,
  date: string,
): Warning[] {
  const used = [...evaluation.usedRates, ...listTotalRates(evaluation.currency, dayRates)];
  const stale = used.filter(
    (one) => one.source !== 'own' && one.from !== one.to && isStale(one.date, date),
  );
  const messages = stale.map(({ from, to, date: known }) =>
    known > date
      ? `No exchange rate from ${from} to ${to} is known of ${date}: that of ${known} is used.`
      : `The exchange rate from ${from} to ${to} is of ${known}.`,
  );
  return [...new Set(messages)].map((message) => ({ code: 'rate_stale', message }));
}
