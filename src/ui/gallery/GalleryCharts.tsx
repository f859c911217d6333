import { useState } from 'react';
import { formatNumber, formatUtcDate } from '#lib/format.ts';
import { BarChart, type BarChartProps } from '../charts/BarChart.tsx';
import { ChartTable, TableDisclosure } from '../charts/ChartTable.tsx';
import { type ChartView, ChartViewSwitch } from '../charts/ChartViewSwitch.tsx';
import { LineChart } from '../charts/LineChart.tsx';
import { SparkBars } from '../charts/SparkBars.tsx';
import { Panel } from '../Panel.tsx';

const rows = [4, 9, 7, 0, 12, 6, 3].map((count, index) => ({
  x: `2026-11-${14 + index}`,
  values: { calls: count * 100, errors: count * 12, slow: count * 31 },
  previous: 500 + index * 90,
  partial: index === 6,
}));

const formats = {
  formatAxisTime: (x: string) => String(Number(x.slice(-2))),
  formatTime: formatUtcDate,
  formatValue: formatNumber,
  formatAxisValue: formatNumber,
};

const calls: BarChartProps = {
  ...formats,
  label: 'Calls from 14 to 20 Nov 2026',
  rows,
  series: [
    { key: 'calls', name: 'Calls' },
    { key: 'errors', name: 'Errors' },
    { key: 'slow', name: 'Slow' },
  ],
  hasPrevious: true,
  heightPx: 260,
};

function SwitchedChart() {
  const [view, setView] = useState<ChartView>('chart');
  return (
    <Panel title="Stacked bars" actions={<ChartViewSwitch view={view} onChange={setView} />}>
      {view === 'chart' ? <BarChart {...calls} /> : <ChartTable {...calls} />}
    </Panel>
  );
}

export const GalleryCharts = () => (
  <div className="grid gap-6 lg:grid-cols-2">
    <SwitchedChart />
    <Panel title="Grouped bars">
      <BarChart {...calls} layout="grouped" hasPrevious={false} />
    </Panel>
    <Panel title="Bars below zero">
      <BarChart
        {...formats}
        label="What came and what went"
        rows={rows.map(({ x, values: { calls, errors, slow } }) => ({
          x,
          values: { came: calls, more: slow, back: errors, less: -slow, went: -errors * 3 },
        }))}
        series={[
          { key: 'came', name: 'Came' },
          { key: 'more', name: 'More' },
          { key: 'back', name: 'Came back' },
          { key: 'less', name: 'Less' },
          { key: 'went', name: 'Went' },
        ]}
        heightPx={260}
      />
    </Panel>
    <Panel title="Lines">
      <LineChart
        {...formats}
        label="Requests, and how many were successful"
        rows={rows.map(({ x, values }) => ({
          x,
          values: { requests: values.calls, success: values.calls - values.errors },
        }))}
        series={[
          { key: 'success', name: 'Successful' },
          { key: 'requests', name: 'Requests', isDashed: true },
        ]}
      />
      <TableDisclosure
        caption="Requests by day"
        columns={[
          { key: 'x', header: 'Day', cell: ({ x }) => formatUtcDate(x) },
          { key: 'calls', header: 'Requests', cell: (row) => row.values.calls, isNumeric: true },
        ]}
        rows={rows}
        rowKey={({ x }) => x}
      />
    </Panel>
    <Panel title="Steps">
      <LineChart
        {...formats}
        label="A balance that falls below zero"
        rows={rows.map(({ x, values }) => ({ x, values: { balance: values.calls - 450 } }))}
        series={[{ key: 'balance', name: 'Balance' }]}
        shape="step"
      />
      <SparkBars
        label="Calls by day"
        bars={rows.map(({ x, values }) => ({ name: x, value: values.calls }))}
      />
    </Panel>
  </div>
);
