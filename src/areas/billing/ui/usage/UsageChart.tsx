import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { BarChart, type BarChartProps, chartHeightPx } from '../charts/BarChart.tsx';
import { toBarChart } from '../charts/chart-rows.ts';
import { useChart } from '../charts/queries.ts';
import { ViewSwitch } from '../charts/ViewSwitch.tsx';
import { toHourlyChart } from './hourly-chart.ts';
import { isGroup, useUsage } from './queries.ts';
import {
  type Period,
  toChartQuery,
  toUsageQuery,
  type UsageFilters,
  type UsageView,
} from './usage-filters.ts';

const hoursInAPage = '100';

/** Hours come from the list, whole days from the charts. */
function useUsageChart(filters: UsageFilters) {
  const isHourly = filters.period === '24h';
  const hourly = { ...toUsageQuery({ ...filters, group: '' }), page_size: hoursInAPage };
  const hours = useUsage({ ...hourly, group_by: 'hour' }, { isEnabled: isHourly });
  const days = useChart(toChartQuery(filters), { isEnabled: !isHourly });
  let chart: BarChartProps | undefined;
  if (isHourly && hours.data)
    chart = toHourlyChart(hours.data.results.filter(isGroup), hours.dataUpdatedAt);
  else if (!isHourly && days.data) chart = toBarChart(days.data);
  return { chart, query: isHourly ? hours : days };
}

const isEmpty = ({ rows }: BarChartProps) =>
  rows.every(({ values }) => Object.values(values).every((value) => value === 0));

function Drawing({ filters, isNarrowed, clear }: UsageView) {
  const { chart, query } = useUsageChart(filters);
  if (query.isError)
    return (
      <LoadError
        message={messageOf(query.error)}
        onRetry={() => query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (!chart)
    return (
      <div aria-busy="true" style={{ height: chartHeightPx }}>
        <span className="sr-only">Loading the chart</span>
        <Skeleton className="size-full" />
      </div>
    );
  if (isEmpty(chart))
    return isNarrowed ? (
      <EmptyState title="No call matches" action={<Button onClick={clear}>Clear filters</Button>}>
        Try fewer filters or a longer time.
      </EmptyState>
    ) : (
      <EmptyState title="No calls in this time">
        Calls by key, and of customs, proxy and speech from here, are counted.
      </EmptyState>
    );
  return <BarChart {...chart} view={filters.view} />;
}

const spans: Record<Period, string> = {
  '24h': 'By hour',
  '7d': 'By day, in your time zone',
  '30d': 'By day, in your time zone',
  '90d': 'By week, in your time zone',
};

export const UsageChart = (view: UsageView) => (
  <Panel
    title="Requests over time"
    description={spans[view.filters.period]}
    actions={<ViewSwitch view={view.filters.view} onChange={view.show} />}
  >
    <Drawing {...view} />
  </Panel>
);
