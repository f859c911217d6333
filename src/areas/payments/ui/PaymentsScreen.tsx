import { Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { findCurrency } from '#lib/currencies.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import type { PaymentListItemWire } from '../contract.ts';
import { sayMoney } from './money-words.ts';
import { PaymentFilterBar } from './PaymentFilterBar.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { toQuery, usePaymentFilters } from './payment-filters.ts';
import { useBalance, usePayments } from './queries.ts';
import { useLivePayments } from './use-live-payments.ts';

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
        <RelativeTime value={row.created_at} className="text-xs text-quiet md:hidden" />
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (
      <span className="flex flex-wrap gap-2">
        <PaymentStatusBadge payment={row} />
        {row.is_test && <Badge>Test</Badge>}
      </span>
    ),
    width: '15rem',
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
    cell: (row) => <span className="font-mono">{sayMoney(row.amount, row.currency)}</span>,
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
    Every top-up that you start appears here, whatever becomes of it.
  </EmptyState>
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No payment matches" action={<Button onClick={onClear}>Clear filters</Button>}>
    Try fewer filters or other words.
  </EmptyState>
);

function PaymentRows({ view }: { view: ReturnType<typeof usePaymentFilters> }) {
  const navigate = useNavigate();
  const { filters, page, ordering, active } = view;
  const payments = usePayments({ ...toQuery(filters), page: String(page), ordering });
  if (payments.isError)
    return (
      <div className="p-5">
        <LoadError
          message={messageOf(payments.error)}
          onRetry={() => payments.refetch()}
          isRetrying={payments.isFetching}
        />
      </div>
    );
  const { results = [], count = 0, page_size = 20, count_is_estimate } = payments.data ?? {};
  return (
    <>
      <Table
        caption="Payments"
        columns={columns}
        rows={results}
        rowKey={(row) => row.uuid}
        onRowOpen={(row) => navigate(`/dashboard/payments/${row.uuid}`)}
        sort={view.sort}
        onSortChange={view.changeSort}
        isLoading={payments.isPending}
        empty={active.length > 0 ? <NoMatch onClear={view.clear} /> : <NoPayments />}
      />
      {count > page_size && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            page={page}
            pageSize={page_size}
            rowsCount={count}
            isEstimate={count_is_estimate}
            onPageChange={view.turnTo}
          />
        </div>
      )}
    </>
  );
}

/** Everything that was ever started, found by words, status, currency and day. */
export default function PaymentsScreen() {
  useLivePayments();
  const view = usePaymentFilters();
  const currencies = useBalance().data?.balances.map(({ currency }) => currency) ?? [];
  return (
    <>
      <title>{`Payments · ${site.name}`}</title>
      <PageHeader
        title="Payments"
        description="Every payment that you started, and what became of it."
        back={
          <Link to="/dashboard/wallet" className="link">
            Wallet
          </Link>
        }
        action={<AddMoneyLink />}
      />
      <Panel title="All payments" isFlush className="mt-6">
        <PaymentFilterBar {...view} currencies={currencies} />
        <PaymentRows view={view} />
      </Panel>
    </>
  );
}
