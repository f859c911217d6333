import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ChartMetric, ChartPeriod } from '../../contract.ts';
import { BarChart, chartHeightPx } from '../charts/BarChart.tsx';
import { ChartSummary } from '../charts/ChartSummary.tsx';
import { toBarChart } from '../charts/chart-rows.ts';
import { useChart } from '../charts/queries.ts';
import { type ChartView, ViewSwitch } from '../charts/ViewSwitch.tsx';

const metrics: readonly { value: ChartMetric; label: string; none: string }[] = [
  { value: 'requests', label: 'Requests', none: 'Calls of the API appear here, day by day.' },
  { value: 'spend', label: 'Spending', none: 'What your plan and usage cost appears here.' },
  { value: 'payments', label: 'Payments', none: 'What you add to your wallet appears here.' },
];
const periods: readonly { value: ChartPeriod; label: string }[] = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '13 weeks' },
  { value: '1y', label: '12 months' },
];

type Shown = { metric: ChartMetric; period: ChartPeriod; view: ChartView };

function Drawing({ metric, period, view }: Shown) {
  const chart = useChart({ metric, period, compare: 'previous' });
  if (chart.isPending)
    return (
      <div aria-busy="true">
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
        message={messageOf(chart.error)}
        onRetry={() => chart.refetch()}
        isRetrying={chart.isFetching}
      />
    );
  const shown = toBarChart(chart.data);
  const isEmpty = chart.data.table.every(({ value, previous }) => !value && !previous);
  if (isEmpty)
    return (
      <EmptyState title="Nothing in this time">
        {metrics.find(({ value }) => value === metric)?.none}
      </EmptyState>
    );
  return (
    <>
      <ChartSummary chart={chart.data} />
      <BarChart {...shown} view={view} />
    </>
  );
}

/** Requests, spending or payments over time, beside the time before. */
export function OverTime() {
  const [shown, setShown] = useState<Shown>({ metric: 'requests', period: '30d', view: 'chart' });
  const change = (changes: Partial<Shown>) => setShown((now) => ({ ...now, ...changes }));
  return (
    <Panel
      title="Over time"
      actions={
        <>
          <SelectField
            label="What"
            isLabelHidden
            options={metrics}
            value={shown.metric}
            onChange={({ target }) => change({ metric: target.value as ChartMetric })}
          />
          <SelectField
            label="Time"
            isLabelHidden
            options={periods}
            value={shown.period}
            onChange={({ target }) => change({ period: target.value as ChartPeriod })}
          />
          <ViewSwitch view={shown.view} onChange={(view) => change({ view })} />
        </>
      }
    >
      <Drawing {...shown} />
    </Panel>
  );
}
