import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { TicketWire } from '../../wire/index.ts';
import { ticketCategoryLabels } from '../../wire/tickets.constants.ts';
import { ticketList, useLiveTickets } from '../queries.ts';
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
  timeColumn('updated_at', 'Last change', '10rem'),
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

export default function TicketsScreen() {
  const isLive = useLiveTickets();
  return (
    <Screen
      title="Support"
      description="Your questions and our answers. A person reads every one of them."
      action={<NewTicketLink />}
    >
      <RecordList
        what="tickets"
        title="Your tickets"
        list={ticketList(isLive)}
        // Staff see only their own tickets here; all tickets are in the console.
        query={{ user: 'me' }}
        columns={columns}
        filters={ticketFilters}
        rowKey={(row) => row.uuid}
        rowPath={(row) => `/dashboard/support/${row.uuid}`}
        empty={<NoTickets />}
        noMatches={{ title: 'No ticket matches' }}
        isPlain
        keepsDataOnError
      />
    </Screen>
  );
}
