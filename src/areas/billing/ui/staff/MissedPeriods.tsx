import { useState } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatUtcPeriod } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import { toast } from '#ui/toast.ts';
import type { MissedPeriodWire } from '../../wire/missed-periods.ts';
import { missedPeriodList, useProposeMissedPeriod } from './missed-period-queries.ts';

type Row = MissedPeriodWire;
type Action = NonNullable<Row['proposal']>['action'];

const looks: Record<Row['status'], { tone: BadgeTone; label: string }> = {
  open: { tone: 'warning', label: 'To decide' },
  charged: { tone: 'success', label: 'Charged' },
  waived: { tone: 'neutral', label: 'Waived' },
};

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: Object.entries(looks).map(([value, { label }]) => ({ value, label })),
  },
  { kind: 'link', name: 'user', label: 'Account' },
];

const formatPeriod = ({ period_start, period_end }: Row): string =>
  formatUtcPeriod(new Date(period_start), new Date(period_end));

const StatusBadge = ({ status, proposal }: Row) =>
  proposal ? (
    <Badge tone="warning">{`${proposal.action === 'charge' ? 'Charge' : 'Waiver'} proposed`}</Badge>
  ) : (
    <Badge tone={looks[status].tone}>{looks[status].label}</Badge>
  );

const effects: Record<Action, (row: Row) => string> = {
  charge: (row) =>
    `Once someone else approves, ${formatMoney(row.amount, row.currency)} are taken from the balance, which is ${formatMoney(row.available, row.currency)} now. The customer gets an invoice and a mail.`,
  waive: () => 'Once someone else approves, the period stays free of charge. No money moves.',
};

/** Both propose; a proposal is approved or withdrawn with the adjustments. */
function Decide({ row }: { row: Row }) {
  const viewer = useViewer();
  const [action, setAction] = useState<Action>();
  const propose = useProposeMissedPeriod();
  if (row.status !== 'open' || !viewer.may('payments.decide')) return null;
  if (row.proposal)
    return (
      <Link to="/admin/payments/adjustments?status=proposed" className="link text-sm">
        {row.proposal.proposed_by.id === viewer.id ? 'Waits for someone else' : 'Approve or reject'}
      </Link>
    );
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button size="small" onClick={() => setAction('charge')}>
        Charge
      </Button>
      <Button size="small" onClick={() => setAction('waive')}>
        Waive
      </Button>
      {action && (
        <ReasonDialog
          title={`Propose to ${action} ${formatPeriod(row)}?`}
          description={effects[action](row)}
          confirmLabel="Propose"
          busyLabel="Proposing..."
          onClose={() => setAction(undefined)}
          onConfirm={async (reason) => {
            await propose.mutateAsync({ uuid: row.uuid, action, reason });
            toast.success('Proposed. Someone else must approve it.');
          }}
        />
      )}
    </span>
  );
}

const columns: readonly Column<Row>[] = [
  {
    key: 'period',
    header: 'Plan and period',
    cell: (row) => (
      <>
        <span className="block font-medium">{row.tariff.name}</span>
        <span className="block">{formatPeriod(row)}</span>
        <Link to={`/admin/users/${row.user.id}`} className="link wrap-anywhere">
          {row.user.email || 'Deleted account'}
        </Link>
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 md:hidden">
          {formatMoney(row.amount, row.currency)} <StatusBadge {...row} />
        </span>
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: StatusBadge, width: '12rem', isSecondary: true },
  {
    key: 'available',
    header: 'Balance',
    cell: (row) => formatMoney(row.available, row.currency),
    isNumeric: true,
    width: '8rem',
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Price',
    cell: (row) => formatMoney(row.amount, row.currency),
    isNumeric: true,
    width: '8rem',
    isSecondary: true,
  },
  {
    key: 'decide',
    header: 'Decide',
    isHeaderHidden: true,
    cell: (row) => <Decide row={row} />,
    width: '12rem',
  },
];

export default function MissedPeriods() {
  return (
    <RecordList
      what="missed periods"
      title="Periods"
      columns={columns}
      filters={filters}
      list={missedPeriodList}
      rowKey={(row) => row.uuid}
      empty={
        <EmptyState title="No period was missed">
          Periods that were over before they could be charged, such as during an outage, wait here.
        </EmptyState>
      }
    />
  );
}
