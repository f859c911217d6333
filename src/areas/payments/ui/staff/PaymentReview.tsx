import { useState } from 'react';
import { noValue } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import {
  paymentProblemLabels,
  paymentProviders,
  paymentStatuses,
  paymentStatusLabels,
} from '../../wire/payments.constants.ts';
import { attentionKinds, attentionLabels } from '../../wire/reviews.constants.ts';
import type { ReviewedPaymentWire } from '../../wire/reviews.ts';
import { PaymentStatusBadge } from '../payments/PaymentStatusBadge.tsx';
import { CustomerLink } from './CustomerLink.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { PaymentTabs } from './PaymentTabs.tsx';
import { reviewList } from './queries.ts';

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
    options: attentionKinds.map((value) => ({ value, label: attentionLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: paymentStatuses.map((value) => ({ value, label: paymentStatusLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'provider',
    label: 'Provider',
    options: paymentProviders.map((value) => ({ value, label: value })),
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
  { kind: 'link', name: 'user', label: 'Account' },
];

const Status = (payment: ReviewedPaymentWire) => (
  <span className="flex flex-wrap gap-1.5">
    <PaymentStatusBadge payment={payment} />
    {payment.late && <Badge tone="warning">Late</Badge>}
    {payment.problem && <Badge tone="danger">{paymentProblemLabels[payment.problem]}</Badge>}
    {payment.is_test && <Badge>Test</Badge>}
  </span>
);

const columns: readonly Column<ReviewedPaymentWire>[] = [
  {
    key: 'payment',
    header: 'Payment',
    cell: (row) => (
      <>
        <span className="block font-mono text-xs wrap-anywhere">{row.internal_id}</span>
        <CustomerLink user={{ id: row.user, email: row.user_email }} />
        <div className="mt-1 grid gap-1 md:hidden">
          {formatMoney(row.amount, row.currency)}
          <Status {...row} />
        </div>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: Status,
    width: '13rem',
    isSecondary: true,
  },
  {
    key: 'provider',
    header: 'Provider',
    cell: (row) => row.provider,
    width: '8rem',
    isSecondary: true,
  },
  timeColumn('created_at', 'Started', '9rem'),
  {
    key: 'credited',
    header: 'Credited',
    cell: (row) => (row.credited_amount ? formatMoney(row.credited_amount, row.currency) : noValue),
    width: '8rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => formatMoney(row.amount, row.currency),
    width: '8rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'act',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) => <PaymentActions payment={row} />,
    width: '4rem',
  },
];

export default function PaymentReview() {
  const [open, setOpen] = useState<ReviewedPaymentWire>();
  return (
    <Screen
      title="Payments"
      description="Payments of all customers, and those that need attention."
      tabs={<PaymentTabs />}
    >
      <RecordList
        what="payments"
        title="All payments"
        columns={columns}
        filters={filters}
        sortable={['created_at', 'amount']}
        list={reviewList}
        rowKey={(row) => row.uuid}
        onRowOpen={setOpen}
        csv="payments.csv"
      />
      {open && <PaymentDialog payment={open} onClose={() => setOpen(undefined)} />}
    </Screen>
  );
}
