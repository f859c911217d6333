import { formatMonth } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import {
  type MovementKind,
  movementKindLabels,
  movementKinds,
} from '../../wire/figures.constants.ts';
import type { MovementWire } from '../../wire/revenue.ts';
import { type FigurePeriod, findFirstMonth } from './figure-period.ts';
import { movementList } from './queries.ts';
import { UserCell } from './UserCell.tsx';

const tones: Record<MovementKind, 'success' | 'info' | 'warning' | 'danger'> = {
  new: 'success',
  reactivation: 'success',
  expansion: 'info',
  contraction: 'warning',
  churn: 'danger',
};

const KindBadge = ({ kind }: { kind: MovementKind }) => (
  <Badge tone={tones[kind]}>{movementKindLabels[kind]}</Badge>
);

const columns: readonly Column<MovementWire>[] = [
  {
    key: 'user',
    header: 'Account',
    cell: (row) => (
      <>
        <UserCell row={row} />
        <span className="mt-1 flex flex-wrap items-center gap-2 md:hidden">
          <KindBadge kind={row.kind} />
          <RelativeTime value={row.occurred_at} className="text-xs text-quiet" />
        </span>
      </>
    ),
  },
  {
    key: 'kind',
    header: 'Movement',
    cell: ({ kind }) => <KindBadge kind={kind} />,
    width: '10rem',
    isSecondary: true,
  },
  timeColumn('occurred_at', 'When', '10rem'),
  {
    key: 'amount',
    header: 'MRR',
    cell: ({ amount, currency }) => (
      <span className="font-mono whitespace-nowrap">
        {formatMoney(amount, currency, { isSigned: true })}
      </span>
    ),
    width: '9rem',
    isNumeric: true,
  },
];

function listFilters({ months }: FigurePeriod): readonly RecordFilter[] {
  const choices = Array.from({ length: months }, (_, back) => findFirstMonth(back + 1));
  return [
    {
      kind: 'choice',
      name: 'month',
      label: 'Month',
      options: choices.map((value) => ({ value, label: formatMonth(value) })),
    },
    {
      kind: 'choice',
      name: 'kind',
      label: 'Movement',
      options: movementKinds.map((value) => ({ value, label: movementKindLabels[value] })),
    },
    { kind: 'link', name: 'user', label: 'Account' },
  ];
}

/** The changes of plans behind the figures. */
export function Movements({ period }: { period: FigurePeriod }) {
  const filters = listFilters(period);
  const { currency } = period;
  return (
    <RecordList
      what="movements"
      title="Movements by account"
      columns={columns}
      filters={filters}
      list={movementList}
      query={{ currency }}
      rowKey={(row) => `${row.subscription} ${row.occurred_at} ${row.kind}`}
      csv="movements.csv"
      empty={
        <EmptyState title="No movements yet">
          Each start, change and end of a paid plan is listed here with its account.
        </EmptyState>
      }
    />
  );
}
