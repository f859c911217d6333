import { beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import {
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  dayMs,
  fetchCurrentSubscription,
  requestSubscription,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readEntitlements } from '../../entitlements.ts';

const t = useApp();
const byCard = { payment_source: 'payment', pay_currency: 'USD' };
let who: SignedIn;
let year = new Date().getUTCFullYear();

beforeEach(async () => {
  // A month after the end of January would begin on another day.
  t.clock.set(new Date(Date.UTC(++year, 2, 5)));
  who = await createCustomer(t, `${createId()}@example.com`, '500');
  t.clock.advance(3 * dayMs);
});

/** Calculations counted for the month that runs now. */
async function use(units: number): Promise<void> {
  await t.kernel.database.pool.query(
    `insert into usage_counter (account_id, metric, span, starts_at, used)
     values ($1, 'calculation', 'month', $2, $3)`,
    [who.accountId, await month(), units],
  );
}
const used = async () =>
  (await fetchCurrentSubscription(t, who)).usage.units_this_period.calculation;
const month = async () =>
  (await readEntitlements(t.kernel.database.write, who.accountId, t.clock.now())).periodStart;

test('free starts and ends do not restart the usage month', async () => {
  await use(40);
  const before = await month();
  for (let round = 0; round < 3; round++) {
    const { body } = await requestSubscription(t, who, 'pro', byCard);
    expect([await used(), await month()]).toEqual([40, before]);
    await callSubscriptions(t, who, 'POST', `${body.id}/cancel/`, {});
    expect([await used(), await month()]).toEqual([40, before]);
  }
  const trial = await createSubscription(t, who, 'starter');
  expect(trial.status).toBe('trialing');
  await callSubscriptions(t, who, 'POST', `${trial.id}/cancel/`, { at_period_end: false });
  expect([await used(), await month()]).toEqual([40, before]);
});

test('a paid plan started and cancelled within the month does not restart it', async () => {
  await use(40);
  const { id } = await fetchCurrentSubscription(t, who);
  await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'pro' });
  expect(await used()).toBe(0);
  await use(30);
  await callSubscriptions(t, who, 'POST', `${id}/cancel/`, { at_period_end: false });
  expect(await used()).toBe(40);
  await callSubscriptions(t, who, 'POST', `${id}/reactivate/`);
  expect(await used()).toBe(30);
});

test('an unpaid start that is dropped does not change the usage month', async () => {
  await use(40);
  await requestSubscription(t, who, 'pro', byCard);
  await advanceDays(t, 1.1);
  expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  expect(await used()).toBe(40);
});

test('the free tariff after a paid plan has the account’s months again', async () => {
  const free = await month();
  const { id, current_period_end } = await createSubscription(t, who, 'pro');
  await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'free' });
  t.clock.set(new Date(Date.parse(current_period_end) + 1000));
  await t.jobs.runSchedule('billing.renew');
  expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  expect((await month()).getUTCDate()).toBe(free.getUTCDate());
});

test('a suspension keeps the usage of the current month', async () => {
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const { id, current_period_end } = await createSubscription(t, who, 'pro');
  t.clock.advance(10 * dayMs);
  await use(30);
  await callSubscriptions(t, staff, 'POST', `${id}/suspend/`);
  t.clock.advance(36 * dayMs);
  await callSubscriptions(t, staff, 'POST', `${id}/resume/`);
  const plan = await fetchCurrentSubscription(t, who);
  expect(plan.usage.units_this_period.calculation).toBe(30);
  expect(plan.usage.resets_at).toBe(plan.current_period_end);
  expect(Date.parse(plan.current_period_end)).toBe(Date.parse(current_period_end) + 36 * dayMs);
});
