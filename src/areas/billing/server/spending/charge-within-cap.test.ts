import { beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { hourMs } from '#lib/durations.ts';
import { countRequests, endUsageMonth, readPaidOverage } from '#test/factories/overage.ts';
import {
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
  readWalletBalance,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/billing/spending/';
const million = 1_000_000;
/** Of Pro, which includes a million requests and costs $79: what is left after the first month. */
const money = '5000';
let who: SignedIn;

beforeEach(async () => {
  who = await createCustomer(t, `${createId()}@example.com`, money);
});

async function setSpending(body: object) {
  const { headers } = await t.signIn(who.email);
  const reply = await send(t, 'PATCH', path, body, { headers });
  expect(reply.status).toBe(200);
  return reply.body;
}
const readSpending = async () =>
  (await send(t, 'GET', path, undefined, { headers: (await t.signIn(who.email)).headers })).body;
const overageJob = () => t.jobs.runSchedule('billing.overage');
const readPaid = async () => Number(await readPaidOverage(t, who));
const sumOfCharges = async () => {
  const { rows } = await t.kernel.database.pool.query<{ sum: string }>(
    `select coalesce(-sum(p.amount), 0) as sum from posting p
     join ledger_account a on a.id = p.ledger_account_id
     join journal j on j.id = p.journal_id
     where a.account_id = $1 and j.idempotency_key like 'overage:%'`,
    [who.accountId],
  );
  return Number(rows[0]!.sum);
};

test('never charges more than the cap, whatever passed it', async () => {
  await createSubscription(t, who, 'pro');
  await setSpending({ cap: '20.00' });
  await countRequests(t, who, million + 100_003);
  const before = Number(await readWalletBalance(t, who));
  await endUsageMonth(t, who);
  for (let again = 0; again < 3; again++) await overageJob();
  expect(await readPaid()).toBe(20);
  expect(Number(await readWalletBalance(t, who))).toBe(before - 79 - 20);
  expect(await sumOfCharges()).toBe(20);
});

test('charges what was used when the cap was not reached', async () => {
  await createSubscription(t, who, 'pro');
  await setSpending({ cap: '20.00' });
  await countRequests(t, who, million + 50_000);
  await endUsageMonth(t, who);
  await overageJob();
  expect(await readPaid()).toBe(10);
});

test('raised in the middle of the month, the cap pays for more', async () => {
  await createSubscription(t, who, 'pro');
  await setSpending({ cap: '20.00' });
  await countRequests(t, who, million + 100_000);
  expect(await readSpending()).toMatchObject({ state: 'reached', spent: '20.00' });
  await setSpending({ cap: '30.00' });
  expect(await readSpending()).toMatchObject({ state: 'open', remaining: '10.00' });
  await countRequests(t, who, 2 * million);
  await endUsageMonth(t, who);
  await overageJob();
  expect(await readPaid()).toBe(30);
});

test('lowered below what is used, the cap keeps that owed and charges it now', async () => {
  await createSubscription(t, who, 'pro');
  await setSpending({ cap: '100.00' });
  await countRequests(t, who, million + 300_000);
  const lowered = await setSpending({ cap: '10.00' });
  expect(await readPaid()).toBe(60);
  expect(lowered).toMatchObject({
    state: 'reached',
    spent: '60.00',
    remaining: '0.00',
    effective_cap: '10.00',
    at_most: '139.00',
    percentage: 100,
  });
  await countRequests(t, who, million + 400_000);
  await endUsageMonth(t, who);
  await overageJob();
  expect(await readPaid()).toBe(60);
});

test('lowered, but not below what is used, the cap charges nothing before the month ends', async () => {
  await createSubscription(t, who, 'pro');
  await countRequests(t, who, million + 100_000);
  await setSpending({ cap: '20.00' });
  expect(await readPaid()).toBe(0);
  await endUsageMonth(t, who);
  await overageJob();
  expect(await readPaid()).toBe(20);
});

test('turning overage off keeps what is used owed, and the repeat changes nothing', async () => {
  await createSubscription(t, who, 'pro');
  await countRequests(t, who, million + 100_000);
  const first = await setSpending({ is_overage_on: false });
  expect(first).toMatchObject({ state: 'off', is_overage_on: false, spent: '20.00' });
  expect(await setSpending({ is_overage_on: false })).toEqual(first);
  expect(await readPaid()).toBe(20);
  await countRequests(t, who, million + 200_000);
  await endUsageMonth(t, who);
  await overageJob();
  expect(await readPaid()).toBe(20);
});

test('a lower cap in the new month does not touch the last one', async () => {
  await createSubscription(t, who, 'pro');
  await countRequests(t, who, million + 300_000);
  const { current_period_end } = await fetchCurrentSubscription(t, who);
  t.clock.set(new Date(Date.parse(current_period_end) + 1000));
  await t.jobs.runSchedule('billing.renew');
  await setSpending({ cap: '1.00' });
  await overageJob();
  expect(await readPaid()).toBe(60);
  expect(await readSpending()).toMatchObject({ spent: '0.00', remaining: '1.00' });
});

test('a higher cap in the new month does not charge what passed the last one', async () => {
  await createSubscription(t, who, 'pro');
  await setSpending({ cap: '10.00' });
  await countRequests(t, who, 2 * million);
  const { current_period_end } = await fetchCurrentSubscription(t, who);
  t.clock.set(new Date(Date.parse(current_period_end) + 1000));
  await t.jobs.runSchedule('billing.renew');
  await setSpending({ cap: '500.00' });
  t.clock.advance(hourMs);
  await overageJob();
  expect(await readPaid()).toBe(10);
});

test('a suspended plan does not lose what it owes to a lower cap', async () => {
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const { id } = await createSubscription(t, who, 'pro');
  t.clock.advance(hourMs);
  await countRequests(t, who, million + 100_000);
  await callSubscriptions(t, staff, 'POST', `${id}/suspend/`);
  await advanceDays(t, 40);
  await setSpending({ cap: '1.00' });
  expect(await readPaid()).toBe(20);
});

test('one cap is for the whole month, also across a change of plan and its price', async () => {
  const { id } = await createSubscription(t, who, 'pro');
  await setSpending({ cap: '1850.00' });
  await countRequests(t, who, 10 * million);
  await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'scale' });
  expect(await readPaid()).toBe(1800);
  expect(await readSpending()).toMatchObject({
    plan: 'Scale',
    overage: { price: '0.0001' },
    spent: '1800.00',
    remaining: '50.00',
  });
  await countRequests(t, who, 11 * million);
  expect(await readSpending()).toMatchObject({ state: 'reached', spent: '1850.00' });
  await endUsageMonth(t, who);
  await overageJob();
  expect(await readPaid()).toBe(1850);
});

test('in a currency without decimals, to the whole unit', async () => {
  const { pool } = t.kernel.database;
  const { id } = await createSubscription(t, who, 'pro');
  // The subscriber of a tariff in yen, who pays from the same wallet account's yen.
  const { rows } = await pool.query<{ id: number }>(
    `insert into tariff (slug, name, currency, monthly_price, limits, overage_unit, overage_price,
       endpoint_groups)
     select 'yen-' || $1, 'Yen', 'JPY', 0, limits, 'request', 0.03, endpoint_groups
     from tariff where slug = 'pro' and superseded_at is null returning id`,
    [createId()],
  );
  const tariff = rows[0]!.id;
  await pool.query('update subscription set tariff_id = $2, currency = $3 where id = $1', [
    id,
    tariff,
    'JPY',
  ]);
  await pool.query('update subscription_charge set tariff_id = $2 where subscription_id = $1', [
    id,
    tariff,
  ]);
  const { headers } = await t.signIn(who.email);
  expect(await send(t, 'PATCH', path, { cap: '100.50' }, { headers })).toMatchObject({
    status: 400,
    body: { cap: ['Amounts in JPY have no decimals.'] },
  });
  await setSpending({ cap: '100' });
  await countRequests(t, who, million + 3333);
  expect(await readSpending()).toMatchObject({ state: 'reached', spent: '100', remaining: '0' });
  await countRequests(t, who, million + 9999);
  const { current_period_end } = await fetchCurrentSubscription(t, who);
  t.clock.set(new Date(Date.parse(current_period_end) + hourMs));
  await overageJob();
  const owed = await pool.query<{ amount: string; currency: string }>(
    'select amount, currency from overage where account_id = $1',
    [who.accountId],
  );
  expect(owed.rows.map((row) => [Number(row.amount), row.currency])).toEqual([[100, 'JPY']]);
});
