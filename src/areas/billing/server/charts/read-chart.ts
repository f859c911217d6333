import type { z } from 'zod';
import { readCurrency } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import {
  type ChartWire,
  type readChart as chartContract,
  type DetailedChartWire,
  type readDetailedChart as detailedContract,
  groupingsByMetric,
} from '../../wire/charts.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import {
  breakDownMoney,
  breakDownPayments,
  breakDownRequests,
  groupRequests,
  splitKeys,
} from './chart-breakdown.ts';
import { type ChartBuckets, listPeriodBuckets, previousBuckets } from './chart-buckets.ts';
import { type Figures, readFigures } from './chart-figures.ts';
import { buildSeries, buildTable, type Group, seriesByGroup } from './chart-series.ts';
import { changeBetween, serializeTotals, sumFigures } from './chart-totals.ts';

type ChartQuery = Omit<z.output<(typeof chartContract)['query']>, 'user'>;
type DetailedQuery = Omit<z.output<(typeof detailedContract)['query']>, 'user'>;

export async function readChart(
  deps: Subscriptions,
  db: Db,
  accountId: number,
  query: ChartQuery,
): Promise<ChartWire> {
  const currency = readCurrency(query.currency);
  const buckets = listPeriodBuckets(query.period, deps.kernel.clock.now(), query.timezone);
  const figures = await readFigures(deps, db, { accountId, currency, buckets });
  return toChart(figures, query, { buckets, currency });
}

type ChartContext = { buckets: ChartBuckets; currency: string };

function toChart(
  figures: Figures,
  { metric, period, timezone }: ChartQuery,
  context: ChartContext,
): ChartWire {
  const { buckets, currency } = context;
  return {
    series: [buildSeries(figures, metric, buckets)],
    metric,
    period,
    granularity: buckets.unit,
    timezone,
    from: buckets.starts[0]!.toISOString(),
    to: buckets.until.toISOString(),
    totals: serializeTotals(sumFigures(figures, metric, currency)),
    currency,
  };
}

/** Throws InvalidInput for an unknown currency or a breakdown that the metric lacks. */
export async function readDetailedChart(
  deps: Subscriptions,
  db: Db,
  accountId: number,
  query: DetailedQuery,
): Promise<DetailedChartWire> {
  const { metric, group_by, timezone } = query;
  assertGrouping(query);
  const currency = readCurrency(query.currency);
  const buckets = listPeriodBuckets(query.period, deps.kernel.clock.now(), timezone);
  const before = query.compare ? previousBuckets(buckets, timezone) : null;
  const splitBy = metric === 'requests' && group_by ? splitKeys[group_by] : undefined;
  const of = { accountId, currency, filter: toUsageFilter(query) };
  const [figures, figuresBefore] = await Promise.all([
    readFigures(deps, db, { ...of, buckets, splitBy }),
    before && readFigures(deps, db, { ...of, buckets: before }),
  ]);
  const groups = splitBy && group_by ? await groupRequests(db, figures.requests, group_by) : [];
  const chart = toChart(figures, query, { buckets, currency });
  const series =
    groups.length > 0 ? seriesByGroup(figures.requests, groups, buckets) : chart.series;
  const previous =
    before && figuresBefore && toChart(figuresBefore, query, { buckets: before, currency });
  return {
    ...chart,
    series,
    previous: previous && {
      from: previous.from,
      to: previous.to,
      series: previous.series,
      totals: previous.totals,
    },
    change:
      figuresBefore &&
      changeBetween(
        sumFigures(figures, metric, currency),
        sumFigures(figuresBefore, metric, currency),
      ),
    breakdown: await breakDown(deps, db, accountId, query, { figures, groups, buckets }),
    table: buildTable(series, previous?.series[0]),
  };
}

function assertGrouping({ metric, group_by }: DetailedQuery): void {
  if (!group_by || groupingsByMetric[metric].includes(group_by)) return;
  const known = groupingsByMetric[metric].join(', ');
  throw new InvalidInput({ group_by: [`For ${metric} choose of: ${known}.`] });
}

const toUsageFilter = ({
  api_key,
  endpoint,
  endpoint_group,
  status_class,
  error_code,
}: DetailedQuery) => ({
  errorCode: error_code,
  keyId: api_key,
  path: endpoint,
  group: endpoint_group,
  statusClass: status_class,
});

async function breakDown(
  deps: Subscriptions,
  db: Db,
  accountId: number,
  { metric, group_by }: DetailedQuery,
  { figures, groups, buckets }: { figures: Figures; groups: Group[]; buckets: ChartBuckets },
): Promise<DetailedChartWire['breakdown']> {
  if (!group_by) return [];
  if (metric === 'requests') return breakDownRequests(groups);
  if (group_by === 'status') return breakDownPayments(figures.payments);
  return breakDownMoney(deps, db, { accountId, buckets, metric });
}
