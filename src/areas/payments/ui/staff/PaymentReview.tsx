import { useState } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import site from '#content/site.json' with { type: 'json' };
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/Table.tsx';
import { toast } from '#ui/toast.ts';
import type { ReviewedPaymentWire } from '../../contract.ts';
import { paymentProviders, paymentStatuses, paymentStatusLabels } from '../../payment-status.ts';
import { sayMoney } from '../money-words.ts';
import { PaymentStatusBadge } from '../PaymentStatusBadge.tsx';
import { PaymentTabs } from './PaymentTabs.tsx';
import { downloadReview, usePropose, useReview } from './queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search',
    placeholder: 'Number, transaction or address, exactly',
  },
  {
    kind: 'choice',
    name: 'attention',
    label: 'Needs',
    all: 'Any',
    options: [
      { value: 'late', label: 'Came late' },
      { value: 'partial', label: 'Came in part' },
      { value: 'stuck', label: 'Stuck for a day' },
    ],
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    all: 'Any status',
    options: paymentStatuses.map((value) => ({ value, label: paymentStatusLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'provider',
    label: 'Provider',
    all: 'Any provider',
    options: paymentProviders.map((value) => ({ value, label: value })),
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'Until' },
];

type Kind = 'refund' | 'complete';
const words: Record<Kind, { title: string; description: string; label: string }> = {
  refund: {
    title: 'Propose to refund',
    description:
      'All that is left of it goes back through its provider, once somebody else approves.',
    label: 'Propose refund',
  },
  complete: {
    title: 'Propose to complete',
    description: 'What is missing is credited by hand, once somebody else approves.',
    label: 'Propose completion',
  },
};

function PaymentActions({ payment }: { payment: ReviewedPaymentWire }) {
  const { may } = useViewer();
  const [kind, setKind] = useState<Kind>();
  const [key] = useState(() => crypto.randomUUID());
  const propose = usePropose();
  if (!may('payments.decide')) return null;
  const isOver = payment.status === 'completed';
  return (
    <>
      <Menu
        trigger={
          <Button size="small">
            Act<span className="sr-only"> on {payment.internal_id}</span>
          </Button>
        }
      >
        {isOver ? (
          <MenuItem onSelect={() => setKind('refund')}>Propose a refund</MenuItem>
        ) : (
          <MenuItem onSelect={() => setKind('complete')}>Propose to complete</MenuItem>
        )}
      </Menu>
      {kind && (
        <ReasonDialog
          title={`${words[kind].title} ${payment.internal_id}?`}
          description={words[kind].description}
          confirmLabel={words[kind].label}
          busyLabel="Proposing..."
          onClose={() => setKind(undefined)}
          onConfirm={async (reason) => {
            const body = { kind, payment: payment.uuid, reason };
            await propose.mutateAsync({ body, key: `${key}:${kind}` });
            toast.success('Proposed. Somebody else has to approve it.');
          }}
        />
      )}
    </>
  );
}

const columns: readonly Column<ReviewedPaymentWire>[] = [
  {
    key: 'payment',
    header: 'Payment',
    cell: (row) => (
      <>
        <span className="block font-mono text-xs wrap-anywhere">{row.internal_id}</span>
        <Link
          to={`/admin/users/${row.user}`}
          className="text-quiet underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.user_email}
        </Link>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        <PaymentStatusBadge payment={row} />
        {row.late && <Badge tone="warning">Late</Badge>}
        {row.is_test && <Badge>Test</Badge>}
      </span>
    ),
    width: '13rem',
  },
  {
    key: 'provider',
    header: 'Provider',
    cell: (row) => row.provider,
    width: '8rem',
    isSecondary: true,
  },
  {
    key: 'created_at',
    header: 'Started',
    cell: (row) => <RelativeTime value={row.created_at} className="whitespace-nowrap" />,
    width: '9rem',
    isSecondary: true,
    isSortable: true,
  },
  {
    key: 'credited',
    header: 'Credited',
    cell: (row) => (row.credited_amount ? sayMoney(row.credited_amount, row.currency) : '–'),
    width: '8rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => sayMoney(row.amount, row.currency),
    width: '8rem',
    isNumeric: true,
    isSortable: true,
  },
  {
    key: 'act',
    header: 'Act',
    isHeaderHidden: true,
    cell: (row) => <PaymentActions payment={row} />,
    width: '5rem',
  },
];

export default function PaymentReview() {
  const view = useRecordView(filters, ['created_at', 'amount']);
  const payments = useReview(view.query);
  return (
    <>
      <title>{`Payments · ${site.name}`}</title>
      <PageHeader title="Payments" description="Everybody's payments, and what needs a person." />
      <PaymentTabs />
      <RecordList
        what="payments"
        title="All payments"
        columns={columns}
        filters={filters}
        view={view}
        result={payments}
        rowKey={(row) => row.uuid}
        download={() => downloadReview(view.given)}
      />
    </>
  );
}
