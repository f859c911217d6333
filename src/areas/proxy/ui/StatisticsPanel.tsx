import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#client/errors.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ProxyStatisticsWire } from '../contract.ts';
import { reasonLabels, sayBytes, sayCount, sayMs, sayRate } from './proxy-labels.ts';
import { useProxyStatistics } from './queries.ts';
import { StatisticsBreakdown } from './StatisticsBreakdown.tsx';

const RequestsDrawing = lazy(() => import('./RequestsDrawing.tsx'));

const periods = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function Figures({ statistics: s }: { statistics: ProxyStatisticsWire }) {
  const figures = [
    ['Requests', sayCount(s.requests_total)],
    ['Success', sayRate(s.success_rate)],
    ['Banned', sayCount(s.requests_blocked)],
    ['95 % within', sayMs(s.p95_latency_ms)],
    ['Traffic', sayBytes(s.bandwidth_bytes)],
    ['Proxies used', sayCount(s.proxies_used)],
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
              {sayCount(count)}
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

function SeriesTable({ series, sayTime }: Pick<ProxyStatisticsWire, 'series'> & Saying) {
  const cell = 'border-b border-line py-1.5 pl-4 text-right tabular-nums';
  return (
    <details className="mt-4">
      <summary className="link w-fit text-sm">Show as a table</summary>
      <table className="mt-3 w-full text-sm">
        <caption className="sr-only">Requests over time</caption>
        <thead>
          <tr className="text-quiet">
            {['Time', 'Requests', 'Successful', 'Banned'].map((name, at) => (
              <th
                key={name}
                scope="col"
                className={at === 0 ? 'text-left font-medium' : `${cell} font-medium`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map(({ x, requests, success, blocked }) => (
            <tr key={x}>
              <th scope="row" className="border-b border-line py-1.5 text-left font-normal">
                {sayTime(x)}
              </th>
              <td className={cell}>{sayCount(requests)}</td>
              <td className={cell}>{sayCount(success)}</td>
              <td className={cell}>{sayCount(blocked)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type Saying = { sayTime: (x: string) => string };

function Content({ statistics }: { statistics: ProxyStatisticsWire }) {
  const { series, period, requests_total, error_reasons } = statistics;
  const words = period === '24h' ? hour : day;
  const sayTime = (x: string) => words.format(new Date(x));
  if (requests_total === 0)
    return (
      <EmptyState title="Nothing went through it in this time">
        Send a request with the test console or the gateway.
      </EmptyState>
    );
  const label = `${sayCount(requests_total)} requests, ${sayRate(statistics.success_rate)} successful`;
  return (
    <>
      <Figures statistics={statistics} />
      <ul className="mt-6 mb-2 flex gap-5 text-sm text-quiet">
        {[
          ['Successful', 'border-chart-1'],
          ['Requests', 'border-dashed border-chart-2'],
        ].map(([name, ink]) => (
          <li key={name} className="flex items-center gap-2">
            <span aria-hidden="true" className={`w-4 border-t-2 ${ink}`} />
            {name}
          </li>
        ))}
      </ul>
      <div className="h-56 overflow-hidden" role="img" aria-label={label}>
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <RequestsDrawing series={series} sayTime={sayTime} label={label} />
        </Suspense>
      </div>
      <SeriesTable series={series} sayTime={sayTime} />
      <Reasons reasons={error_reasons} />
      <StatisticsBreakdown statistics={statistics} />
    </>
  );
}

type StatisticsPanelProps = {
  name: string;
  /** Figures will stand here, which take more room than that there are none. */
  isUsed: boolean;
};

export function StatisticsPanel({ name, isUsed }: StatisticsPanelProps) {
  const [address, setAddress] = useSearchParams();
  const asked = address.get('period');
  const period = periods.find(({ value }) => value === asked)?.value ?? '24h';
  const statistics = useProxyStatistics(name, period);
  function change(value: string) {
    const next = new URLSearchParams(address);
    next.set('period', value);
    setAddress(next, { replace: true, preventScrollReset: true });
  }
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
          onChange={({ target }) => change(target.value)}
        />
      }
    >
      {statistics.isPending && (
        <div aria-busy="true">
          <span className="sr-only">Loading the statistics</span>
          <Skeleton className={isUsed ? 'h-160 w-full' : 'h-64 w-full'} />
        </div>
      )}
      {statistics.isError && (
        <LoadError
          message={messageOf(statistics.error)}
          onRetry={() => statistics.refetch()}
          isRetrying={statistics.isFetching}
        />
      )}
      {statistics.data && <Content statistics={statistics.data} />}
    </Panel>
  );
}
