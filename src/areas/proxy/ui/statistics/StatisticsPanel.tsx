import { errorMessage } from '#lib/call-error.ts';
import { formatBytes, formatCount, formatTimeOfDay, formatUtcDay } from '#lib/format.ts';
import { TableDisclosure } from '#ui/charts/ChartTable.tsx';
import { LineChart } from '#ui/charts/LineChart.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { useAddressValues } from '#ui/use-address-values.ts';
import type { ProxyStatisticsWire } from '../../wire/index.ts';
import { formatMs, formatSuccessRate, reasonLabels } from '../proxy.labels.ts';
import { useProxyStatistics } from '../queries.ts';
import { LoginTraffic } from './LoginTraffic.tsx';
import { StatisticsBreakdown } from './StatisticsBreakdown.tsx';

const periods = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

function Figures({ statistics: s }: { statistics: ProxyStatisticsWire }) {
  const figures = [
    ['Requests sent', formatCount(s.requests_total)],
    ['Success', formatSuccessRate(s.success_rate)],
    ['Banned', formatCount(s.requests_blocked)],
    ['95th percentile', formatMs(s.p95_latency_ms)],
    ['Traffic', formatBytes(s.bandwidth_bytes)],
    ['Proxies used', formatCount(s.proxies_used)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-quiet">{name}</dt>
          <dd className="font-mono text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reasons({ reasons }: { reasons: ProxyStatisticsWire['error_reasons'] }) {
  if (reasons.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="text-base">Why requests failed</h3>
      <ul className="mt-2 divide-y divide-line text-sm">
        {reasons.map(({ reason, count, how_to_fix }) => (
          <li key={reason} className="flex gap-4 py-2">
            <span className="w-12 shrink-0 text-right font-mono tabular-nums">
              {formatCount(count)}
            </span>
            <span>
              <span className="font-medium">{reasonLabels[reason]}.</span>{' '}
              <span className="text-quiet">{how_to_fix}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Point = ProxyStatisticsWire['series'][number];

const seriesColumns = (formatTime: (x: string) => string, last?: string): Column<Point>[] => [
  {
    key: 'x',
    header: 'Time',
    cell: ({ x }) => (
      <>
        {formatTime(x)}
        {x === last && <span className="text-quiet">, so far</span>}
      </>
    ),
  },
  {
    key: 'requests',
    header: 'Requests sent',
    cell: (point) => formatCount(point.requests),
    isNumeric: true,
  },
  {
    key: 'success',
    header: 'Successful',
    cell: (point) => formatCount(point.success),
    isNumeric: true,
  },
  {
    key: 'blocked',
    header: 'Banned',
    cell: (point) => formatCount(point.blocked),
    isNumeric: true,
  },
];

function Content({ statistics }: { statistics: ProxyStatisticsWire }) {
  const { series, period, requests_total, error_reasons } = statistics;
  const formatTime = period === '24h' ? formatTimeOfDay : formatUtcDay;
  if (requests_total === 0)
    return (
      <EmptyState title="No requests in this period">
        Send a request with the test console or the gateway.
      </EmptyState>
    );
  const label = `${formatCount(requests_total)} requests, ${formatSuccessRate(statistics.success_rate)} successful`;
  return (
    <>
      <Figures statistics={statistics} />
      <div className="mt-6">
        <LineChart
          label={label}
          rows={series.map(({ x, requests, success }, at) => ({
            x,
            values: { requests, success },
            // The last hour or day goes on.
            partial: at === series.length - 1,
          }))}
          series={[
            { key: 'success', name: 'Successful' },
            { key: 'requests', name: 'Requests sent', isDashed: true },
          ]}
          formatAxisTime={formatTime}
          formatTime={formatTime}
          formatValue={formatCount}
          formatAxisValue={formatCount}
        />
      </div>
      <TableDisclosure
        caption="Requests over time"
        columns={seriesColumns(formatTime, series.at(-1)?.x)}
        rows={series.toReversed()}
        rowKey={({ x }) => x}
      />
      <Reasons reasons={error_reasons} />
      <StatisticsBreakdown statistics={statistics} />
      <LoginTraffic logins={statistics.logins} />
    </>
  );
}

type StatisticsPanelProps = {
  name: string;
  /** Reserves the height of the statistics while they load. */
  isUsed: boolean;
};

export function StatisticsPanel({ name, isUsed }: StatisticsPanelProps) {
  const [address, changeAddress] = useAddressValues();
  const requested = address.get('period');
  const period = periods.find(({ value }) => value === requested)?.value ?? '24h';
  const statistics = useProxyStatistics(name, period);
  return (
    <Panel
      title="Requests"
      className="mt-6"
      actions={
        <SelectField
          label="Time"
          isLabelHidden
          options={periods}
          value={period}
          onChange={({ target }) => changeAddress({ period: target.value })}
        />
      }
    >
      {statistics.isPending && (
        <div>
          <span className="sr-only">Loading the statistics</span>
          <Skeleton className={isUsed ? 'h-160 w-full' : 'h-64 w-full'} />
        </div>
      )}
      {statistics.isError && (
        <LoadError
          message={errorMessage(statistics.error)}
          onRetry={() => statistics.refetch()}
          isRetrying={statistics.isFetching}
        />
      )}
      {statistics.data && <Content statistics={statistics.data} />}
    </Panel>
  );
}
