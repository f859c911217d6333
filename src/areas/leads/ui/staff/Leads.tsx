import { Columns3, List, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import { replyHours } from '../../wire/leads.constants.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { LeadBoard } from './LeadBoard.tsx';
import { LeadBulkActions } from './LeadBulkActions.tsx';
import { LeadStatusBadge } from './LeadStatusBadge.tsx';
import { leadFilters } from './lead-filters.ts';
import { NewLead } from './NewLead.tsx';
import { leadList, useAssignees } from './queries.ts';
import { ReplyDeadline } from './ReplyDeadline.tsx';

const columnsWith = (formatName: (id: number) => string): readonly Column<LeadWire>[] => [
  {
    key: 'name',
    header: 'Lead',
    cell: (lead) => (
      <>
        <Link
          to={`/admin/leads/${lead.id}`}
          className="font-medium underline-offset-4 wrap-anywhere hover:underline"
        >
          {lead.name}
        </Link>
        <span className="block text-quiet wrap-anywhere">
          {[lead.email, lead.company].filter(Boolean).join(', ')}
        </span>
        <ReplyDeadline lead={lead} />
      </>
    ),
  },
  {
    key: 'subject',
    header: 'About',
    cell: (lead) => <span className="line-clamp-2">{lead.subject || lead.message}</span>,
    isSecondary: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (lead) => <LeadStatusBadge lead={lead} />,
    width: '10rem',
  },
  {
    key: 'assigned_to',
    header: 'Assigned to',
    cell: ({ assigned_to }) =>
      assigned_to ? formatName(assigned_to) : <span className="text-quiet">Nobody</span>,
    width: '12rem',
    isSecondary: true,
  },
  timeColumn('created_at', 'Sent', '9rem'),
];

/** Keeps the filters. */
function ShapeLink({ isBoard }: { isBoard: boolean }) {
  const [address] = useSearchParams();
  const other = new URLSearchParams(address);
  other.delete('page');
  if (isBoard) other.delete('shape');
  else other.set('shape', 'board');
  return (
    <ButtonLink asChild>
      <Link to={{ search: other.toString() }}>
        {isBoard ? <List size={16} aria-hidden /> : <Columns3 size={16} aria-hidden />}
        {isBoard ? 'Show as a list' : 'Show as a board'}
      </Link>
    </ButtonLink>
  );
}

function LeadList() {
  const people = useAssignees().data ?? [];
  const formatName = (id: number) => people.find((one) => one.id === id)?.email ?? `Account ${id}`;
  return (
    <RecordList
      what="leads"
      title="All leads"
      columns={columnsWith(formatName)}
      filters={leadFilters}
      sortable={['created_at', 'status']}
      list={leadList}
      rowKey={(lead) => String(lead.id)}
      rowLabel={(lead) => lead.name}
      rowPath={(lead) => `/admin/leads/${lead.id}`}
      csv="leads.csv"
      bulk={(selected, done) => (
        <LeadBulkActions ids={selected.map(Number)} people={people} onDone={done} />
      )}
      empty={
        <EmptyState title="No leads yet">
          Every message of the contact form appears here.
        </EmptyState>
      }
    />
  );
}

export default function Leads() {
  const [isCreating, setCreating] = useState(false);
  const isBoard = useSearchParams()[0].get('shape') === 'board';
  return (
    <Screen
      title="Leads"
      description={`The contact page promises a reply within ${replyHours} hours.`}
      action={
        <>
          <ShapeLink isBoard={isBoard} />
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            New lead
          </Button>
        </>
      }
    >
      {isBoard ? <LeadBoard /> : <LeadList />}
      {isCreating && <NewLead onClose={() => setCreating(false)} />}
    </Screen>
  );
}
