import clsx from 'clsx';
import { Link, useNavigate } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { buttonClass } from '#ui/button-class.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { TicketWire } from '../../wire/index.ts';
import { ticketPriorityLabels } from '../../wire/tickets.constants.ts';
import { useLiveTickets } from '../queries.ts';
import { TicketStatusBadge } from '../tickets/TicketStatusBadge.tsx';
import { TicketSubject } from '../tickets/TicketSubject.tsx';
import { NextDue } from './DueTime.tsx';
import { InboxBulk } from './InboxBulk.tsx';
import { inboxFilters, inboxSortable } from './inbox-filters.ts';
import { PrioritySupport } from './PrioritySupport.tsx';
import { loadTicketsCsv, useStaffTickets } from './staff-queries.ts';

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
    isSortable: true,
    isSecondary: true,
  },
  {
    key: 'first_response_due_at',
    header: 'Due',
    cell: (row) => <NextDue ticket={row} />,
    width: '11rem',
    isSortable: true,
    isSecondary: true,
  },
  {
    key: 'assigned_to',
    header: 'Assigned to',
    cell: (row) => row.assigned_to_name ?? <span className="text-quiet">Unassigned</span>,
    width: '8rem',
    isSecondary: true,
  },
  {
    key: 'updated_at',
    header: 'Last change',
    cell: (row) => <RelativeTime value={row.updated_at} className="whitespace-nowrap" />,
    width: '8.5rem',
    isSortable: true,
    isSecondary: true,
  },
];

/** The tickets of all customers. */
export default function TicketInbox() {
  const navigate = useNavigate();
  const view = useRecordView(inboxFilters, inboxSortable);
  const isLive = useLiveTickets();
  const result = useStaffTickets(view.query, isLive);
  return (
    <>
      <title>{`Tickets · ${site.name}`}</title>
      <PageHeader
        title="Tickets"
        description="What customers ask, and when the answers are due."
        action={
          <Link to="/admin/tickets/mails" className={buttonClass({})}>
            Unmatched mail
          </Link>
        }
      />
      <div className="mt-6">
        <RecordList
          what="tickets"
          title="All tickets"
          columns={columns}
          filters={inboxFilters}
          view={view}
          result={result}
          rowKey={(row) => row.uuid}
          rowLabel={(row) => `ticket #${row.number}`}
          download={{ load: () => loadTicketsCsv(view.exportQuery), fileName: 'tickets.csv' }}
          onRowOpen={(row) => navigate(`/admin/tickets/${row.uuid}`)}
          bulk={(selected, done) => <InboxBulk selected={selected} onDone={done} />}
        />
      </div>
    </>
  );
}
