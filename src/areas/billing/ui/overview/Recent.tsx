import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#lib/format-money.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { OverviewWire } from '../../wire/index.ts';

type Payment = NonNullable<OverviewWire['recent_payments']>[number];
type Transaction = NonNullable<OverviewWire['recent_transactions']>[number];

const rowsMax = 6;
const rowClass = 'flex items-center gap-4 px-5 py-3';

type RecentProps<Row> = {
  title: string;
  all: { to: string; label: string };
  /** Undefined while loading, null if loading failed. */
  rows: readonly Row[] | null | undefined;
  children: (row: Row) => ReactNode;
};

/** Nothing without rows. */
function Recent<Row extends { uuid: string }>({ title, all, rows, children }: RecentProps<Row>) {
  if (rows?.length === 0) return null;
  return (
    <Panel
      title={title}
      isFlush
      actions={
        <Link to={all.to} className="link text-sm">
          {all.label}
        </Link>
      }
    >
      {rows === undefined && (
        <div className="grid gap-3 p-5">
          <span className="sr-only">Loading</span>
          <Skeleton linesCount={4} className="h-8 w-full" />
        </div>
      )}
      {rows === null && (
        <p className="p-5 text-sm text-quiet">
          This could not be loaded. Reload the page in a moment.
        </p>
      )}
      {rows && (
        <ul className="divide-y divide-line">
          {rows.slice(0, rowsMax).map((row) => (
            <li key={row.uuid}>{children(row)}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const tones: Record<string, BadgeTone> = {
  partially_paid: 'warning',
  completed: 'success',
  failed: 'danger',
};
const closed = ['expired', 'cancelled', 'refunded'];
const chooseTone = (status: string): BadgeTone =>
  tones[status] ?? (closed.includes(status) ? 'neutral' : 'info');

const PaymentRow = ({ payment }: { payment: Payment }) => (
  <Link to={`/dashboard/payments/${payment.uuid}`} className={clsx(rowClass, 'hover:bg-text/5')}>
    <span className="min-w-0 flex-1">
      <span className="block font-medium tabular-nums">
        {formatMoney(payment.amount, payment.currency)}
      </span>
      <RelativeTime value={payment.created_at} className="text-sm text-quiet" />
    </span>
    <Badge tone={chooseTone(payment.status)}>{payment.status_display}</Badge>
  </Link>
);

const TransactionRow = ({ one }: { one: Transaction }) => (
  <div className={rowClass}>
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{one.description || one.type_display}</span>
      <span className="block text-sm text-quiet">
        {one.type_display}, <RelativeTime value={one.created_at} />
      </span>
    </span>
    <span className={clsx('font-mono text-sm whitespace-nowrap', one.is_credit && 'text-success')}>
      {one.amount_display}
    </span>
  </div>
);

export const RecentPayments = ({ rows }: Pick<RecentProps<Payment>, 'rows'>) => (
  <Recent
    title="Latest payments"
    all={{ to: '/dashboard/payments', label: 'All payments' }}
    rows={rows}
  >
    {(payment) => <PaymentRow payment={payment} />}
  </Recent>
);

export const RecentTransactions = ({ rows }: Pick<RecentProps<Transaction>, 'rows'>) => (
  <Recent
    title="Latest transactions"
    all={{ to: '/dashboard/wallet', label: 'All transactions' }}
    rows={rows}
  >
    {(one) => <TransactionRow one={one} />}
  </Recent>
);
