// Charts and overviews as the API answers them, for tests of the screens.
import type { DetailedChartWire, OverviewWire } from '../../contract.ts';

const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
const requests = [4, 0, 6];

export const chartOf = (more: Partial<DetailedChartWire> = {}): DetailedChartWire => ({
  series: [
    {
      name: 'Requests',
      key: 'requests',
      color: 'chart-1',
      data: days.map((x, at) => ({ x, y: requests[at]!, ...(at === 2 && { partial: true }) })),
    },
  ],
  metric: 'requests',
  period: '30d',
  granularity: 'day',
  timezone: 'UTC',
  from: '2026-11-18T00:00:00.000Z',
  to: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  totals: { total_amount: '12.50', total_requests: 10, total_payments: 1, success_rate: 0.9 },
  previous: {
    from: '2026-11-15T00:00:00.000Z',
    to: '2026-11-17T12:00:00.000Z',
    series: [],
    totals: { total_amount: '10.00', total_requests: 8, total_payments: 0, success_rate: 1 },
  },
  change: {
    total_amount: { value: '2.50', percent: 25 },
    total_requests: { value: 2, percent: 25 },
    total_payments: { value: 1, percent: null },
  },
  breakdown: [],
  table: days.map((x, at) => ({
    x,
    value: requests[at]!,
    values: { requests: requests[at]! },
    previous: at + 1,
    partial: at === 2,
  })),
  ...more,
});

const at = '2026-11-20T12:00:00.000Z';

const metrics: OverviewWire['metrics'] = {
  balance: {
    currency: 'USD',
    available: '51.00',
    reserved: '0.00',
    total_deposited: '130.00',
    total_spent: '79.00',
    balance_display: '$51.00',
    last_transaction_at: at,
    has_transactions: true,
    is_empty: false,
  },
  subscription: {
    tariff: { slug: 'pro', name: 'Pro', is_free: false },
    status: 'active',
    status_display: 'Active',
    is_active: true,
    days_remaining: 20,
    requests_per_day: null,
    requests_this_period: 850,
    requests_per_month: 1000,
    usage_percentage: 85,
    resets_at: '2026-12-01T00:00:00.000Z',
    expires_at: null,
    cancel_at_period_end: false,
  },
  api_keys: {
    total_keys: 2,
    active_keys: 1,
    expired_keys: 1,
    expiring_soon_count: 0,
    total_requests: 1234,
    last_used_at: at,
    most_used_key_name: 'ci',
    most_used_key_requests: 1000,
  },
  payments: {
    total_payments: 2,
    completed_payments: 1,
    pending_payments: 1,
    failed_payments: 0,
    currency: 'USD',
    total_amount: '130.00',
    completed_amount: '30.00',
    average_payment: '30.00',
    success_rate: 1,
    payments_this_month: 2,
    amount_this_month: '30.00',
    last_payment_at: at,
    top_currency: 'USD',
  },
  support: null,
};

export const overviewOf = (more: Partial<OverviewWire> = {}): OverviewWire => ({
  metrics,
  recent_payments: [
    {
      uuid: '01981234-0000-7000-8000-000000000007',
      amount: '50.00',
      currency: 'USD',
      pay_currency: 'USD',
      status: 'partially_paid',
      status_display: 'Partially paid',
      created_at: at,
    },
  ],
  recent_transactions: [
    {
      uuid: '01981234-0000-7000-8000-000000000008',
      transaction_type: 'charge',
      type_display: 'Charge',
      description: 'Pro plan',
      amount: '-79.00',
      currency: 'USD',
      amount_display: '-$79.00',
      is_credit: false,
      created_at: at,
    },
  ],
  chart_data: null,
  alerts: [],
  generated_at: at,
  ...more,
});
