import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { formatMoney } from '#lib/format-money.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { PaymentListItemWire } from '../../wire/payment-schema.ts';
import { PaymentStatusBadge } from '../payments/PaymentStatusBadge.tsx';
import { useRecentPayments } from '../queries.ts';

const PaymentRow = ({ payment }: { payment: PaymentListItemWire }) => (
  <li>
    <Link
      to={`/dashboard/payments/${payment.uuid}`}
      className="flex items-center gap-3 px-5 py-3 hover:bg-text/5"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium tabular-nums">
          {formatMoney(payment.amount, payment.currency)}
        </span>
        <span className="block text-sm text-quiet">
          <RelativeTime value={payment.created_at} />
        </span>
      </span>
      <PaymentStatusBadge payment={payment} />
      <ArrowRight size={18} aria-hidden className="text-quiet" />
    </Link>
  </li>
);

function Rows() {
  const payments = useRecentPayments();
  if (payments.isPending)
    return (
      <div className="grid gap-3 p-5">
        <span className="sr-only">Loading your payments</span>
        <Skeleton linesCount={3} />
      </div>
    );
  if (!payments.data)
    return (
      <div className="p-5">
        <LoadError
          message={errorMessage(payments.error)}
          onRetry={() => payments.refetch()}
          isRetrying={payments.isFetching}
        />
      </div>
    );
  const { results } = payments.data;
  if (results.length === 0)
    return <p className="p-5 text-sm text-quiet">Payments that you start appear here.</p>;
  return (
    <ul className="divide-y divide-line">
      {results.map((payment) => (
        <PaymentRow key={payment.uuid} payment={payment} />
      ))}
    </ul>
  );
}

export const RecentPayments = () => (
  <Panel
    title="Latest payments"
    isFlush
    actions={
      <Link to="/dashboard/payments" className="link text-sm">
        All payments
      </Link>
    }
  >
    <Rows />
  </Panel>
);
