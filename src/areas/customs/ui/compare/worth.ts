// Amounts of several currencies beside one another: in one currency, and their differences.
import { formatMoney } from '#lib/format-money.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';

export const displayCurrencies = ['own', 'USD', 'EUR'] as const;
/** `own`: each scenario in the currency of its country. */
export type DisplayCurrency = (typeof displayCurrencies)[number];

/** Scenarios are compared in this currency when each is shown in its own. */
const commonCurrency = 'USD';

type Priced = Pick<CalculationWire, 'currency' | 'rates_to'>;

/** Null for an unknown amount, and without a rate. */
export function worthIn(to: string, amount: string | null, calculation: Priced): number | null {
  if (amount === null) return null;
  if (calculation.currency === to) return Number(amount);
  const rate = calculation.rates_to?.[to];
  return rate === undefined ? null : Number(amount) * Number(rate);
}

/** In its own currency when there is no rate to the shown one. */
export function formatIn(display: DisplayCurrency, amount: string, calculation: Priced): string {
  const worth = display === 'own' ? null : worthIn(display, amount, calculation);
  return worth === null
    ? formatMoney(amount, calculation.currency)
    : formatMoney(worth.toFixed(2), display);
}

export const readDifferenceCurrency = (display: DisplayCurrency): string =>
  display === 'own' ? commonCurrency : display;

export type Compared = { calculation: Priced; amount: string | null; isMinimum: boolean };

/**
 * How much more each amount is than the least one. Null for the least one itself and for unknown
 * amounts; for all of them while an amount is not known in full, which may be less.
 */
export function listDifferences(
  row: readonly Compared[],
  display: DisplayCurrency,
): (number | null)[] {
  const to = readDifferenceCurrency(display);
  const worths = row.map(({ amount, calculation }) => worthIn(to, amount, calculation));
  const isKnown = row.every(({ isMinimum }, at) => !isMinimum && worths[at] !== null);
  if (!isKnown || row.length < 2) return row.map(() => null);
  const least = Math.min(...worths.map((worth) => worth ?? 0));
  return worths.map((worth) => {
    const difference = (worth ?? 0) - least;
    return difference < 0.005 ? null : difference;
  });
}
