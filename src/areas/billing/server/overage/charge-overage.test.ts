import { expect, test } from 'vitest';
import tariffs from '#areas/billing/prerendered-tariffs.json' with { type: 'json' };
import { hourMs } from '#lib/durations.ts';
import { countRequests, endUsageMonth, readPaidOverage } from '#test/factories/overage.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import {
  addFunds,
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  dayMs,
  fetchCurrentSubscription,
  readWalletBalance,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readQuotaUse } from '../usage/alerts/quota-use.ts';

const t = useApp();
const minuteMs = 60_000;

const use = (who: SignedIn, units: number) => countRequests(t, who, units);
const endMonth = (who: SignedIn) => endUsageMonth(t, who);

test('charges overage once, when the month is over', async () => {
  const who = await createCustomer(t, 'past@example.com', '500');
  const { limits } = await createSubscription(t, who, 'pro');
  await use(who, limits.requests_per_month! + 100_000);
  await t.jobs.runSchedule('billing.overage');
  const before = await readWalletBalance(t, who);
  await endMonth(who);
  const renewed = Number(before) - 79;
  for (let again = 0; again < 3; again++) await t.jobs.runSchedule('billing.overage');
  const pro = tariffs.find(({ slug }) => slug === 'pro');
  const owed = Number(pro?.overage?.price) * 100_000;
  expect(owed).toBeGreaterThan(0);
  expect(Number(await readWalletBalance(t, who))).toBeCloseTo(renewed - owed, 2);
});

test('charges nothing for usage within the quota', async () => {
  const who = await createCustomer(t, 'within@example.com', '500');
  const { limits } = await createSubscription(t, who, 'pro');
  await use(who, limits.requests_per_month!);
  await endMonth(who);
  await t.jobs.runSchedule('billing.overage');
  expect(await readWalletBalance(t, who)).toBe('342.00');
});

test('retries a wallet with too low a balance', async () => {
  const who = await createCustomer(t, 'empty@example.com', '158');
  const { limits } = await createSubscription(t, who, 'pro');
  await use(who, limits.requests_per_month! + 100_000);
  await endMonth(who);
  await t.jobs.runSchedule('billing.overage');
  expect(await readWalletBalance(t, who)).toBe('0.00');
  await addFunds(t, who.accountId, '1000');
  await t.jobs.runSchedule('billing.overage');
  expect(Number(await readWalletBalance(t, who))).toBeLessThan(1000);
});

const million = 1_000_000;
const overageJob = () => t.jobs.runSchedule('billing.overage');
/** Overage charged so far, in cents. */
const readPaidCents = async (who: SignedIn) =>
  Math.round(Number(await readPaidOverage(t, who)) * 100);
const goesOn = async ({ accountId }: SignedIn) => {
  const uses = await t.kernel.work.read((db) => readQuotaUse(db, accountId, t.clock.now()));
  return uses.some((use) => use.allowsOverage);
};
const overageMails = async ({ email }: SignedIn) =>
  (await t.mails(email)).filter(({ subject }) => subject.includes('usage over the quota'));

test('prices overage before an upgrade by the old tariff', async () => {
  const who = await createCustomer(t, 'upgrade@example.com', '5000');
  const { id, current_period_end } = await createSubscription(t, who, 'pro');
  await use(who, 10 * million);
  t.clock.set(new Date(Date.parse(current_period_end) - hourMs));
  const seen = await callSubscriptions(t, who, 'PATCH', `${id}/?preview=true`, { tariff: 'scale' });
  expect(seen.body).toMatchObject({ kind: 'upgrade', overage: '1800.00' });
  expect((await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'scale' })).status).toBe(
    200,
  );
  expect(await readPaidCents(who)).toBe(180_000);
  await use(who, 11 * million);
  await endMonth(who);
  await overageJob();
  await overageJob();
  expect(await readPaidCents(who)).toBe(180_000 + 10_000);
});

test('charges the overage of a month that an upgrade to a yearly plan cuts short', async () => {
  const who = await createCustomer(t, 'yearly@example.com', '5000');
  const { id, current_period_end } = await createSubscription(t, who, 'pro');
  await use(who, 2 * million);
  t.clock.set(new Date(Date.parse(current_period_end) - minuteMs));
  await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'scale', billing_period: 'yearly' });
  expect(await readPaidCents(who)).toBe(20_000);
  for (let day = 0; day < 40; day++) {
    await advanceDays(t, 1);
    await overageJob();
  }
  expect(await readPaidCents(who)).toBe(20_000);
});

test('charges overage after a downgrade to free and after a suspension', async () => {
  const who = await createCustomer(t, 'down@example.com', '5000');
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const { id } = await createSubscription(t, who, 'pro');
  t.clock.advance(dayMs);
  await use(who, 2 * million);
  await callSubscriptions(t, staff, 'POST', `${id}/suspend/`);
  await advanceDays(t, 40);
  await overageJob();
  expect(await readPaidCents(who)).toBe(0);
  await callSubscriptions(t, staff, 'POST', `${id}/resume/`);
  await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'free' });
  await endMonth(who);
  expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  await overageJob();
  expect(await readPaidCents(who)).toBe(20_000);
});

test('keeps unpaid overage owed, e-mails once, and refuses calls over the quota', async () => {
  const who = await createCustomer(t, 'owing@example.com', '158');
  await createSubscription(t, who, 'pro');
  await use(who, 2 * million);
  expect(await goesOn(who)).toBe(true);
  await endMonth(who);
  await overageJob();
  await overageJob();
  expect(await overageMails(who)).toHaveLength(1);
  const { overage_due } = await fetchCurrentSubscription(t, who);
  expect(overage_due).toMatchObject({ amount: '200.00', currency: 'USD' });
  expect(await goesOn(who)).toBe(false);
  for (let day = 0; day < 90; day++) {
    await advanceDays(t, 1);
    await overageJob();
  }
  await addFunds(t, who.accountId, '300');
  await overageJob();
  expect([await readPaidCents(who), await readWalletBalance(t, who)]).toEqual([20_000, '100.00']);
  expect((await fetchCurrentSubscription(t, who)).overage_due).toBeNull();
  expect(await overageMails(who)).toHaveLength(1);
});

test('charges owed overage when a payment completes', async () => {
  const who = await createCustomer(t, 'paying@example.com', '158');
  await createSubscription(t, who, 'pro');
  await use(who, 2 * million);
  await endMonth(who);
  await overageJob();
  const { uuid } = await createSandboxPayment(t, await t.signIn(who.email), { amount: '250.00' });
  await simulateSandboxAction(t, uuid, 'pay');
  expect([await readPaidCents(who), await readWalletBalance(t, who)]).toEqual([20_000, '50.00']);
  expect(await goesOn(who)).toBe(true);
});

test('does not mark a plan payment as applied when it only paid overage', async () => {
  const who = await createCustomer(t, 'not-applied@example.com', '158');
  const { id } = await createSubscription(t, who, 'pro');
  await use(who, 2 * million);
  await endMonth(who);
  await overageJob();
  const fresh = await t.signIn(who.email);
  const plan = { purpose: 'subscription', subscription: id, description: 'Scale plan' };
  const paid = await createCompletedPayment(t, fresh, { ...plan, amount: '250.00' });
  expect(await readPaidCents(who)).toBe(20_000);
  expect(paid.is_applied).toBe(false);
});

test('allows no overage in an unpaid period', async () => {
  const who = await createCustomer(t, 'late@example.com', '79');
  await createSubscription(t, who, 'pro');
  await endMonth(who);
  expect((await fetchCurrentSubscription(t, who)).status).toBe('past_due');
  expect(await goesOn(who)).toBe(false);
});
