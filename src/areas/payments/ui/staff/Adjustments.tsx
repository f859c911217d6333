import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import site from '#content/site.json' with { type: 'json' };
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/Table.tsx';
import { toast } from '#ui/toast.ts';
import type { AdjustmentWire } from '../../contract.ts';
import { sayMoney } from '../money-words.ts';
import { PaymentTabs } from './PaymentTabs.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import { loadAdjustmentsCsv, useAdjustments, useApprove, useReject } from './queries.ts';

type Status = AdjustmentWire['status'];
const statusLooks: Record<Status, { tone: BadgeTone; words: string }> = {
  proposed: { tone: 'warning', words: 'Waits for approval' },
  approved: { tone: 'success', words: 'Approved' },
  rejected: { tone: 'neutral', words: 'Rejected' },
};
const kindWords: Record<AdjustmentWire['kind'], string> = {
  adjustment: 'Adjustment',
  refund: 'Refund',
  complete: 'Completion',
};

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    all: 'Any status',
    options: Object.entries(statusLooks).map(([value, { words }]) => ({ value, label: words })),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    all: 'Any kind',
    options: Object.entries(kindWords).map(([value, label]) => ({ value, label })),
  },
];

const sayAmount = (row: AdjustmentWire) =>
  `${row.direction === 'debit' ? '-' : ''}${sayMoney(row.amount, row.currency)}`;

const StatusBadge = ({ status }: Pick<AdjustmentWire, 'status'>) => (
  <Badge tone={statusLooks[status].tone}>{statusLooks[status].words}</Badge>
);

function Decision({ row }: { row: AdjustmentWire }) {
  const viewer = useViewer();
  const [step, setStep] = useState<'approve' | 'reject'>();
  const approve = useApprove();
  const reject = useReject();
  if (row.status !== 'proposed' || !viewer.may('payments.decide')) return null;
  const isOwn = row.proposed_by.id === viewer.id;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {!isOwn && (
        <Button size="small" variant="primary" onClick={() => setStep('approve')}>
          Approve
        </Button>
      )}
      <Button size="small" onClick={() => setStep('reject')}>
        {isOwn ? 'Take back' : 'Reject'}
      </Button>
      <ConfirmDialog
        isOpen={step === 'approve'}
        onOpenChange={(isOpen) => !isOpen && setStep(undefined)}
        title={`Approve ${sayAmount(row)} for ${row.user.email}?`}
        description={`${row.proposed_by.email} says: ${row.reason}. Money moves at once.`}
        confirmLabel="Approve"
        tone="primary"
        onConfirm={async () => {
          await approve.mutateAsync(row.uuid);
          toast.success('Approved. The money has moved.');
        }}
      />
      {step === 'reject' && (
        <ReasonDialog
          title={isOwn ? 'Take your proposal back?' : 'Reject this proposal?'}
          description={`${sayAmount(row)} for ${row.user.email}. Nothing moves.`}
          confirmLabel={isOwn ? 'Take back' : 'Reject'}
          busyLabel="Saving..."
          onClose={() => setStep(undefined)}
          onConfirm={(note) => reject.mutateAsync({ uuid: row.uuid, note })}
        />
      )}
    </span>
  );
}

const columns: readonly Column<AdjustmentWire>[] = [
  {
    key: 'what',
    header: 'What',
    cell: (row) => (
      <>
        <span className="block font-medium">{kindWords[row.kind]}</span>
        <Link
          to={`/admin/users/${row.user.id}`}
          className="text-quiet underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.user.email}
        </Link>
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 md:hidden">
          {sayAmount(row)} <StatusBadge status={row.status} />
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
    cell: sayAmount,
    isNumeric: true,
    width: '8rem',
    isSecondary: true,
  },
  {
    key: 'decide',
    header: 'Decide',
    isHeaderHidden: true,
    cell: (row) => <Decision row={row} />,
    width: '12rem',
  },
];

/** One person proposes, another one approves: nobody moves money alone. */
export default function Adjustments() {
  const view = useRecordView(filters);
  const adjustments = useAdjustments(view.query);
  const [isProposing, setProposing] = useState(false);
  return (
    <>
      <title>{`Adjustments · ${site.name}`}</title>
      <PageHeader
        title="Adjustments"
        description="One person proposes, another one approves. Nobody moves money alone."
        action={
          <Button
            variant="primary"
            icon={<Plus size={18} aria-hidden />}
            onClick={() => setProposing(true)}
          >
            Propose an adjustment
          </Button>
        }
      />
      <PaymentTabs />
      <RecordList
        what="adjustments"
        title="Proposals"
        columns={columns}
        filters={filters}
        view={view}
        result={adjustments}
        rowKey={(row) => row.uuid}
        download={{ load: () => loadAdjustmentsCsv(view.given), fileName: 'adjustments.csv' }}
        empty={
          <EmptyState title="No proposals yet">
            Refunds, completions and corrections wait here for a second person.
          </EmptyState>
        }
      />
      {isProposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </>
  );
}
