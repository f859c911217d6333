import { Link, useNavigate } from 'react-router';
import type { z } from 'zod';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { NoMatch } from '#ui/records/NoMatch.tsx';
import { RecordTable } from '#ui/records/RecordTable.tsx';
import type { Column } from '#ui/Table.tsx';
import type { HistoryRow } from '../../calculation-schema.ts';
import type { FactKind } from '../../facts.ts';
import { sayCountry, sayMoney } from '../customs-words.ts';
import { MoreMenu } from '../kept/MoreMenu.tsx';
import { useHistory } from '../queries.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { type HistoryView, useHistoryView } from './use-history-view.ts';

type Row = z.infer<typeof HistoryRow>;

const nameOf = ({ title, inputs_summary: summary, id }: Row) =>
  title || summary || `Calculation ${id}`;
const pathOf = (kind: FactKind, { id }: Row) => `/dashboard/customs/${kind}/${id}`;

function Name({ kind, row }: { kind: FactKind; row: Row }) {
  const about = row.title ? row.inputs_summary : '';
  return (
    <div className="py-1 wrap-anywhere">
      <Link to={pathOf(kind, row)} className="font-medium underline-offset-4 hover:underline">
        {nameOf(row)}
      </Link>
      {!row.is_saved && <Badge className="ml-2">Not saved</Badge>}
      {about && <span className="line-clamp-1 text-quiet">{about}</span>}
      <span className="block text-xs text-quiet md:hidden">
        {sayCountry(row.destination_country)}, <RelativeTime value={row.created_at} />
      </span>
    </div>
  );
}

const columnsFor = (kind: FactKind): Column<Row>[] => [
  {
    key: 'name',
    header: 'Calculation',
    cell: (row) => <Name kind={kind} row={row} />,
  },
  {
    key: 'country',
    header: 'Destination',
    cell: ({ destination_country: country }) => sayCountry(country),
    width: '11rem',
    isSecondary: true,
  },
  {
    key: 'created_at',
    header: 'Calculated',
    cell: (row) => <RelativeTime value={row.created_at} className="whitespace-nowrap" />,
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'total',
    header: 'Total',
    cell: ({ total, currency, total_is_minimum: isMinimum }) => (
      <span className="font-mono">
        {isMinimum && <span className="block font-sans text-xs text-warning-text">at least</span>}
        {sayMoney(total, currency)}
      </span>
    ),
    width: '11rem',
    isNumeric: true,
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) => <MoreMenu kind={kind} calculation={row} name={nameOf(row)} isInRow />,
    width: '4rem',
    isNumeric: true,
  },
];

const NoCalculations = ({ kind }: { kind: FactKind }) => (
  <EmptyState
    title="No calculations yet"
    action={
      <ButtonLink asChild variant="primary">
        <Link to={`/dashboard/customs/${kind}`}>
          {kind === 'vehicle' ? 'Import a vehicle' : 'Import goods'}
        </Link>
      </ButtonLink>
    }
  >
    What you save appears here, and for 90 days what your programs calculate.
  </EmptyState>
);

function Rows({ view }: { view: HistoryView }) {
  const navigate = useNavigate();
  const { kind, page, search, country } = view;
  const history = useHistory(kind, {
    page: String(page),
    ...(search && { search }),
    ...(country && { destination_country: country }),
  });
  return (
    <RecordTable
      caption="Calculations"
      columns={columnsFor(kind)}
      view={view}
      result={history}
      rowKey={({ id }) => String(id)}
      onRowOpen={(row) => navigate(pathOf(kind, row))}
      empty={<NoCalculations kind={kind} />}
      noMatch={
        <NoMatch title="No calculation matches" onClear={view.clear}>
          Try other words, or another destination.
        </NoMatch>
      }
    />
  );
}

/** Everything that was calculated, newest first. */
export function History() {
  const view = useHistoryView();
  return (
    <Panel title="History" isFlush>
      <HistoryFilters view={view} />
      <Rows view={view} />
    </Panel>
  );
}
