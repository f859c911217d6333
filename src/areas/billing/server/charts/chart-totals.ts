// Totals of a chart, and their change against the previous period.
import { Decimal, toDecimal } from '#lib/decimal.ts';
import { type Amount, addAmounts, subtractAmounts, toDecimalText, zero } from '#lib/money.ts';
import type { ChartMetric, ChartTotalsWire, DetailedChartWire } from '../../wire/charts.ts';
import { type Figures, hasFailed, isCompleted } from './chart-figures.ts';

export type Totals = {
  amount: Amount;
  requests: number;
  payments: number;
  successRate: number | null;
};

export function sumFigures(figures: Figures, metric: ChartMetric, currency: string): Totals {
  const { spent, received, payments, requests } = figures;
  const count = (sums: readonly { requests: number }[]) =>
    sums.reduce((sum, one) => sum + one.requests, 0);
  const countPayments = (isCounted: (one: (typeof payments)[number]) => boolean) =>
    payments.filter(isCounted).reduce((sum, one) => sum + Number(one.count), 0);
  const amounts = metric === 'payments' ? received : spent;
  const total = count(requests);
  const refused = requests.reduce((sum, { errors }) => sum + errors, 0);
  const completed = countPayments(isCompleted);
  return {
    amount: amounts.reduce(addAmounts, zero(currency)),
    requests: total,
    payments: completed,
    successRate:
      metric === 'payments'
        ? computeShare(completed, completed + countPayments(hasFailed))
        : computeShare(total - refused, total),
  };
}

const computeShare = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

export const serializeTotals = (totals: Totals): ChartTotalsWire => ({
  total_amount: toDecimalText(totals.amount),
  total_requests: totals.requests,
  total_payments: totals.payments,
  success_rate: totals.successRate,
});

/** Percent to one decimal; null if the previous value is zero. */
const computePercent = (difference: Decimal, before: Decimal): number | null =>
  before.isZero() ? null : difference.div(before.abs()).times(100).toDecimalPlaces(1).toNumber();

export function changeBetween(now: Totals, before: Totals): DetailedChartWire['change'] {
  const difference = subtractAmounts(now.amount, before.amount);
  const counted = (of: 'requests' | 'payments') => {
    const value = now[of] - before[of];
    return { value, percent: computePercent(new Decimal(value), new Decimal(before[of])) };
  };
  return {
    total_amount: {
      value: toDecimalText(difference),
      percent: computePercent(toDecimal(difference), toDecimal(before.amount)),
    },
    total_requests: counted('requests'),
    total_payments: counted('payments'),
  };
}
