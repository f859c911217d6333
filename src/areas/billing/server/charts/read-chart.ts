import type { z } from 'zod';
import { readCurrency } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import {
  type ChartWire,
  type readChart as chartContract,
  type DetailedChartWire,
  type readDetailedChart as detailedContract,
  groupingsOf,
} from '../../chart-contract.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { type Figures, readFigures } from './chart-figures.ts';
import {
  breakDownPayments,
  breakDownRequests,
  breakDownSpend,
  groupRequests,
  splitKeys,
} from './chart-groups.ts';
import { type Group, seriesByGroup, seriesOf, tableOf } from './chart-series.ts';
import { type ChartTimes, timesBefore, timesOf } from './chart-times.ts';
import { changeBetween, totalsOf, totalsToWire } from './chart-totals.ts';

type ChartQuery = Omit<z.output<(typeof chartContract)['query']>, 'user'>;
type DetailedQuery = Omit<z.output<(typeof detailedContract)['query']>, 'user'>;

export async function readChart(
  deps: Subscriptions,
  db: Db,
  accountId: number,
  query: ChartQuery,
): Promise<ChartWire> {
  const currency = readCurrency(query.currency);
  const times = timesOf(query.period, deps.kernel.clock.now(), query.timezone);
  const figures = await readFigures(deps, db, { accountId, currency, times });
  return toChart(figures, query, { times, currency });
}

type Shown = { times: ChartTimes; currency: string };

function toChart(
  figures: Figures,
  { metric, period, timezone }: ChartQuery,
  shown: Shown,
): ChartWire {
  const { times, currency } = shown;
  return {
    series: [seriesOf(figures, metric, shown)],
    metric,
    period,
    granularity: times.unit,
    timezone,
    from: times.starts[0]!.toISOString(),
    to: times.until.toISOString(),
    totals: totalsToWire(totalsOf(figures, metric, currency)),
    currency,
  };
}

/** Throws InvalidInput for a currency that is none, and a group that the metric has not. */
export async function readDetailedChart(
  deps: Subscriptions,
  db: Db,
  accountId: number,
  query: DetailedQuery,
): Promise<DetailedChartWire> {
  const { metric, group_by, timezone } = query;
  assertGrouping(query);
  const currency = readCurrency(query.currency);
  const times = timesOf(query.period, deps.kernel.clock.now(), timezone);
  const before = query.compare ? timesBefore(times, timezone) : null;
  const splitBy = metric === 'requests' && group_by ? splitKeys[group_by] : undefined;
  const of = { accountId, currency, filter: filterOf(query) };
  const [figures, figuresBefore] = await Promise.all([
    readFigures(deps, db, { ...of, times, splitBy }),
    before && readFigures(deps, db, { ...of, times: before }),
  ]);
  const groups = splitBy && group_by ? await groupRequests(db, figures.requests, group_by) : [];
  const chart = toChart(figures, query, { times, currency });
  const series = groups.length > 0 ? seriesByGroup(figures.requests, groups, times) : chart.series;
  const previous =
    before && figuresBefore && toChart(figuresBefore, query, { times: before, currency });
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
      changeBetween(totalsOf(figures, metric, currency), totalsOf(figuresBefore, metric, currency)),
    breakdown: await breakDown(deps, db, accountId, query, { figures, groups, times }),
    table: tableOf(series, previous?.series[0]),
  };
}

function assertGrouping({ metric, group_by }: DetailedQuery): void {
  if (!group_by || groupingsOf[metric].includes(group_by)) return;
  const known = groupingsOf[metric].join(', ');
  throw new InvalidInput({ group_by: [`For ${metric} choose of: ${known}.`] });
}

const filterOf = ({ api_key, endpoint, endpoint_group, status_class }: DetailedQuery) => ({
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
  { figures, groups, times }: { figures: Figures; groups: Group[]; times: ChartTimes },
): Promise<DetailedChartWire['breakdown']> {
  if (!group_by) return [];
  if (metric === 'requests') return breakDownRequests(groups);
  if (metric === 'payments') return breakDownPayments(figures.payments, group_by);
  return breakDownSpend(deps, db, accountId, times);
}
