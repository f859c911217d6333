// Compares every place where a figure of an account is returned. Its money is in US dollars, and all
// of it and of its usage is younger than the records that are kept.
import { expect } from 'vitest';
import type { DetailedChartWire, OverviewWire } from '#areas/billing/wire/index.ts';
import type { ApiKeyWire } from '#areas/billing/wire/keys.ts';
import type { SpendingWire } from '#areas/billing/wire/spending.ts';
import type { PaymentWire } from '#areas/payments/wire/payment-schema.ts';
import type { BalanceWire, StatisticsWire } from '#areas/payments/wire/transaction-schemas.ts';
import type { ProxyStatisticsWire } from '#areas/proxy/wire/statistics.ts';
import { dayMs } from '#lib/durations.ts';
import { startOfMonth } from '#lib/months.ts';
import { usageMetrics } from '#lib/quota-groups.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { createReader, type Reader, sum, sumMoney } from './read-figures.ts';

type Page<T> = { count: number; results: T[] };

export async function checkFigures(t: TestApp, who: SignedIn): Promise<void> {
  await t.areas.usage.flush();
  await t.areas.proxy.usage.flush();
  await t.jobs.runSchedule('invoices.issue');
  // Charts end before this moment.
  t.clock.advance(1);
  const reader = createReader(t, who);
  const now = t.clock.now();
  const overview = await reader.get<OverviewWire>('/apix/billing/dashboard/overview/');
  await checkRequests(reader);
  await checkQuotas(reader, overview);
  await checkKeys(reader, overview, now);
  await checkPayments(reader, overview);
  await checkWallet(reader, overview, now);
  await checkInvoices(reader, overview);
  await checkProxies(reader);
}

/** What arrived: list, groups, files and charts. */
async function checkRequests({ usage, csv, chart }: Reader): Promise<void> {
  const { count, summary } = await usage();
  expect(summary.requests).toBe(count);
  expect(summary.units).toBe((await usage({ metric: 'request' })).summary.units);
  const rows = await csv('/apix/billing/usage/', { period: '90d' });
  expect(rows).toHaveLength(count);
  for (const group_by of ['hour', 'day', 'endpoint', 'api_key', 'status']) {
    const groups = await csv('/apix/billing/usage/', { period: '90d', group_by });
    expect([group_by, sum(groups.map(({ requests }) => requests!))]).toEqual([group_by, count]);
    expect(sum(groups.map(({ units }) => units!))).toBe(Number(summary.units));
  }
  for (const group_by of ['api_key', 'endpoint_group', 'status']) {
    const { totals, breakdown, table } = await chart<DetailedChartWire>('requests', {
      period: '90d',
      group_by,
    });
    expect(totals.total_requests).toBe(count);
    expect(sum(breakdown.map(({ value }) => value))).toBe(count);
    expect(sum(table.map(({ value }) => value))).toBe(count);
  }
  for (const metric of usageMetrics.filter((one) => one !== 'request')) {
    const own = rows.filter((row) => row.metric === metric).map(({ units }) => units!);
    expect([metric, Number((await usage({ metric })).summary.units)]).toEqual([metric, sum(own)]);
  }
}

/** What the plan counts: its usage month, its lifetime, quotas and the overview. */
async function checkQuotas({ get, usage, plan }: Reader, overview: OverviewWire): Promise<void> {
  const { id, usage: used, total_requests, limits, starts_at } = await plan();
  const counted = used.units_this_period;
  expect(used.requests_this_period).toBe(counted.request);
  expect(overview.metrics.subscription?.requests_this_period).toBe(counted.request);
  for (const metric of usageMetrics) {
    const { summary } = await usage({ metric, created_after: used.started_at });
    expect([metric, Number(summary.units)]).toEqual([metric, counted[metric]]);
    if (summary.limit !== null)
      expect(summary.remaining).toBe(Math.max(0, summary.limit - counted[metric]));
  }
  expect((await usage()).summary.limit).toBe(limits.requests_per_month);
  const { summary } = await get<Awaited<ReturnType<typeof usage>>>(
    `/apix/billing/subscriptions/${id}/usage/`,
    { created_after: starts_at },
  );
  expect(Number(summary.units)).toBe(total_requests);
  const spending = await get<SpendingWire>('/apix/billing/spending/');
  if (spending.overage) expect(spending.used).toBe(counted[spending.overage.unit]);
}

async function checkKeys(
  { get, csv, usage, plan, chart }: Reader,
  overview: OverviewWire,
  now: Date,
): Promise<void> {
  const keys = (await get<Page<ApiKeyWire>>('/apix/billing/api-keys/', { page_size: '100' }))
    .results;
  const groups = await csv('/apix/billing/usage/', { period: '90d', group_by: 'api_key' });
  const month = { created_after: (await plan()).usage.started_at };
  const firstDay = new Date(Math.floor(now.getTime() / dayMs - 29) * dayMs).toISOString();
  for (const key of keys) {
    const of = { api_key: key.id };
    const requests = Number(groups.find((group) => group.key === key.id)?.requests ?? 0);
    const { totals } = await chart<DetailedChartWire>('requests', { ...of, period: '90d' });
    expect([key.name, key.total_requests, totals.total_requests]).toEqual([
      key.name,
      requests,
      requests,
    ]);
    expect((await get<ApiKeyWire>(`/apix/billing/api-keys/${key.id}/`)).total_requests).toBe(
      requests,
    );
    expect((await usage(of)).count).toBe(requests);
    const lately = await usage({ ...of, created_after: firstDay });
    expect(sum(key.daily_requests)).toBe(lately.count);
    if (!key.replaced_by && key.lineage_id === key.id)
      expect(key.month.requests).toBe(Number((await usage({ ...of, ...month })).summary.units));
  }
  const totals = keys.map(({ total_requests }) => total_requests);
  expect(overview.metrics.api_keys).toMatchObject({
    total_requests: sum(totals),
    most_used_key_requests: Math.max(0, ...totals),
  });
}

async function checkPayments({ get, chart }: Reader, overview: OverviewWire): Promise<void> {
  const path = '/apix/payments/payments/';
  const { results } = await get<Page<PaymentWire>>(path, { page_size: '100' });
  const payments = await Promise.all(
    results.map(({ uuid }) => get<PaymentWire>(`${path}${uuid}/`)),
  );
  const countPayments = async (status: string) =>
    (await get<Page<unknown>>(path, { status })).count;
  const completed = payments.filter(({ status }) => status === 'completed');
  const { metrics } = overview;
  expect(metrics.payments).toMatchObject({
    total_payments: payments.length,
    completed_payments: await countPayments('completed'),
    failed_payments: (await countPayments('failed')) + (await countPayments('expired')),
    completed_amount: sumMoney(
      completed.flatMap((one) => [one.credited_amount ?? '0', `-${one.amount_refunded}`]),
    ),
  });
  const { totals, breakdown } = await chart<DetailedChartWire>('payments', {
    period: '1y',
    group_by: 'status',
  });
  expect(totals.total_payments).toBe(completed.length);
  expect(totals.success_rate).toBe(metrics.payments?.success_rate);
  expect(sum(breakdown.map(({ value }) => value))).toBe(payments.length);
}

/** What came, what was spent and what is left. */
async function checkWallet({ get, chart }: Reader, overview: OverviewWire, now: Date) {
  const base = '/apix/payments/transactions/';
  const balance = await get<BalanceWire>(`${base}balance/`);
  const statistics = await get<StatisticsWire>(`${base}statistics/`, { period: 'all' });
  const of = (name: keyof StatisticsWire['type_breakdown']) =>
    statistics.type_breakdown[name].total_amount;
  const { available, reserved, total_spent, total_deposited } = balance;
  expect(overview.metrics.balance).toMatchObject({
    available,
    reserved,
    total_spent,
    total_deposited,
  });
  expect(sumMoney([available, reserved])).toBe(sumMoney([statistics.net, reserved]));
  const spent = await chart<DetailedChartWire>('spend', { period: '1y', group_by: 'currency' });
  const byType = sumMoney([of('charge'), of('fee')]);
  expect([total_spent, spent.totals.total_amount, sumMoney([`-${total_spent}`])]).toEqual([
    total_spent,
    total_spent,
    byType,
  ]);
  const received = await chart<DetailedChartWire>('payments', {
    period: '1y',
    group_by: 'currency',
  });
  const net = sumMoney([of('deposit'), of('refund')]);
  expect([received.totals.total_amount, received.breakdown[0]?.value ?? '0.00']).toEqual([
    net,
    net,
  ]);
  const types = await get<{ type_stats: StatisticsWire['type_breakdown'] }>(`${base}by_type/`, {
    created_after: startOfMonth(now).toISOString(),
  });
  expect(overview.metrics.payments?.amount_this_month).toBe(
    sumMoney([types.type_stats.deposit.total_amount, types.type_stats.refund.total_amount]),
  );
}

/** Each charge has an invoice, and what was credited a credit note. */
async function checkInvoices({ get }: Reader, { metrics }: OverviewWire): Promise<void> {
  type Invoice = { kind: string; gross: string };
  const { results } = await get<Page<Invoice>>('/apix/invoices/', { page_size: '100' });
  const amounts = results.map(({ kind, gross }) => (kind === 'invoice' ? gross : `-${gross}`));
  expect(sumMoney(amounts)).toBe(metrics.balance?.total_spent);
}

async function checkProxies({ get }: Reader): Promise<void> {
  type Resource = { name: string; requests_total: number; success_rate: number | null };
  type Traffic = { requests: number; bytes: number };
  const base = '/apix/data_proxy/resources/';
  for (const { name, ...resource } of (await get<Page<Resource>>(base)).results) {
    const path = `${base}${name}/`;
    const found = await get<ProxyStatisticsWire>(`${path}statistics/`, { period: '30d' });
    const { requests_total: requests } = found;
    expect([resource.requests_total, resource.success_rate]).toEqual([
      requests,
      found.success_rate,
    ]);
    expect(found.requests_successful + found.requests_failed).toBe(requests);
    expect(sum(found.error_reasons.map(({ count }) => count))).toBe(found.requests_failed);
    const proxies = await get<Page<Resource>>(`${path}proxies/`, { status: 'all' });
    expect(sum(proxies.results.map((proxy) => proxy.requests_total))).toBe(requests);
    expect(sum(found.series.map((point) => point.requests))).toBe(requests);
    expect(sum(found.logins.map((login) => login.requests))).toBe(requests);
    const traffic = await get<Page<Traffic>>(`${path}traffic/`, { page_size: '100' });
    expect(sum(traffic.results.map((row) => row.requests))).toBe(requests);
    expect(sum(traffic.results.map((row) => row.bytes))).toBe(found.bandwidth_bytes);
  }
}
