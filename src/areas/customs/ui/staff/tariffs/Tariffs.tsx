import { Link } from 'react-router';
import { formatNumber, formatUtcDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { TariffVersionWire } from '../../../wire/tariffs/tariff-versions.ts';
import { tariffVersionList } from './queries.ts';
import { tariffBadges } from './tariff-version.labels.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Stage',
    options: Object.entries(tariffBadges).map(([value, { label }]) => ({ value, label })),
  },
];

const Stage = ({ status }: TariffVersionWire) => (
  <Badge tone={tariffBadges[status].tone}>{tariffBadges[status].label}</Badge>
);

const columns: readonly Column<TariffVersionWire>[] = [
  {
    key: 'title',
    header: 'Tariff',
    cell: (row) => (
      <>
        <Link
          to={`/admin/customs-tariffs/${row.id}`}
          className="font-medium underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.title}
        </Link>
        <span className="block text-quiet">
          {row.jurisdiction}, version {row.id}, <code className="wrap-anywhere">{row.source}</code>
        </span>
        <span className="mt-1 block md:hidden">
          <Stage {...row} />
        </span>
      </>
    ),
  },
  { key: 'status', header: 'Stage', cell: Stage, width: '8rem', isSecondary: true },
  {
    key: 'from',
    header: 'From',
    cell: ({ effective_from }) => formatUtcDate(effective_from),
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'size',
    header: 'Size',
    cell: ({ codes, measures, problems }) => (
      <>
        <span className="block">{formatNumber(codes)} codes</span>
        <span className="block text-quiet">{formatNumber(measures)} measures</span>
        {problems > 0 && <Badge tone="warning">{formatNumber(problems)} problems</Badge>}
      </>
    ),
    width: '11rem',
    isSecondary: true,
  },
  {
    key: 'imported',
    header: 'Imported',
    cell: ({ created_at }) => <RelativeTime value={created_at} className="text-quiet" />,
    isSecondary: true,
  },
];

/** All imported tariffs, in use or not. */
export default function Tariffs() {
  return (
    <Screen
      title="Customs tariffs"
      description="Official publications. The operator imports a file; one person approves it, another one publishes it."
    >
      <RecordList
        what="customs tariffs"
        title="Versions"
        columns={columns}
        filters={filters}
        list={tariffVersionList}
        rowKey={({ id }) => String(id)}
        rowLabel={({ title, id }) => `${title}, version ${id}`}
        rowPath={({ id }) => `/admin/customs-tariffs/${id}`}
        empty={
          <EmptyState title="No tariff is imported">
            The operator imports one with <code>npm run tariffs -- import</code>.
          </EmptyState>
        }
      />
    </Screen>
  );
}
