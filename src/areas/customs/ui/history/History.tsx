import { Link, useNavigate } from 'react-router';
import type { z } from 'zod';
import { messageOf } from '#client/errors.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/Table.tsx';
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
    <div className="py-1">
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
        {isMinimum && <span className="block font-sans text-xs text-weld-text">at least</span>}
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

function Nothing({ view }: { view: HistoryView }) {
  if (view.isFiltered)
    return (
      <EmptyState
        title="No calculation matches"
        action={<Button onClick={view.clear}>Clear filters</Button>}
      >
        Try other words, or another destination.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No calculations yet"
      action={
        <ButtonLink asChild variant="primary">
          <Link to={`/dashboard/customs/${view.kind}`}>
            {view.kind === 'vehicle' ? 'Import a vehicle' : 'Import goods'}
          </Link>
        </ButtonLink>
      }
    >
      What you save appears here, and for 90 days what your programs calculate.
    </EmptyState>
  );
}

function Rows({ view }: { view: HistoryView }) {
  const navigate = useNavigate();
  const { kind, page, search, country } = view;
  const history = useHistory(kind, {
    page: String(page),
    ...(search && { search }),
    ...(country && { destination_country: country }),
  });
  if (history.isError)
    return (
      <div className="p-5">
        <LoadError
          message={messageOf(history.error)}
          onRetry={() => history.refetch()}
          isRetrying={history.isFetching}
        />
      </div>
    );
  const { results = [], count = 0, page_size: size = 20, count_is_estimate } = history.data ?? {};
  return (
    <>
      <Table
        caption="Calculations"
        columns={columnsFor(kind)}
        rows={results}
        rowKey={({ id }) => String(id)}
        onRowOpen={(row) => navigate(pathOf(kind, row))}
        isLoading={history.isPending}
        empty={<Nothing view={view} />}
      />
      {count > size && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            page={page}
            pageSize={size}
            rowsCount={count}
            isEstimate={count_is_estimate}
            onPageChange={view.turnTo}
          />
        </div>
      )}
    </>
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
