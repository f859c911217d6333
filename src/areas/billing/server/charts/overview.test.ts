import { beforeAll, expect, test } from 'vitest';
import type { OverviewWire } from '#areas/billing/contract.ts';
import { adjustment } from '#areas/ledger/server/index.ts';
import { createId } from '#kernel/ids.ts';
import { openSummaryProviders } from '#kernel/ports.ts';
import { amountOf } from '#lib/money.ts';
import { makeKey } from '#test/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { ask, currentOf, fund, newCustomer, started } from '#test/plans.ts';
import { askForPayment, completedPayment, play } from '#test/sandbox-payments.ts';
import { actorOf, callOf } from '#test/usage.ts';
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
const alertsOf = async (email: string) =>
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
  ann = await newCustomer(t, 'ann@example.com', '100.00');
  await started(t, ann, 'pro');
  const { id } = await makeKey(t, ann, { name: 'ci', expires_in_days: 3 });
  await makeKey(t, ann, { name: 'shop' });
  await completedPayment(t, ann, { amount: '30.00' });
  t.clock.advance(1000);
  const { uuid } = await askForPayment(t, ann, { amount: '50.00', pay_currency: 'usdttrc20' });
  await play(t, uuid, 'pay_part', '20');
  t.areas.usage.meter.record(callOf(actorOf(ann.accountId, id)));
  await t.areas.usage.flush();
  t.clock.set(new Date('2030-05-20T13:00:00Z'));
});

test('an overview has every part', async () => {
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
      most_used_key_name: null,
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
      amount_this_month: '30.00',
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

test('what needs attention is said, the most urgent first', async () => {
  expect(await alertsOf(ann.email)).toEqual([
    'warning payment_partial: A part of your payment of $50.00 is missing.',
    'warning key_expiring: Key “ci” ends in 3 days.',
    'info renewal_short: Pro renews on June 20, 2030 for $79.00 from your balance, which is $70.90: $8.10 is missing.',
  ]);
});

test('debts and plans that end are said', async () => {
  const bob = await newCustomer(t, 'bob@example.com', '20.00');
  const plan = await started(t, bob, 'starter');
  const owed = adjustment({
    accountId: bob.accountId,
    direction: 'debit',
    amount: amountOf('25.00', 'USD'),
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
  const alerts = await alertsOf(bob.email);
  expect(alerts[0]).toMatch(/^error wallet_debt: Your wallet is \$5\.00 below zero/);
  expect(alerts).toContain('info plan_ending: Your Starter plan ends on June 3, 2030.');
  await t.kernel.database.pool.query(
    `update subscription set status = 'suspended', suspended_at = $2 where id = $1`,
    [plan.id, t.clock.now()],
  );
  expect((await alertsOf(bob.email))[1]).toMatch(/^error plan_suspended/);
});

test('debts in any currency and old payments that lack a part are said', async () => {
  const gil = await newCustomer(t, 'gil@example.com');
  const { uuid } = await askForPayment(t, gil, { amount: '50.00', pay_currency: 'usdttrc20' });
  await play(t, uuid, 'pay_part', '20');
  for (let newer = 0; newer < 11; newer++) await askForPayment(t, gil);
  const owed = adjustment({
    accountId: gil.accountId,
    direction: 'debit',
    amount: amountOf('7.00', 'EUR'),
    mayOverdraw: true,
    idempotencyKey: createId(),
    actor: 'test',
  });
  await t.areas.payments.ledger.post(t.kernel.database.write, owed);
  expect(await alertsOf(gil.email)).toEqual([
    'error wallet_debt: Your wallet is €7.00 below zero: paid calls are refused until you add money.',
    'warning payment_partial: A part of your payment of $50.00 is missing.',
  ]);
});

test('use past the quota that is unpaid is said', async () => {
  const hal = await newCustomer(t, 'hal@example.com', '79');
  const { id, tariff, usage } = await started(t, hal, 'pro');
  await t.kernel.database.pool.query(
    `insert into overage (id, subscription_id, account_id, tariff_id, metric, month_start,
       month_end, used_to, units, price, amount, currency, created_at)
     values ($1, $2, $3, $4, 'request', $5, $6, 2, 1, 200, 200, 'USD', $5)`,
    [createId(), id, hal.accountId, tariff.id, usage.started_at, usage.resets_at],
  );
  expect(await alertsOf(hal.email)).toContain(
    'error overage_due: $200.00 is due for use past your quota. Until it is paid the quota is a limit.',
  );
});

test('a plan and a change that wait for their payment are said, with the way to it', async () => {
  const card = { payment_source: 'payment', pay_currency: 'USD' };
  const ida = await newCustomer(t, 'ida@example.com');
  const { payment } = await started(t, ida, 'pro', card);
  const { alerts } = (await get(ida.email)).body;
  expect(alerts).toEqual([
    {
      level: 'warning',
      code: 'plan_unpaid',
      message:
        'Your Pro plan waits for your payment of $79.00. Until then your account has the limits of the free plan.',
      action_url: `/dashboard/payments/${payment?.uuid}`,
    },
  ]);
  await play(t, payment!.uuid, 'send');
  expect((await alertsOf(ida.email))[0]).toMatch(/^info plan_payment_coming: Your Pro plan begins/);
  await play(t, payment!.uuid, 'pay');
  const { id } = await currentOf(t, ida);
  await ask(t, ida, 'PATCH', `${id}/`, { tariff: 'scale', ...card });
  expect((await alertsOf(ida.email))[0]).toMatch(
    /^warning plan_unpaid: Your change to Scale waits for .* Until then you keep Pro\.$/,
  );
  await t.kernel.database.pool.query(
    `update payment set status = 'expired' where account_id = $1 and status = 'pending'`,
    [ida.accountId],
  );
  expect((await alertsOf(ida.email))[0]).toMatch(
    /^warning plan_payment_ended: Your change to Scale/,
  );
});

test('a renewal that the balance will not cover is said, louder in its last week', async () => {
  const jan = await newCustomer(t, 'jan@example.com', '85.50');
  await started(t, jan, 'pro');
  const now = t.clock.now();
  const message =
    'renewal_short: Pro renews on June 20, 2030 for $79.00 from your balance, which is $6.50: $72.50 is missing.';
  const { alerts } = (await get(jan.email)).body;
  expect(alerts[0].action_url).toBe('/dashboard/wallet/add?amount=72.50');
  expect(await alertsOf(jan.email)).toEqual([`info ${message}`]);
  t.clock.advance(25 * 86_400_000);
  expect(await alertsOf(jan.email)).toEqual([`warning ${message}`]);
  t.clock.set(now);
});

test('a renewal with a cheaper plan is named after it', async () => {
  const kim = await newCustomer(t, 'kim@example.com', '80');
  const { id } = await started(t, kim, 'pro');
  await ask(t, kim, 'PATCH', `${id}/`, { tariff: 'starter' });
  expect(await alertsOf(kim.email)).toEqual([
    'info renewal_short: Starter begins on June 20, 2030 for $19.00 from your balance, which is $1.00: $18.00 is missing.',
  ]);
});

test('an unpaid change is said also of a plan that is to end', async () => {
  const lea = await newCustomer(t, 'lea@example.com', '79');
  const { id } = await started(t, lea, 'pro', { auto_renew: false });
  const card = { payment_source: 'payment', pay_currency: 'USD' };
  await ask(t, lea, 'PATCH', `${id}/`, { tariff: 'scale', ...card });
  expect(await alertsOf(lea.email)).toEqual([
    expect.stringMatching(/^warning plan_unpaid: Your change to Scale waits/),
    'info plan_ending: Your Pro plan ends on June 20, 2030.',
  ]);
});

test('a plan whose payment came and did not cover it is said', async () => {
  const max = await newCustomer(t, 'max@example.com');
  const { payment } = await started(t, max, 'pro', {
    payment_source: 'payment',
    pay_currency: 'USD',
  });
  await t.kernel.database.pool.query(`update payment set status = 'completed' where id = $1`, [
    payment!.uuid,
  ]);
  expect((await alertsOf(max.email))[0]).toMatch(
    /^warning plan_money_in_wallet: Your Pro plan has not begun: the money of its payment is in/,
  );
});

test('figures of a whole life are not read for it, nor within a change of the plan', async () => {
  const ned = await newCustomer(t, 'ned@example.com', '79');
  const { id } = await started(t, ned, 'pro');
  const [plan, status] = await without('usage_day', async () => [
    (await overview(ned.email)).metrics.subscription?.tariff.slug,
    (await ask(t, ned, 'POST', `${id}/cancel/`, {})).status,
  ]);
  expect([plan, status]).toEqual(['pro', 500]);
  expect((await currentOf(t, ned)).cancel_at_period_end).toBe(true);
});

test('a plan that could not be charged is said', async () => {
  const cid = await newCustomer(t, 'cid@example.com', '19.00');
  await started(t, cid, 'starter');
  await t.kernel.database.pool.query(
    `update subscription set status = 'past_due', past_due_at = $2, failed_charges = 1
     where account_id = $1 and price > 0`,
    [cid.accountId, t.clock.now()],
  );
  expect(await alertsOf(cid.email)).toContain(
    'error plan_past_due: Your balance did not cover the Starter plan. It ends on May 27, 2030 unless you add money.',
  );
});

test('a quota that is nearly used up is said', async () => {
  const dan = await newCustomer(t, 'dan@example.com');
  await t.kernel.database.pool.query(
    `insert into usage_counter (account_id, metric, span, starts_at, used)
     select $1, 'request', 'month', current_period_start, 8500
     from subscription where account_id = $1`,
    [dan.accountId],
  );
  expect(await alertsOf(dan.email)).toContain(
    'warning quota_warning: You used 85 % of your plan’s requests this month.',
  );
});

test('a new account has a page as well', async () => {
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
  ['posting', ['metrics.balance', 'recent_transactions', 'chart_data']],
  ['tariff', ['metrics.subscription']],
])('the page lives when the table %s does not', async (table, missing) => {
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

test('another area tells of itself, and what makes no sense is missing', async () => {
  const withSupport = (told: unknown) => {
    const summaries = openSummaryProviders(t.kernel.log);
    summaries.add(supportSummary, async () => told);
    const deps = { ...t.areas.subscriptions, summaries };
    return t.kernel.work.read((db) => readOverview(deps, db, ann.accountId));
  };
  const told = { open_tickets: 2, unanswered_messages_count: 1 };
  const seen = await withSupport(told);
  expect(seen.metrics.support).toEqual(told);
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

test('an overview is its owner’s, and staff’s', async () => {
  expect((await get(null)).body.code).toBe('not_authenticated');
  const bob = await get('bob@example.com', `?user=${ann.accountId}`);
  expect(bob.body.metrics.subscription.tariff.slug).toBe('starter');
  await t.signIn('support@example.com', { roles: ['support'] });
  const seen = await get('support@example.com', `?user=${ann.accountId}`);
  expect(seen.body.metrics.subscription.tariff.slug).toBe('pro');
  expect((await get(ann.email, '?user=me')).body).toEqual({ user: ['Enter a whole number.'] });
});

test('money of another account is not in it', async () => {
  await fund(t, (await t.signIn('eve@example.com')).accountId, '9.00');
  const { metrics } = await overview('eve@example.com');
  expect(metrics.balance?.available).toBe('9.00');
  expect(metrics.payments?.total_payments).toBe(0);
});
