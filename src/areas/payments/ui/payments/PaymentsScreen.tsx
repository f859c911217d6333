import { Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { findCurrency } from '#lib/currencies.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { NoMatches } from '#ui/records/NoMatches.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { RecordTable } from '#ui/records/RecordTable.tsx';
import { type RecordFilter, type RecordView, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { PaymentListItemWire } from '../../wire/payment-schema.ts';
import { usePayments } from '../queries.ts';
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
  {
    key: 'created_at',
    header: 'Started',
    cell: (row) => <RelativeTime value={row.created_at} className="whitespace-nowrap" />,
    width: '10rem',
    isSecondary: true,
    isSortable: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => <span className="font-mono">{formatMoney(row.amount, row.currency)}</span>,
    width: '9rem',
    isNumeric: true,
    isSortable: true,
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

type PaymentRowsProps = { view: RecordView; filters: readonly RecordFilter[] };

function PaymentRows({ view, filters }: PaymentRowsProps) {
  const navigate = useNavigate();
  const payments = usePayments(view.query);
  return (
    <RecordTable
      caption="Payments"
      columns={columns}
      view={view}
      result={payments}
      rowKey={(row) => row.uuid}
      onRowOpen={(row) => navigate(`/dashboard/payments/${row.uuid}`)}
      empty={<NoPayments />}
      filterBar={<RecordFilterBar what="payments" filters={filters} view={view} />}
      noMatches={<NoMatches title="No payment matches" onClear={view.clear} />}
    />
  );
}

export default function PaymentsScreen() {
  useLivePayments();
  const filters = usePaymentFilters();
  const view = useRecordView(filters, sortable);
  return (
    <>
      <title>{`Payments · ${site.name}`}</title>
      <PageHeader
        title="Payments"
        description="Every payment that you started, and its status."
        back={
          <Link to="/dashboard/wallet" className="link">
            Wallet
          </Link>
        }
        action={<AddMoneyLink />}
      />
      <Panel title="All payments" isFlush className="mt-6">
        <PaymentRows view={view} filters={filters} />
      </Panel>
    </>
  );
}
