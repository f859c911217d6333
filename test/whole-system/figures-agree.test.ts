// One figure is the same wherever it is shown: in the overview, the lists, the charts, the balance and
// the wallet's statistics.
import { beforeAll, expect, test } from 'vitest';
import type { ChartWire, OverviewWire } from '#areas/billing/wire/index.ts';
import {
  charge,
  createLedger,
  creditCharge,
  deposit,
  refundPayment,
} from '#areas/ledger/server/index.ts';
import type { BalanceWire } from '#areas/payments/wire/transaction-schemas.ts';
import { createId } from '#kernel/ids.ts';
import { dayMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import { startOfMonth } from '#lib/months.ts';
import { createApiKey } from '../factories/api-keys.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  paymentsPath,
  simulateSandboxAction,
} from '../factories/payments.ts';
import { createCustomer } from '../factories/subscriptions.ts';
import { calculate, createActor, createMeteredCall, setFreeLimits } from '../factories/usage.ts';
import { createWithdrawal, decideWithdrawal } from '../factories/withdrawals.ts';
import { checkFigures } from '../figures/check-figures.ts';
import { type SignedIn, useApp } from '../harness.ts';
import { send } from '../requests.ts';

const t = useApp();
let who: SignedIn;
async function get<T>(path: string): Promise<T> {
  const { status, body } = await send(t, 'GET', path, undefined, who);
  expect(status).toBe(200);
  return body as T;
}
const readOverview = () => get<OverviewWire>('/apix/billing/dashboard/overview/');
const readChart = (metric: string) =>
  get<ChartWire>(`/apix/billing/charts/?period=7d&metric=${metric}`);

async function post(write: typeof charge, amount: string, metadata = {}) {
  const draft = write({
    accountId: who.accountId,
    amount: toAmount(amount, 'USD'),
    idempotencyKey: createId(),
    description: 'Usage',
    actor: 'test',
    metadata,
  });
  return t.areas.payments.ledger.post(t.kernel.database.write, draft);
}

/** Calls that succeeded, were refused and failed, by key and from the dashboard, and other work. */
async function call() {
  await setFreeLimits(t.kernel, { requests_per_hour: 5 });
  const key = await createApiKey(t, who, { name: 'shop', scopes: ['profile:read', 'customs'] });
  await createApiKey(t, who, { name: 'unused' });
  const convert = '/apix/data_customs/currencies/convert/?from=EUR&to=USD&amount=1';
  const calls = [
    ['/apix/accounts/profile/', 200],
    ['/apix/accounts/profile/', 200],
    ['/apix/payments/transactions/', 403],
    ['/apix/nothing/', 404],
    ['/apix/data_customs/currencies/convert/', 400],
    [convert, 200],
    [convert, 200],
    [convert, 429],
  ] as const;
  for (const [path, status] of calls)
    expect([path, (await send(t, 'GET', path, undefined, key)).status]).toEqual([path, status]);
  const { meter } = t.areas.usage;
  for (const actor of [createActor(who.accountId, key.id), createActor(who.accountId)]) {
    meter.record(createMeteredCall(actor, { endpoint: calculate }));
    meter.record(createMeteredCall(actor, { endpoint: calculate, status: 422, units: 0 }));
    meter.record(createMeteredCall(actor, { endpoint: calculate, status: 503, units: 0 }));
    meter.record(createMeteredCall(actor, { status: 500 }));
    meter.count(actor, 'audio_second', 12.5, createId());
  }
  await t.areas.usage.flush();
}

/** Payments of every end, a charge with a credit, and a withdrawal that was paid out. */
async function pay() {
  const complete = (amount: string) => createCompletedPayment(t, who, { amount });
  await complete('100.00');
  const refunded = await complete('14.00');
  await simulateSandboxAction(t, refunded.uuid, 'refund');
  const disputed = await complete('15.00');
  await simulateSandboxAction(t, disputed.uuid, 'chargeback');
  await complete('30.00');
  await createSandboxPayment(t, who, { amount: '70.00' });
  const part = await createSandboxPayment(t, who, { amount: '50.00', pay_currency: 'usdttrc20' });
  await simulateSandboxAction(t, part.uuid, 'pay_part', '20');
  const late = await createSandboxPayment(t, who, { amount: '40.00', pay_currency: 'usdttrc20' });
  await simulateSandboxAction(t, late.uuid, 'expire');
  await simulateSandboxAction(t, late.uuid, 'pay');
  const failed = await createSandboxPayment(t, who, { amount: '80.00' });
  await simulateSandboxAction(t, failed.uuid, 'fail');
  const { journalId } = await post(charge, '20.00');
  await post(creditCharge, '5.00', { charge: journalId });
  const withdrawal = await createWithdrawal(t, who, { amount: '20.00' });
  const [one, other] = [
    await t.signIn('one@example.com', { roles: ['finance'] }),
    await t.signIn('other@example.com', { roles: ['finance'] }),
  ];
  await decideWithdrawal(t, one, withdrawal.uuid, 'approve');
  await decideWithdrawal(t, other, withdrawal.uuid, 'settle', { reference: 'SEPA 1' });
  t.clock.advance(1000);
}

/** The calls are of a day that is summed up, and of the current one. */
beforeAll(async () => {
  who = await createCustomer(t, 'figures@example.com');
  await call();
  t.clock.advance(2 * dayMs);
  await t.jobs.runSchedule('usage.maintain_days');
  who = await t.signIn('figures@example.com');
  t.areas.usage.meter.record(createMeteredCall(createActor(who.accountId)));
  await pay();
});

test('all figures agree wherever they are returned', () => checkFigures(t, who));

test('what was spent', async () => {
  const balance = await get<BalanceWire>('/apix/payments/transactions/balance/');
  const spent = [
    (await readOverview()).metrics.balance?.total_spent,
    balance.total_spent,
    (await readChart('spend')).totals.total_amount,
  ];
  expect(spent).toEqual(['15.00', '15.00', '15.00']);
});

test('what came and what stayed', async () => {
  const { count } = await get<{ count: number }>(`${paymentsPath}?status=completed`);
  expect(count).toBe(3);
  expect((await readOverview()).metrics.payments).toMatchObject({
    completed_payments: 3,
    completed_amount: '170.00',
    average_payment: '56.67',
    // With what came of the payment that is not complete.
    amount_this_month: '189.90',
    // Of the six that ended.
    success_rate: 0.5,
  });
  expect((await readChart('payments')).totals).toMatchObject({
    total_payments: 3,
    total_amount: '189.90',
    success_rate: 0.5,
  });
});

test('support sees the figures that the customer sees', async () => {
  const support = await t.signIn('support@example.com', { roles: ['support'] });
  const readAsSupport = async <T>(path: string) =>
    (await send(t, 'GET', path, undefined, support)).body as T;
  const overviewPath = `/apix/billing/dashboard/overview/?user=${who.accountId}`;
  const { metrics } = await readAsSupport<OverviewWire>(overviewPath);
  expect(metrics).toEqual((await readOverview()).metrics);
  type Usage = { summary: object };
  const { summary } = await readAsSupport<Usage>(`/apix/billing/usage/?user=${who.accountId}`);
  expect(summary).toEqual((await get<Usage>('/apix/billing/usage/')).summary);
  const { keys } = await readAsSupport<{ keys: object[] }>(`/apix/admin/users/${who.accountId}/`);
  // Eight calls, and five records of the meter.
  expect(keys).toContainEqual(expect.objectContaining({ name: 'shop', total_requests: 13 }));
});

test('staff see what came this month and in the one before, without test money', async () => {
  const finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  const readReceived = async () =>
    (await send(t, 'GET', '/apix/admin/overview/', undefined, finance)).body.revenue;
  // All payments of this account were made with the sandbox.
  expect(await readReceived()).toEqual([]);
  const month = startOfMonth(t.clock.now());
  const { accountId } = await t.signIn('paying@example.com');
  const ledger = createLedger({ clock: { now: () => new Date(month.getTime() - dayMs) } });
  const of = { accountId, provider: 'manual', actor: 'test' };
  const { write } = t.kernel.database;
  const post = (amount: string) => ({ ...of, amount: toAmount(amount, 'USD') });
  await ledger.post(write, deposit({ ...post('40.00'), idempotencyKey: 'received 1' }));
  await t.areas.payments.ledger.post(
    write,
    deposit({ ...post('25.00'), idempotencyKey: 'received 2' }),
  );
  await t.areas.payments.ledger.post(
    write,
    refundPayment({ ...post('5.00'), idempotencyKey: 'received 3' }),
  );
  t.clock.advance(1);
  expect(await readReceived()).toEqual([
    { currency: 'USD', month: '20.00', month_before: '40.00' },
  ]);
});
