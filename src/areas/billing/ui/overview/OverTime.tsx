import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { BarChart, chartHeightPx } from '#ui/charts/BarChart.tsx';
import { ChartTable } from '#ui/charts/ChartTable.tsx';
import { type ChartView, ChartViewSwitch } from '#ui/charts/ChartViewSwitch.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ChartMetric, ChartPeriod } from '../../wire/index.ts';
import { ChartSummary } from '../charts/ChartSummary.tsx';
import { toBarChartProps } from '../charts/chart-rows.ts';
import { useChart } from '../charts/queries.ts';

const metrics: readonly { value: ChartMetric; label: string; none: string }[] = [
  { value: 'requests', label: 'Requests', none: 'Calls of the API appear here, day by day.' },
  { value: 'spend', label: 'Spending', none: 'What your plan and usage cost appears here.' },
  { value: 'payments', label: 'Received', none: 'What you add to your wallet appears here.' },
];
const periods: readonly { value: ChartPeriod; label: string }[] = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '13 weeks' },
  { value: '1y', label: '12 months' },
];

type ChartOptions = { metric: ChartMetric; period: ChartPeriod; view: ChartView };

function Drawing({ metric, period, view }: ChartOptions) {
  const chart = useChart({ metric, period, compare: 'previous' });
  if (chart.isPending)
    return (
      <div>
        <span className="sr-only">Loading the chart</span>
        <Skeleton className="mb-4 h-8 w-40" />
        <span style={{ height: chartHeightPx }} className="block">
          <Skeleton className="size-full" />
        </span>
      </div>
    );
  if (!chart.data)
    return (
      <LoadError
        message={errorMessage(chart.error)}
        onRetry={() => chart.refetch()}
        isRetrying={chart.isFetching}
      />
    );
  const bars = toBarChartProps(chart.data);
  const isEmpty = chart.data.table.every(({ value, previous }) => !value && !previous);
  if (isEmpty)
    return (
      <EmptyState title="No data for this period">
        {metrics.find(({ value }) => value === metric)?.none}
      </EmptyState>
    );
  return (
    <>
      <ChartSummary chart={chart.data} />
      {view === 'table' ? <ChartTable {...bars} /> : <BarChart {...bars} />}
    </>
  );
}

/** Requests, spending or payments over time, compared with the previous period. */
export function OverTime() {
  const [options, setOptions] = useState<ChartOptions>({
    metric: 'requests',
    period: '30d',
    view: 'chart',
  });
  const change = (changes: Partial<ChartOptions>) => setOptions((now) => ({ ...now, ...changes }));
  return (
    <Panel
      title="Over time"
      actions={
        <>
          <SelectField
            label="What"
            isLabelHidden
            options={metrics}
            value={options.metric}
            onChange={({ target }) => change({ metric: target.value as ChartMetric })}
          />
          <SelectField
            label="Time"
            isLabelHidden
            options={periods}
            value={options.period}
            onChange={({ target }) => change({ period: target.value as ChartPeriod })}
          />
          <ChartViewSwitch view={options.view} onChange={(view) => change({ view })} />
        </>
      }
    >
      <Drawing {...options} />
    </Panel>
  );
}
