import { formatCount, formatPercent, noValue } from '#lib/format.ts';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { TrialsWire } from '../../wire/customers.ts';
import { FigurePanel } from './FigurePanel.tsx';
import type { MonthsQuery } from './figure-period.ts';
import { MonthCell } from './MonthCell.tsx';
import { loadTrialsCsv, useTrials } from './queries.ts';

type Month = TrialsWire['results'][number];

const formatConversion = (share: number | null) =>
  share === null ? noValue : formatPercent(share);

const count = (
  key: 'started' | 'running' | 'converted' | 'ended',
  header: string,
  isSecondary = false,
): Column<Month> => ({
  key,
  header,
  cell: (row) => formatCount(row[key]),
  isNumeric: true,
  isSecondary,
});

const columns: readonly Column<Month>[] = [
  { key: 'month', header: 'Started in', cell: (row) => <MonthCell row={row} /> },
  count('started', 'Trials'),
  count('running', 'Running', true),
  count('converted', 'Converted'),
  count('ended', 'Ended', true),
  {
    key: 'conversion',
    header: 'Conversion',
    cell: ({ conversion }) => formatConversion(conversion),
    isNumeric: true,
  },
];

export function Trials({ query }: { query: MonthsQuery }) {
  const trials = useTrials(query);
  return (
    <FigurePanel
      title="Trials"
      result={trials}
      download={{ load: () => loadTrialsCsv(query), fileName: 'trials.csv' }}
      isEmpty={({ total }) => total.started === 0}
      empty={{
        title: 'No trials in this period',
        text: 'Trials are listed by the month in which they start.',
      }}
      terms={[
        ['Trials', 'trials'],
        ['Converted', 'converted'],
        ['Conversion', 'conversion'],
      ]}
      isFlush
    >
      {({ results, total }) => (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3 p-5">
            <span className="font-display text-2xl font-semibold tabular-nums">
              {formatConversion(total.conversion)}
            </span>
            <span className="text-sm text-quiet">
              {formatCount(total.converted)} of{' '}
              {formatCount(total.converted + total.ended, 'trial')} that are over
              {total.running > 0 && `, ${formatCount(total.running)} running`}
            </span>
          </p>
          <div className="border-t border-line">
            <Table
              caption="Trials by month"
              columns={columns}
              rows={results.toReversed()}
              rowKey={({ month }) => month}
              maxHeight="38rem"
            />
          </div>
        </>
      )}
    </FigurePanel>
  );
}
