import { beforeAll, expect, test } from 'vitest';
import type { OverviewWire } from '#areas/billing/wire/index.ts';
import { adjustment } from '#areas/ledger/server/index.ts';
import { createId } from '#kernel/ids.ts';
import { createSummaryProviders } from '#kernel/ports.ts';
import { dayMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import {
  addFunds,
  callSubscriptions,
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
} from '#test/factories/subscriptions.ts';
import { createActor, createMeteredCall } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readOverview } from './overview.ts';
import { supportSummary } from './overview-blocks.ts';

const t = useApp();
let ann: SignedIn;

async function get(email: string | null, query = '') {
  const headers = email ? (await t.signIn(email)).headers : {};
  const url = `/apix/billing/dashboard/overview/${query}`;
  const reply = await t.app.inject({ url, headers });
  return { status: reply.statusCode, body: reply.json() };
}
const overview = async (email: string) => (await get(email)).body as OverviewWire;
const readAlerts = async (email: string) =>
  (await overview(email)).alerts.map(({ level, code, message }) => `${level} ${code}: ${message}`);
/** Breaks a table for the time of the work. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const run = (from: string, to: string) =>
    t.kernel.database.pool.query(`alter table ${from} rename to ${to}`);
  await run(table, 'moved_away');
  try {
    return await work();
  } finally {
    await run('moved_away', table);
  }
}

beforeAll(async () => {
  t.clock.set(new Date('2030-05-20T12:00:00Z'));
  ann = await createCustomer(t, 'ann@example.com', '100.00');
  await createSubscription(t, ann, 'pro');
  const { id } = await createApiKey(t, ann, { name: 'ci', expires_in_days: 3 });
  await createApiKey(t, ann, { name: 'shop' });
  await createCompletedPayment(t, ann, { amount: '30.00' });
  t.clock.advance(1000);
  const { uuid } = await createSandboxPayment(t, ann, {
    amount: '50.00',
    pay_currency: 'usdttrc20',
  });
  await simulateSandboxAction(t, uuid, 'pay_part', '20');
  t.areas.usage.meter.record(createMeteredCall(createActor(ann.accountId, id)));
  await t.areas.usage.flush();
  t.clock.set(new Date('2030-05-20T13:00:00Z'));
});

test('contains every block', async () => {
  const { status, body } = await get(ann.email);
  expect(status).toBe(200);
  expect(body.metrics).toMatchObject({
    balance: { currency: 'USD', total_spent: '79.00', has_transactions: true },
    subscription: {
      tariff: { slug: 'pro', name: 'Pro' },
      status: 'active',
      requests_this_period: 1,
      cancel_at_period_end: false,
    },
    api_keys: {
      total_keys: 2,
      active_keys: 2,
      expired_keys: 0,
      expiring_soon_count: 1,
      most_used_key_name: 'ci',
    },
    payments: {
      total_payments: 2,
      completed_payments: 1,
      pending_payments: 1,
      failed_payments: 0,
      completed_amount: '30.00',
      average_payment: '30.00',
      success_rate: 1,
      payments_this_month: 2,
      // With what was added by hand, and the part of a payment that came.
      amount_this_month: '149.90',
    },
  });
  expect(body.recent_payments.map((one: { status: string }) => one.status)).toEqual([
    'partially_paid',
    'completed',
  ]);
  expect(body.recent_transactions).toHaveLength(4);
  expect(body.chart_data.totals.total_amount).toBe('79.00');
  expect(body.generated_at).toBe('2030-05-20T13:00:00.000Z');
});

test('lists alerts, most urgent first', async () => {
  expect(await readAlerts(ann.email)).toEqual([
    'warning payment_partial: Your payment of $50.00 is incomplete.',
    'warning key_expiring: Key “ci” ends in 3 days.',
    'info renewal_short: Pro renews on 20 Jun 2030 for $79.00 from your balance, which is $70.90: $8.10 is missing.',
  ]);
});

test('alerts about debts and ending plans', async () => {
  const bob = await createCustomer(t, 'bob@example.com', '20.00');
  const plan = await createSubscription(t, bob, 'starter');
  const owed = adjustment({
    accountId: bob.accountId,
    direction: 'debit',
    amount: toAmount('25.00', 'USD'),
    mayOverdraw: true,
    idempotencyKey: createId(),
    actor: 'test',
  });
  await t.areas.payments.ledger.post(t.kernel.database.write, owed);
  await t.app.inject({
    method: 'POST',
    url: `/apix/billing/subscriptions/${plan.id}/cancel/`,
    headers: bob.headers,
    payload: {},
  });
  const alerts = await readAlerts(bob.email);
  expect(alerts[0]).toMatch(/^error wallet_debt: Your wallet is \$5\.00 below zero/);
  expect(alerts).toContain('info plan_ending: Your Starter plan ends on 3 Jun 2030.');
  await t.kernel.database.pool.query(
    `update subscription set status = 'suspended', suspended_at = $2 where id = $1`,
    [plan.id, t.clock.now()],
  );
  expect((await readAlerts(bob.email))[1]).toMatch(/^error plan_suspended/);
});

test('alerts about debts in any currency and old partial payments', async () => {
  const gil = await createCustomer(t, 'gil@example.com');
  const { uuid } = await createSandboxPayment(t, gil, {
    amount: '50.00',
    pay_currency: 'usdttrc20',
  });
  await simulateSandboxAction(t, uuid, 'pay_part', '20');
  for (let newer = 0; newer < 11; newer++) await createSandboxPayment(t, gil);
  const owed = adjustment({
    accountId: gil.accountId,
    direction: 'debit',
    amount: toAmount('7.00', 'EUR'),
    mayOverdraw: true,
    idempotencyKey: createId(),
    actor: 'test',
  });
  await t.areas.payments.ledger.post(t.kernel.database.write, owed);
  expect(await readAlerts(gil.email)).toEqual([
    'error wallet_debt: Your wallet is €7.00 below zero: paid calls are refused until you add money.',
    'warning payment_partial: Your payment of $50.00 is incomplete.',
  ]);
});

test('alerts about unpaid overage', async () => {
  const hal = await createCustomer(t, 'hal@example.com', '79');
  const { id, tariff, usage } = await createSubscription(t, hal, 'pro');
  await t.kernel.database.pool.query(
    `insert into overage (id, subscription_id, account_id, tariff_id, metric, month_start,
       month_end, counter_reading, units, price, amount, currency, created_at)
     values ($1, $2, $3, $4, 'request', $5, $6, 2, 1, 200, 200, 'USD', $5)`,
    [createId(), id, hal.accountId, tariff.id, usage.started_at, usage.resets_at],
  );
  expect(await readAlerts(hal.email)).toContain(
    'error overage_due: $200.00 is due for usage over your quota. Until it is paid, calls over the quota are refused.',
  );
});

test('alerts about awaited payments, with a link', async () => {
  const card = { payment_source: 'payment', pay_currency: 'USD' };
  const ida = await createCustomer(t, 'ida@example.com');
  const { payment } = await createSubscription(t, ida, 'pro', card);
  const { alerts } = (await get(ida.email)).body;
  expect(alerts).toEqual([
    {
      level: 'warning',
      code: 'plan_unpaid',
      message:
        'Your Pro plan is waiting for your payment of $79.00. Until then your account has the limits of the free plan.',
      action_url: `/dashboard/payments/${payment?.uuid}`,
    },
  ]);
  await simulateSandboxAction(t, payment!.uuid, 'send');
  expect((await readAlerts(ida.email))[0]).toMatch(
    /^info plan_payment_coming: Your Pro plan starts/,
  );
  await simulateSandboxAction(t, payment!.uuid, 'pay');
  const { id } = await fetchCurrentSubscription(t, ida);
  await callSubscriptions(t, ida, 'PATCH', `${id}/`, { tariff: 'scale', ...card });
  expect((await readAlerts(ida.email))[0]).toMatch(
    /^warning plan_unpaid: Your change to Scale is waiting for .* Until then you keep Pro\.$/,
  );
  await t.kernel.database.pool.query(
    `update payment set status = 'expired' where account_id = $1 and status = 'pending'`,
    [ida.accountId],
  );
  expect((await readAlerts(ida.email))[0]).toMatch(
    /^warning plan_payment_ended: Your change to Scale/,
  );
});

test('alerts about a short balance, as a warning in the last week', async () => {
  const jan = await createCustomer(t, 'jan@example.com', '85.50');
  await createSubscription(t, jan, 'pro');
  const now = t.clock.now();
  const message =
    'renewal_short: Pro renews on 20 Jun 2030 for $79.00 from your balance, which is $6.50: $72.50 is missing.';
  const { alerts } = (await get(jan.email)).body;
  expect(alerts[0].action_url).toBe('/dashboard/wallet/add?amount=72.50');
  expect(await readAlerts(jan.email)).toEqual([`info ${message}`]);
  t.clock.advance(25 * dayMs);
  expect(await readAlerts(jan.email)).toEqual([`warning ${message}`]);
  t.clock.set(now);
});

test('names the plan of the next period in a renewal alert', async () => {
  const kim = await createCustomer(t, 'kim@example.com', '80');
  const { id } = await createSubscription(t, kim, 'pro');
  await callSubscriptions(t, kim, 'PATCH', `${id}/`, { tariff: 'starter' });
  expect(await readAlerts(kim.email)).toEqual([
    'info renewal_short: Starter starts on 20 Jun 2030 for $19.00 from your balance, which is $1.00: $18.00 is missing.',
  ]);
});

test('alerts about an unpaid change of a cancelled plan', async () => {
  const lea = await createCustomer(t, 'lea@example.com', '79');
  const { id } = await createSubscription(t, lea, 'pro', { auto_renew: false });
  const card = { payment_source: 'payment', pay_currency: 'USD' };
  await callSubscriptions(t, lea, 'PATCH', `${id}/`, { tariff: 'scale', ...card });
  expect(await readAlerts(lea.email)).toEqual([
    expect.stringMatching(/^warning plan_unpaid: Your change to Scale is waiting/),
    'info plan_ending: Your Pro plan ends on 20 Jun 2030.',
  ]);
});

test('alerts about a payment that did not cover the plan', async () => {
  const max = await createCustomer(t, 'max@example.com');
  const { payment } = await createSubscription(t, max, 'pro', {
    payment_source: 'payment',
    pay_currency: 'USD',
  });
  await t.kernel.database.pool.query(`update payment set status = 'completed' where id = $1`, [
    payment!.uuid,
  ]);
  expect((await readAlerts(max.email))[0]).toMatch(
    /^warning plan_money_in_wallet: Your Pro plan has not started: its payment is in/,
  );
});

test('does not read lifetime usage', async () => {
  const ned = await createCustomer(t, 'ned@example.com', '79');
  await createSubscription(t, ned, 'pro');
  const { metrics } = await without('usage_day', () => overview(ned.email));
  expect(metrics.subscription?.tariff.slug).toBe('pro');
});

test('alerts about a failed renewal', async () => {
  const cid = await createCustomer(t, 'cid@example.com', '19.00');
  await createSubscription(t, cid, 'starter');
  await t.kernel.database.pool.query(
    `update subscription set status = 'past_due', past_due_at = $2, failed_charges = 1
     where account_id = $1 and price > 0`,
    [cid.accountId, t.clock.now()],
  );
  expect(await readAlerts(cid.email)).toContain(
    'error plan_past_due: The new period of your Starter plan is not paid. It ends on 27 May 2030 unless you add money.',
  );
});

test('alerts about a nearly exhausted quota', async () => {
  const dan = await createCustomer(t, 'dan@example.com');
  await t.kernel.database.pool.query(
    `insert into usage_counter (account_id, metric, span, starts_at, used)
     select $1, 'request', 'month', current_period_start, 8500
     from subscription where account_id = $1`,
    [dan.accountId],
  );
  expect(await readAlerts(dan.email)).toContain(
    'warning quota_warning: You used 85 % of your plan’s requests this month.',
  );
});

test('works for a new account', async () => {
  const { status, body } = await get('new@example.com');
  expect(status).toBe(200);
  expect(body.metrics).toMatchObject({
    balance: { available: '0.00', is_empty: true, has_transactions: false },
    subscription: null,
    api_keys: { total_keys: 0, last_used_at: null },
    payments: { total_payments: 0, success_rate: null, top_currency: null },
  });
  expect([body.recent_payments, body.recent_transactions]).toEqual([[], []]);
  expect(body.chart_data.series[0].data).toHaveLength(30);
});

test.each([
  ['payment', ['metrics.payments', 'recent_payments', 'metrics.balance', 'chart_data']],
  ['api_key', ['metrics.api_keys']],
  ['posting', ['metrics.balance', 'metrics.payments', 'recent_transactions', 'chart_data']],
  ['tariff', ['metrics.subscription']],
])('survives a missing table %s', async (table, missing) => {
  const { status, body } = await without(table, () => get(ann.email));
  expect(status).toBe(200);
  const parts: Record<string, unknown> = {
    recent_payments: body.recent_payments,
    recent_transactions: body.recent_transactions,
    chart_data: body.chart_data,
    ...Object.fromEntries(
      Object.entries(body.metrics).map(([name, value]) => [`metrics.${name}`, value]),
    ),
  };
  const absent = Object.keys(parts).filter(
    (name) => parts[name] === null && name !== 'metrics.support',
  );
  expect(absent.toSorted()).toEqual(missing.toSorted());
  const codes = body.alerts.map(({ code }: { code: string }) => code);
  expect(codes.filter((code: string) => code === 'block_unavailable').length).toBeGreaterThan(0);
});

test('includes figures of another area, and omits invalid ones', async () => {
  const withSupport = (counts: unknown) => {
    const summaries = createSummaryProviders(t.kernel.log);
    summaries.add(supportSummary, async () => counts);
    const deps = { ...t.areas.subscriptions, summaries };
    return t.kernel.work.read((db) => readOverview(deps, db, ann.accountId));
  };
  const counts = { open_tickets: 2, unanswered_messages_count: 1 };
  const seen = await withSupport(counts);
  expect(seen.metrics.support).toEqual(counts);
  expect(seen.alerts.at(-1)).toMatchObject({ level: 'info', message: 'Support answered you.' });
  const { metrics, alerts } = await withSupport({ open_tickets: 'many' });
  expect(metrics.support).toBeNull();
  expect(alerts).toContainEqual(
    expect.objectContaining({
      code: 'block_unavailable',
      message: 'Your tickets could not be loaded. Everything else on this page is up to date.',
    }),
  );
});

test('is visible to its owner and staff only', async () => {
  expect((await get(null)).body.code).toBe('not_authenticated');
  const uma = await createCustomer(t, 'uma@example.com', '20.00');
  await createSubscription(t, uma, 'starter');
  const own = await get(uma.email, `?user=${ann.accountId}`);
  expect(own.body.metrics.subscription.tariff.slug).toBe('starter');
  await t.signIn('support@example.com', { roles: ['support'] });
  const seen = await get('support@example.com', `?user=${ann.accountId}`);
  expect(seen.body.metrics.subscription.tariff.slug).toBe('pro');
  expect((await get(ann.email, '?user=me')).body).toEqual({ user: ['Enter a whole number.'] });
});

test('contains no money of other accounts', async () => {
  await addFunds(t, (await t.signIn('eve@example.com')).accountId, '9.00');
  const { metrics } = await overview('eve@example.com');
  expect(metrics.balance?.available).toBe('9.00');
  expect(metrics.payments?.total_payments).toBe(0);
});
