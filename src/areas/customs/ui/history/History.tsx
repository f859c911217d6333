import { Link, useNavigate } from 'react-router';
import type { z } from 'zod';
import { formatCountry } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { NoMatches } from '#ui/records/NoMatches.tsx';
import { isEmptyList, RecordTable } from '#ui/records/RecordTable.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { HistoryRow } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { useHistory } from '../queries.ts';
import { MoreMenu } from '../saved/MoreMenu.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { useHistoryView } from './use-history-view.ts';

type Row = z.infer<typeof HistoryRow>;

const formatName = ({ title, inputs_summary: summary, id }: Row) =>
  title || summary || `Calculation ${id}`;
const toPath = (kind: ImportKind, { id }: Row) => `/dashboard/customs/${kind}/${id}`;

function Name({ kind, row }: { kind: ImportKind; row: Row }) {
  const about = row.title ? row.inputs_summary : '';
  return (
    <div className="py-1 wrap-anywhere">
      <Link to={toPath(kind, row)} className="font-medium underline-offset-4 hover:underline">
        {formatName(row)}
      </Link>
      {!row.is_saved && <Badge className="ml-2">Not saved</Badge>}
      {about && <span className="line-clamp-1 text-quiet">{about}</span>}
      <span className="block text-xs text-quiet md:hidden">
        {formatCountry(row.destination_country)}, <RelativeTime value={row.created_at} />
      </span>
    </div>
  );
}

const columnsFor = (kind: ImportKind): Column<Row>[] => [
  {
    key: 'name',
    header: 'Calculation',
    cell: (row) => <Name kind={kind} row={row} />,
  },
  {
    key: 'country',
    header: 'Destination',
    cell: ({ destination_country: country }) => formatCountry(country),
    width: '11rem',
    isSecondary: true,
  },
  timeColumn('created_at', 'Calculated', '9rem'),
  {
    key: 'total',
    header: 'Total',
    cell: ({ total, currency, total_is_minimum: isMinimum }) => (
      <span className="font-mono">
        {isMinimum && <span className="block font-sans text-xs text-warning-text">at least</span>}
        {formatMoney(total, currency)}
      </span>
    ),
    width: '11rem',
    isNumeric: true,
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) => <MoreMenu kind={kind} calculation={row} name={formatName(row)} isInRow />,
    width: '4rem',
    isNumeric: true,
  },
];

const NoCalculations = ({ kind }: { kind: ImportKind }) => (
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
    Saved calculations appear here, and for 90 days those of your API keys.
  </EmptyState>
);

/** All calculations, newest first. */
export function History() {
  const view = useHistoryView();
  const navigate = useNavigate();
  const { kind, page, search, country } = view;
  const history = useHistory(kind, {
    page: String(page),
    ...(search && { search }),
    ...(country && { destination_country: country }),
  });
  return (
    <Panel title="History" isFlush>
      <HistoryFilters view={view} hasOnlyKind={isEmptyList(history, view)} />
      <RecordTable
        caption="Calculations"
        columns={columnsFor(kind)}
        view={view}
        result={history}
        rowKey={({ id }) => String(id)}
        onRowOpen={(row) => navigate(toPath(kind, row))}
        empty={<NoCalculations kind={kind} />}
        noMatches={
          <NoMatches title="No calculation matches" onClear={view.clear}>
            Try other words, or another destination.
          </NoMatches>
        }
      />
    </Panel>
  );
}
