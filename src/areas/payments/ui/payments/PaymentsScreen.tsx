import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { findCurrency } from '#lib/currencies.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { PaymentListItemWire } from '../../wire/payment-schema.ts';
import { paymentList } from '../queries.ts';
import { useLivePayments } from '../use-live-payments.ts';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { sortable, usePaymentFilters } from './payment-filters.ts';

const Status = ({ row }: { row: PaymentListItemWire }) => (
  <span className="flex flex-wrap gap-2">
    <PaymentStatusBadge payment={row} />
    {row.is_test && <Badge>Test</Badge>}
  </span>
);

const columns: readonly Column<PaymentListItemWire>[] = [
  {
    key: 'payment',
    header: 'Payment',
    cell: (row) => (
      <>
        <Link
          to={`/dashboard/payments/${row.uuid}`}
          className="font-mono text-xs underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.internal_id}
        </Link>
        <span className="line-clamp-1 text-quiet">{row.description}</span>
        <span className="mt-1 grid gap-1 md:hidden">
          <Status row={row} />
          <RelativeTime value={row.created_at} className="text-xs text-quiet" />
        </span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <Status row={row} />,
    width: '15rem',
    isSecondary: true,
  },
  {
    key: 'pay_currency',
    header: 'Paid in',
    cell: (row) => findCurrency(row.pay_currency)?.token ?? row.pay_currency,
    width: '9rem',
    isSecondary: true,
  },
  timeColumn('created_at', 'Started', '10rem'),
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => <span className="font-mono">{formatMoney(row.amount, row.currency)}</span>,
    width: '9rem',
    isNumeric: true,
  },
];

const AddMoneyLink = () => (
  <ButtonLink asChild variant="primary" icon={<Plus size={18} aria-hidden />}>
    <Link to="/dashboard/wallet/add">Add money</Link>
  </ButtonLink>
);

const NoPayments = () => (
  <EmptyState title="No payments yet" action={<AddMoneyLink />}>
    Every top-up that you start appears here.
  </EmptyState>
);

export default function PaymentsScreen() {
  useLivePayments();
  const filters = usePaymentFilters();
  return (
    <Screen
      title="Payments"
      description="Every payment that you started, and its status."
      back={{ to: '/dashboard/wallet', label: 'Wallet' }}
      action={<AddMoneyLink />}
    >
      <RecordList
        what="payments"
        title="All payments"
        list={paymentList}
        columns={columns}
        filters={filters}
        sortable={sortable}
        rowKey={(row) => row.uuid}
        rowPath={(row) => `/dashboard/payments/${row.uuid}`}
        empty={<NoPayments />}
        noMatches={{ title: 'No payment matches' }}
        isPlain
      />
    </Screen>
  );
}
