import { Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { NoMatches } from '#ui/records/NoMatches.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { RecordTable } from '#ui/records/RecordTable.tsx';
import { type RecordView, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { TicketWire } from '../../wire/index.ts';
import { ticketCategoryLabels } from '../../wire/tickets.constants.ts';
import { useLiveTickets, useTickets } from '../queries.ts';
import { TicketStatusBadge } from './TicketStatusBadge.tsx';
import { TicketSubject } from './TicketSubject.tsx';
import { ticketFilters } from './ticket-filters.ts';

const formatUnread = (count: number) => formatCount(count, 'new answer');

const Badges = ({ row }: { row: TicketWire }) => (
  <span className="flex flex-wrap gap-2">
    <TicketStatusBadge ticket={row} />
    {row.unanswered_messages_count > 0 && (
      <Badge tone="info">{formatUnread(row.unanswered_messages_count)}</Badge>
    )}
  </span>
);

/** Small screens show everything in the first column. */
const columns: readonly Column<TicketWire>[] = [
  {
    key: 'ticket',
    header: 'Ticket',
    cell: (row) => (
      <TicketSubject
        ticket={row}
        to={`/dashboard/support/${row.uuid}`}
        note={row.last_message?.preview}
      >
        <span className="mt-1 grid gap-1 md:hidden">
          <Badges row={row} />
          <RelativeTime value={row.updated_at} className="text-xs text-quiet" />
        </span>
      </TicketSubject>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <Badges row={row} />,
    width: '17.5rem',
    isSecondary: true,
  },
  {
    key: 'category',
    header: 'Category',
    cell: (row) => ticketCategoryLabels[row.category],
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'updated_at',
    header: 'Last change',
    cell: (row) => <RelativeTime value={row.updated_at} className="whitespace-nowrap" />,
    width: '10rem',
    isSecondary: true,
  },
];

const NewTicketLink = () => (
  <ButtonLink asChild variant="primary" icon={<Plus size={18} aria-hidden />}>
    <Link to="/dashboard/support/new">New ticket</Link>
  </ButtonLink>
);

const NoTickets = () => (
  <EmptyState title="No tickets yet" action={<NewTicketLink />}>
    Your questions and our answers appear here.
  </EmptyState>
);

function TicketRows({ view }: { view: RecordView }) {
  const navigate = useNavigate();
  const isLive = useLiveTickets();
  // Staff see only their own tickets here; all tickets are in the console.
  const tickets = useTickets({ ...view.query, user: 'me' }, isLive);
  return (
    <RecordTable
      caption="Tickets"
      columns={columns}
      view={view}
      result={tickets}
      rowKey={(row) => row.uuid}
      onRowOpen={(row) => navigate(`/dashboard/support/${row.uuid}`)}
      empty={<NoTickets />}
      filterBar={<RecordFilterBar what="tickets" filters={ticketFilters} view={view} />}
      noMatches={<NoMatches title="No ticket matches" onClear={view.clear} />}
      keepsDataOnError
    />
  );
}

export default function TicketsScreen() {
  const view = useRecordView(ticketFilters);
  return (
    <>
      <title>{`Support · ${site.name}`}</title>
      <PageHeader
        title="Support"
        description="Your questions and our answers. A person reads every one of them."
        action={<NewTicketLink />}
      />
      <Panel title="Your tickets" isFlush className="mt-6">
        <TicketRows view={view} />
      </Panel>
    </>
  );
}
