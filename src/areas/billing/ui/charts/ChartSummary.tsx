import clsx from 'clsx';
import { formatPercent } from '#lib/format.ts';
import type { DetailedChartWire } from '../../wire/index.ts';
import { formatTotal } from './chart-format.ts';

const nouns = { spend: 'spent', requests: 'requests', payments: 'received' };

/** The total of a chart, and its change against the previous period at the same elapsed time. */
export function ChartSummary({ chart }: { chart: DetailedChartWire }) {
  const { metric, change } = chart;
  const percent =
    change && (metric === 'requests' ? change.total_requests : change.total_amount).percent;
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-3">
      <span className="font-display text-2xl font-semibold tabular-nums">{formatTotal(chart)}</span>{' '}
      <span className="text-sm text-quiet">
        {nouns[metric]}
        {change && (
          <>
            {', '}
            <span className={clsx('tabular-nums', percent !== null && 'font-medium text-text')}>
              {percent === null
                ? 'nothing'
                : formatPercent((percent ?? 0) / 100, { isSigned: true })}
            </span>
            {percent === null ? ' in the previous period' : ' compared with the previous period'}
          </>
        )}
      </span>
    </p>
  );
}
