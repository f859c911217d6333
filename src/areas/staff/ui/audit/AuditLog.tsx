import { useState } from 'react';
import { Link } from 'react-router';
import { auditSubjects } from '#lib/audit-subjects.ts';
import { capitalize } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { AuditEntryWire } from '../../wire/audit.ts';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { AuditDetails, AuditSentence } from './AuditSentence.tsx';
import { auditList } from './queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search',
    placeholder: 'E-mail, call, request id or number',
  },
  {
    kind: 'choice',
    name: 'subject_type',
    label: 'About',
    options: auditSubjects.map((value) => ({
      value,
      label: capitalize(value.replaceAll('_', ' ')),
    })),
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
  { kind: 'link', name: 'subject_id', label: 'Number' },
];

/** Nothing for what was done, as the sentence says it. */
export function AuditResult({ status }: Pick<AuditEntryWire, 'status'>) {
  if (status === null) return <Badge tone="warning">Result unknown</Badge>;
  if (status < 400) return null;
  return <Badge tone={status < 500 ? 'neutral' : 'danger'}>{`Rejected, ${status}`}</Badge>;
}

const columns: readonly Column<AuditEntryWire>[] = [
  {
    key: 'action',
    header: 'What happened',
    cell: (row) => (
      <>
        <AuditSentence entry={row} />
        <AuditDetails entry={row} />
        <span className="block text-quiet md:hidden">
          <RelativeTime value={row.at} />
        </span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Result',
    isHeaderHidden: true,
    cell: (row) => <AuditResult status={row.status} />,
    width: '9rem',
  },
  timeColumn('at', 'When', '9rem'),
];

/** What staff changed or tried to change. */
export default function AuditLog() {
  const [open, setOpen] = useState<AuditEntryWire>();
  return (
    <Screen
      title="Audit log"
      description="What staff changed or tried to change. Entries are never changed or deleted."
      action={
        <Link to="/admin/audit/views" className="link self-center text-sm">
          Who viewed whose account
        </Link>
      }
    >
      <RecordList
        what="audit entries"
        title="Entries"
        columns={columns}
        filters={filters}
        list={auditList}
        rowKey={(row) => row.id}
        onRowOpen={setOpen}
        csv="audit.csv"
      />
      {open && <AuditEntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </Screen>
  );
}
