import { formatCount, formatDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { OverviewWire } from '../../wire/index.ts';
import { type Metric, MetricCard } from './MetricCard.tsx';

type Wire = OverviewWire['metrics'];

const ofBalance = (balance: NonNullable<Wire['balance']>): Metric => ({
  label: 'Balance',
  value: balance.balance_display,
  detail: balance.last_transaction_at ? (
    <>
      Last transaction <RelativeTime value={balance.last_transaction_at} />
    </>
  ) : (
    'No transactions yet'
  ),
});

function ofPlan(plan: NonNullable<Wire['subscription']>): Metric {
  const { requests_this_period: used, requests_per_month: limit } = plan;
  const end = formatDate(plan.resets_at);
  const usage =
    limit === null
      ? `${formatCount(used, 'request')} until ${end}, unlimited`
      : `${formatCount(used)} of ${formatCount(limit, 'request')} until ${end}`;
  return {
    label: 'Plan',
    value: plan.tariff.name,
    detail: plan.is_active ? `${usage}${formatCost(plan)}` : plan.status_display,
    ...(limit !== null && {
      bar: {
        label: `Requests until ${end}`,
        value: used,
        max: limit,
        tone: used >= limit ? 'danger' : used >= limit * 0.8 ? 'warning' : 'info',
      },
    }),
  };
}

const formatCost = ({ at_most, currency, tariff }: NonNullable<Wire['subscription']>): string =>
  at_most === null || tariff.is_free
    ? ''
    : `. At most ${formatMoney(at_most, currency)} this month`;

const noPlan: Metric = { label: 'Plan', value: 'None', detail: 'Choose one to call the API' };

const ofKeys = (keys: NonNullable<Wire['api_keys']>): Metric => ({
  label: 'API keys',
  value: `${keys.active_keys} active`,
  detail: keys.last_used_at ? (
    <>
      {formatCount(keys.total_requests, 'request')} in all, last{' '}
      <RelativeTime value={keys.last_used_at} />
    </>
  ) : (
    'No calls yet'
  ),
});

const ofPayments = (payments: NonNullable<Wire['payments']>): Metric => ({
  label: 'Received this month',
  value: formatMoney(payments.amount_this_month, payments.currency),
  detail:
    payments.total_payments === 0
      ? 'No payments yet'
      : `${formatCount(payments.payments_this_month, 'payment')}, ${payments.pending_payments} open`,
});

type MetricsProps = { overview: OverviewWire | undefined };

/** The four figures at the top of the overview. */
export function Metrics({ overview }: MetricsProps) {
  const metrics = overview?.metrics;
  const show = <T,>(part: T | null | undefined, of: (part: T) => Metric) =>
    part === undefined ? 'loading' : part && of(part);
  const hasGaps = overview?.alerts.some(({ code }) => code === 'block_unavailable');
  const plan = metrics?.subscription === null && !hasGaps ? noPlan : undefined;
  return (
    <div className="grid gap-px border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
      <MetricCard
        to="/dashboard/wallet"
        label="Balance"
        metric={show(metrics?.balance, ofBalance)}
      />
      <MetricCard
        to="/dashboard/plan"
        label="Plan"
        metric={plan ?? show(metrics?.subscription, ofPlan)}
      />
      <MetricCard to="/dashboard/keys" label="API keys" metric={show(metrics?.api_keys, ofKeys)} />
      <MetricCard
        to="/dashboard/payments"
        label="Received this month"
        metric={show(metrics?.payments, ofPayments)}
      />
    </div>
  );
}
