import { Link } from 'react-router';
import { formatCount, formatUtcDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import {
  type SourceReviewReason,
  sourceReviewReasons,
} from '../../../wire/rule-sets/rule-sources.constants.ts';
import type { RuleSourceWire } from '../../../wire/rule-sets/rule-sources.ts';
import { ruleSourceList } from './queries.ts';

const reasonLabels: Record<SourceReviewReason, string> = {
  review_due: 'Review is due',
  ended: 'No longer in force',
  old: 'Old data',
  unverified: 'To be verified',
};

const filters: readonly RecordFilter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search',
    placeholder: 'Title, article, or set such as ua.vehicle',
  },
  {
    kind: 'choice',
    name: 'reason',
    label: 'Reason',
    options: sourceReviewReasons.map((value) => ({ value, label: reasonLabels[value] })),
  },
];

const Reasons = ({ reasons }: RuleSourceWire) => (
  <span className="flex flex-wrap gap-1.5">
    {reasons.map((reason) => (
      <Badge key={reason} tone="warning">
        {reasonLabels[reason]}
      </Badge>
    ))}
    {reasons.length === 0 && <span className="text-quiet">Up to date</span>}
  </span>
);

function SourceDays({ as_of: asOf, retrieved_at: read, effective_to: to }: RuleSourceWire) {
  return (
    <>
      {asOf && <span className="block">Describes {formatUtcDate(asOf)}</span>}
      {read && <span className="block text-quiet">Read on {formatUtcDate(read)}</span>}
      {to && <span className="block text-quiet">In force to {formatUtcDate(to)}</span>}
    </>
  );
}

const columns: readonly Column<RuleSourceWire>[] = [
  {
    key: 'title',
    header: 'Source',
    cell: (row) => (
      <>
        {row.url ? (
          <a href={row.url} target="_blank" rel="noreferrer" className="link wrap-anywhere">
            {row.title}
          </a>
        ) : (
          <span className="font-medium wrap-anywhere">{row.title}</span>
        )}
        {row.reference && <span className="block text-quiet">{row.reference}</span>}
        <span className="mt-1 block md:hidden">
          <Reasons {...row} />
        </span>
      </>
    ),
  },
  {
    key: 'set',
    header: 'Rules',
    cell: (row) => (
      <>
        <Link to={`/admin/rule-sets/${row.rule_set_id}`} className="link">
          {row.set_title}
        </Link>
        <span className="block text-quiet">
          <code className="wrap-anywhere">{row.set_id}</code>, version {row.version}
        </span>
      </>
    ),
    isSecondary: true,
  },
  { key: 'why', header: 'Why', cell: Reasons, isSecondary: true, width: '12rem' },
  { key: 'days', header: 'Age', cell: SourceDays, isSecondary: true, width: '13rem' },
  {
    key: 'uses',
    header: 'Used in 90 days',
    cell: ({ calculations }) => formatCount(calculations, 'calculation'),
    isSecondary: true,
    width: '9rem',
  },
];

/** The sources of the rules in force, those first that most need to be read again. */
export default function RuleSources() {
  return (
    <Screen
      title="Sources of the customs rules"
      description="What must be read again comes first: the older a source is and the more calculations use its rules, the sooner."
    >
      <RecordList
        what="sources"
        title="Sources"
        columns={columns}
        filters={filters}
        list={ruleSourceList}
        rowKey={({ rule_set_id, source_id }) => `${rule_set_id} ${source_id}`}
        rowLabel={({ title, set_id }) => `${title}, ${set_id}`}
      />
    </Screen>
  );
}
