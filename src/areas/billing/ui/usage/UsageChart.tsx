import { errorMessage } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { BarChart, type BarChartProps, chartHeightPx } from '#ui/charts/BarChart.tsx';
import { ChartTable } from '#ui/charts/ChartTable.tsx';
import { ChartViewSwitch } from '#ui/charts/ChartViewSwitch.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toBarChartProps } from '../charts/chart-rows.ts';
import { useChart } from '../charts/queries.ts';
import { toHourlyChartProps } from './hourly-chart.ts';
import { isGroup, useUsage } from './queries.ts';
import {
  type Period,
  toChartQuery,
  toUsageQuery,
  type UsageFilters,
  type UsageView,
} from './usage-filters.ts';

const hoursInAPage = '100';

/** Hours come from the usage list, days from the charts endpoint. */
function useUsageChart(filters: UsageFilters) {
  const isHourly = filters.period === '24h';
  const hourly = { ...toUsageQuery({ ...filters, group: '' }), page_size: hoursInAPage };
  const hours = useUsage({ ...hourly, group_by: 'hour' }, { isEnabled: isHourly });
  const days = useChart(toChartQuery(filters), { isEnabled: !isHourly });
  let chart: BarChartProps | undefined;
  if (isHourly && hours.data)
    chart = toHourlyChartProps(hours.data.results.filter(isGroup), hours.dataUpdatedAt);
  else if (!isHourly && days.data) chart = toBarChartProps(days.data);
  return { chart, query: isHourly ? hours : days };
}

const isEmpty = ({ rows }: BarChartProps) =>
  rows.every(({ values }) => Object.values(values).every((value) => value === 0));

function Drawing({ filters, isNarrowed, clear }: UsageView) {
  const { chart, query } = useUsageChart(filters);
  if (query.isError)
    return (
      <LoadError
        message={errorMessage(query.error)}
        onRetry={() => query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (!chart)
    return (
      <div style={{ height: chartHeightPx }}>
        <span className="sr-only">Loading the chart</span>
        <Skeleton className="size-full" />
      </div>
    );
  if (isEmpty(chart))
    return isNarrowed ? (
      <EmptyState
        title="No request matches"
        action={<Button onClick={clear}>Clear filters</Button>}
      >
        Try fewer filters or a longer period.
      </EmptyState>
    ) : (
      <EmptyState title="No requests in this period">
        Calls by key, and customs, proxy and speech calls from the dashboard, are counted.
      </EmptyState>
    );
  return filters.view === 'table' ? <ChartTable {...chart} /> : <BarChart {...chart} />;
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
    actions={<ChartViewSwitch view={view.filters.view} onChange={view.show} />}
  >
    <Drawing {...view} />
  </Panel>
);
