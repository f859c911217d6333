import clsx from 'clsx';
import { Link } from 'react-router';
import { buttonClass } from '#ui/button-class.ts';
import { RecordList } from '#ui/records/RecordList.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { TicketWire } from '../../wire/index.ts';
import { ticketPriorityLabels } from '../../wire/tickets.constants.ts';
import { useLiveTickets } from '../queries.ts';
import { TicketStatusBadge } from '../tickets/TicketStatusBadge.tsx';
import { TicketSubject } from '../tickets/TicketSubject.tsx';
import { NextDue } from './DueTime.tsx';
import { InboxBulk } from './InboxBulk.tsx';
import { inboxFilters, inboxSortable } from './inbox-filters.ts';
import { PrioritySupport } from './PrioritySupport.tsx';
import { staffTicketList } from './staff-queries.ts';

/** Small screens show most of it in the first column. */
const columns: readonly Column<TicketWire>[] = [
  {
    key: 'ticket',
    header: 'Ticket',
    cell: (row) => (
      <TicketSubject ticket={row} to={`/admin/tickets/${row.uuid}`} note={row.user_email}>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs md:hidden">
          <TicketStatusBadge ticket={row} isStaff />
          <PrioritySupport ticket={row} />
          <NextDue ticket={row} />
        </span>
      </TicketSubject>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <TicketStatusBadge ticket={row} isStaff />,
    width: '11.5rem',
    isSecondary: true,
  },
  {
    key: 'priority',
    header: 'Priority',
    cell: (row) => (
      <span className="grid justify-items-start gap-1">
        <span className={clsx(row.priority === 'urgent' && 'font-medium text-danger')}>
          {ticketPriorityLabels[row.priority]}
        </span>
        <PrioritySupport ticket={row} />
      </span>
    ),
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'first_response_due_at',
    header: 'Due',
    cell: (row) => <NextDue ticket={row} />,
    width: '11rem',
    isSecondary: true,
  },
  {
    key: 'assigned_to',
    header: 'Assigned to',
    cell: (row) => row.assigned_to_name ?? <span className="text-quiet">Unassigned</span>,
    width: '8rem',
    isSecondary: true,
  },
  timeColumn('updated_at', 'Last change', '8.5rem'),
];

/** The tickets of all customers. */
export default function TicketInbox() {
  const isLive = useLiveTickets();
  return (
    <Screen
      title="Tickets"
      description="What customers ask, and when the answers are due."
      action={
        <Link to="/admin/tickets/mails" className={buttonClass({})}>
          Unmatched mail
        </Link>
      }
    >
      <RecordList
        what="tickets"
        title="All tickets"
        columns={columns}
        filters={inboxFilters}
        sortable={inboxSortable}
        list={staffTicketList(isLive)}
        rowKey={(row) => row.uuid}
        rowLabel={(row) => `ticket #${row.number}`}
        csv="tickets.csv"
        rowPath={(row) => `/admin/tickets/${row.uuid}`}
        bulk={(selected, done) => <InboxBulk selected={selected} onDone={done} />}
      />
    </Screen>
  );
}
