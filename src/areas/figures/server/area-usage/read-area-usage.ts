import type { Db } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import { roundToAmount, toDecimalText } from '#lib/money.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { AreaUsageWire } from '../../wire/area-usage.ts';
import { baseCurrency } from '../../wire/figures.constants.ts';
import { type FigurePeriod, monthFacts } from '../period.ts';
import { type AreaSum, findLastDay, listAreaSums } from './area-usage-store.ts';

export async function readAreaUsage(db: Db, period: FigurePeriod): Promise<AreaUsageWire> {
  const [sums, until] = await Promise.all([listAreaSums(db, period), findLastDay(db, period)]);
  const byArea = Map.groupBy(sums, ({ area, metric }) => `${area} ${metric}`);
  return {
    currency: baseCurrency,
    until,
    results: sums.map((sum) => ({
      ...monthFacts(sum.month, period.current),
      ...serializeSum(sum),
    })),
    totals: [...byArea.values()]
      .map(sumUsage)
      .toSorted((a, b) => b.requests - a.requests)
      .map(serializeSum),
  };
}

type Sum = Omit<AreaSum, 'month'>;

const add = (a: string, b: string): string => new Decimal(a).plus(b).toFixed();

const sumUsage = (sums: readonly Sum[]): Sum =>
  sums.reduce((all, one) => ({
    area: all.area,
    metric: all.metric,
    requests: all.requests + one.requests,
    errors: all.errors + one.errors,
    units: add(all.units, one.units),
    cost: add(all.cost, one.cost),
  }));

const serializeSum = ({ area, metric, requests, errors, units, cost }: Sum) => ({
  area,
  metric: metric as UsageMetric,
  requests,
  errors,
  units: new Decimal(units).toFixed(),
  overage: toDecimalText(roundToAmount(cost, baseCurrency)),
});
