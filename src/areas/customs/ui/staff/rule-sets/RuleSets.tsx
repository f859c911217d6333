import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatUtcDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { RuleSetVersionWire } from '../../../wire/rule-sets/rule-set-versions.ts';
import { ruleSetVersionList } from './queries.ts';
import { formatEffectivePeriod, statusBadges } from './version.labels.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search',
    placeholder: 'Country, or id such as ua.vehicle',
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Stage',
    options: Object.entries(statusBadges).map(([value, { label }]) => ({ value, label })),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: [
      { value: 'vehicle', label: 'Vehicles' },
      { value: 'goods', label: 'Goods' },
    ],
  },
];

const today = () => new Date().toISOString().slice(0, 10);

const ReviewDay = ({ status, review_by: day }: RuleSetVersionWire) =>
  status === 'published' && day < today() ? (
    <Badge tone="warning">Due since {formatUtcDate(day)}</Badge>
  ) : (
    formatUtcDate(day)
  );

const Stage = ({ status }: RuleSetVersionWire) => (
  <Badge tone={statusBadges[status].tone}>{statusBadges[status].label}</Badge>
);

const columns: readonly Column<RuleSetVersionWire>[] = [
  {
    key: 'title',
    header: 'Rules',
    cell: (row) => (
      <>
        <Link
          to={`/admin/rule-sets/${row.id}`}
          className="font-medium underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.title}
        </Link>
        <span className="block text-quiet">
          <code className="wrap-anywhere">{row.set_id}</code>, version {row.version}
        </span>
        <span className="mt-1 block md:hidden">
          <Stage {...row} />
        </span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Stage',
    cell: Stage,
    width: '8rem',
    isSecondary: true,
  },
  { key: 'time', header: 'Holds', cell: formatEffectivePeriod, isSecondary: true, width: '14rem' },
  {
    key: 'review',
    header: 'Review by',
    cell: (row) => <ReviewDay {...row} />,
    isSecondary: true,
    width: '13rem',
  },
  {
    key: 'by',
    header: 'Brought by',
    cell: ({ drafted_by, created_at }) => (
      <>
        <span className="block wrap-anywhere">{drafted_by?.email ?? 'A deployment'}</span>
        <RelativeTime value={created_at} className="text-quiet" />
      </>
    ),
    isSecondary: true,
  },
];

/** All versions of the customs rules. */
export default function RuleSets() {
  const { may } = useViewer();
  return (
    <Screen
      title="Customs rules"
      description="One person drafts, another one reviews. A version never changes, and what was calculated with it stays."
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink asChild>
            <Link to="/admin/rule-sets/sources">Sources to read again</Link>
          </ButtonLink>
          {may('rules.write') && (
            <ButtonLink asChild variant="primary">
              <Link to="/admin/rule-sets/new">
                <Plus size={18} aria-hidden />
                Draft new rules
              </Link>
            </ButtonLink>
          )}
        </div>
      }
    >
      <RecordList
        what="rule sets"
        title="Versions"
        columns={columns}
        filters={filters}
        list={ruleSetVersionList}
        rowKey={({ id }) => String(id)}
        rowLabel={({ set_id, version }) => `${set_id}, version ${version}`}
        rowPath={({ id }) => `/admin/rule-sets/${id}`}
      />
    </Screen>
  );
}
