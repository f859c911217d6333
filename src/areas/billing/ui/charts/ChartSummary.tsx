import clsx from 'clsx';
import type { DetailedChartWire } from '../../contract.ts';
import { sayChange, sayTotal } from './chart-words.ts';

const nouns = { spend: 'spent', requests: 'requests', payments: 'paid in' };

/** The sum of a chart, and how far it is from the time before at the same moment. */
export function ChartSummary({ chart }: { chart: DetailedChartWire }) {
  const { metric, change } = chart;
  const percent =
    change && (metric === 'requests' ? change.total_requests : change.total_amount).percent;
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-3">
      <span className="font-display text-2xl font-semibold tabular-nums">{sayTotal(chart)}</span>{' '}
      <span className="text-sm text-quiet">
        {nouns[metric]}
        {change && (
          <>
            {', '}
            <span className={clsx('tabular-nums', percent !== null && 'font-medium text-text')}>
              {percent === null ? 'nothing' : sayChange(percent ?? 0)}
            </span>
            {percent === null ? ' in the time before' : ' against the time before'}
          </>
        )}
      </span>
    </p>
  );
}
