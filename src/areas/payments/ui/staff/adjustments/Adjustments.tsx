import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { AdjustmentWire } from '../../../wire/adjustments.ts';
import { adjustmentKindLabels } from '../../../wire/reviews.constants.ts';
import { CustomerLink } from '../CustomerLink.tsx';
import { PaymentLink } from '../PaymentLink.tsx';
import { PaymentTabs } from '../PaymentTabs.tsx';
import { adjustmentList } from '../queries.ts';
import { AdjustmentDecision } from './AdjustmentDecision.tsx';
import { formatAdjustment } from './adjustment-format.ts';
import { ProposeDialog } from './ProposeDialog.tsx';

type Status = AdjustmentWire['status'];
const statusLooks: Record<Status, { tone: BadgeTone; label: string }> = {
  proposed: { tone: 'warning', label: 'Waiting for approval' },
  approved: { tone: 'success', label: 'Approved' },
  rejected: { tone: 'neutral', label: 'Rejected' },
};

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: Object.entries(statusLooks).map(([value, { label }]) => ({ value, label })),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: Object.entries(adjustmentKindLabels).map(([value, label]) => ({ value, label })),
  },
];

const StatusBadge = ({ status }: Pick<AdjustmentWire, 'status'>) => (
  <Badge tone={statusLooks[status].tone}>{statusLooks[status].label}</Badge>
);

const columns: readonly Column<AdjustmentWire>[] = [
  {
    key: 'what',
    header: 'What',
    cell: (row) => (
      <>
        <span className="block font-medium">{adjustmentKindLabels[row.kind]}</span>
        {row.payment_details && (
          <span className="block">
            <PaymentLink number={row.payment_details.internal_id} />
          </span>
        )}
        {row.description && <span className="block">{row.description}</span>}
        <CustomerLink user={row.user} />
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 md:hidden">
          {formatAdjustment(row)} <StatusBadge status={row.status} />
        </span>
      </>
    ),
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason, isSecondary: true },
  {
    key: 'status',
    header: 'Status',
    cell: StatusBadge,
    width: '12rem',
    isSecondary: true,
  },
  {
    key: 'by',
    header: 'Proposed by',
    cell: (row) => (
      <>
        <span className="block wrap-anywhere">{row.proposed_by.email}</span>
        <RelativeTime value={row.created_at} className="text-quiet" />
      </>
    ),
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: formatAdjustment,
    isNumeric: true,
    width: '8rem',
    isSecondary: true,
  },
  {
    key: 'decide',
    header: 'Decide',
    isHeaderHidden: true,
    cell: (row) => <AdjustmentDecision row={row} />,
    width: '12rem',
  },
];

export default function Adjustments() {
  const [isProposing, setProposing] = useState(false);
  return (
    <Screen
      title="Adjustments"
      description="One person proposes, another approves."
      action={
        <Button
          variant="primary"
          icon={<Plus size={18} aria-hidden />}
          onClick={() => setProposing(true)}
        >
          Propose an adjustment
        </Button>
      }
      tabs={<PaymentTabs />}
    >
      <RecordList
        what="adjustments"
        title="Proposals"
        columns={columns}
        filters={filters}
        list={adjustmentList}
        rowKey={(row) => row.uuid}
        csv="adjustments.csv"
        empty={
          <EmptyState title="No proposals yet">
            Refunds, completions and corrections wait here for approval.
          </EmptyState>
        }
      />
      {isProposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </Screen>
  );
}
