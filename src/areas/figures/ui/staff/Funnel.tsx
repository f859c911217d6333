import { formatCount, formatPercent, noValue } from '#lib/format.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { FunnelWire } from '../../wire/customers.ts';
import { visitsNotCounted } from '../../wire/figures.constants.ts';
import { FigurePanel } from './FigurePanel.tsx';
import type { MonthsQuery } from './figure-period.ts';
import { MonthCell } from './MonthCell.tsx';
import { loadFunnelCsv, useFunnel } from './queries.ts';

const steps = [
  ['signups', 'Sign-up'],
  ['first_key', 'First key'],
  ['first_call', 'First call'],
  ['first_payment', 'First payment'],
] as const;
type Month = FunnelWire['results'][number];

const formatShare = (part: number, whole: number) =>
  whole === 0 ? noValue : formatPercent(part / whole);

/** Each step with its share of the sign-ups. */
const Steps = ({ total }: Pick<FunnelWire, 'total'>) => (
  <ol className="grid gap-4 p-5">
    {steps.map(([key, label]) => (
      <li key={key} className="grid items-center gap-x-6 gap-y-1 sm:grid-cols-[9rem_1fr_9rem]">
        <span>{label}</span>
        <ProgressBar
          label={label}
          isLabelHidden
          value={total[key]}
          max={Math.max(total.signups, 1)}
          valueText={formatCount(total[key], 'account')}
        />
        <span className="font-mono text-sm tabular-nums sm:text-right">
          {formatCount(total[key])}{' '}
          <span className="text-quiet">{formatShare(total[key], total.signups)}</span>
        </span>
      </li>
    ))}
  </ol>
);

const columns: readonly Column<Month>[] = [
  { key: 'month', header: 'Signed up in', cell: (row) => <MonthCell row={row} /> },
  ...steps.map(
    ([key, header]): Column<Month> => ({
      key,
      header,
      cell: (row) => (
        <>
          {formatCount(row[key])}
          {key !== 'signups' && row.signups > 0 && (
            <span className="block text-xs text-quiet">{formatShare(row[key], row.signups)}</span>
          )}
        </>
      ),
      isNumeric: true,
      isSecondary: key === 'first_key' || key === 'first_call',
    }),
  ),
];

export function Funnel({ query }: { query: MonthsQuery }) {
  const funnel = useFunnel(query);
  return (
    <FigurePanel
      title="From sign-up to first payment"
      description={visitsNotCounted}
      result={funnel}
      download={{ load: () => loadFunnelCsv(query), fileName: 'funnel.csv' }}
      isEmpty={({ total }) => total.signups === 0}
      empty={{
        title: 'Nobody signed up in this period',
        text: 'New accounts and what they do are counted here.',
      }}
      terms={[
        ['Sign-up', 'signups'],
        ['First key', 'first_key'],
        ['First call', 'first_call'],
        ['First payment', 'first_payment'],
      ]}
      isFlush
    >
      {({ results, total }) => (
        <>
          <Steps total={total} />
          <div className="border-t border-line">
            <Table
              caption="The funnel by month of sign-up"
              columns={columns}
              rows={results.toReversed()}
              rowKey={({ month }) => month}
              maxHeight="42rem"
            />
          </div>
        </>
      )}
    </FigurePanel>
  );
}
