// The months and the currency that figures are shown for: both are in the address.
import { isCurrency } from '#lib/currencies.ts';
import { startOfMonth } from '#lib/months.ts';
import { useAddressValues } from '#ui/use-address-values.ts';
import { baseCurrency, monthsDefault } from '../../wire/figures.constants.ts';

export type MonthsQuery = { from: string };

export const monthChoices = [3, 6, 12, 18, 24, 36] as const;

/** The first of so many months in UTC, the current one included: `2026-01`. */
export function findFirstMonth(months: number, now = new Date()): string {
  return startOfMonth(now, 1 - months)
    .toISOString()
    .slice(0, 7);
}

export function useFigurePeriod() {
  const [address, changeAddress] = useAddressValues();
  const requested = Number(address.get('months'));
  const months = monthChoices.find((choice) => choice === requested) ?? monthsDefault;
  const text = address.get('currency') ?? baseCurrency;
  const currency = isCurrency(text) ? text : baseCurrency;
  /** A page or a month of the last period may not exist in the next one. */
  function change(name: 'months' | 'currency', value: string, unset: string) {
    changeAddress({ page: null, month: null, [name]: value === unset ? null : value });
  }
  return {
    months,
    currency,
    query: { from: findFirstMonth(months) } satisfies MonthsQuery,
    chooseMonths: (value: string) => change('months', value, String(monthsDefault)),
    chooseCurrency: (value: string) => change('currency', value, baseCurrency),
  };
}
export type FigurePeriod = ReturnType<typeof useFigurePeriod>;
