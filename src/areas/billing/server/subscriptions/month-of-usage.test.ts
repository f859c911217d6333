import { beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { ask, currentOf, dayMs, newCustomer, pass, started, subscribeTo } from '#test/plans.ts';
import { entitlementsOf } from '../entitlements.ts';

const t = useApp();
const byCard = { payment_source: 'payment', pay_currency: 'USD' };
let who: SignedIn;

beforeEach(async () => {
  who = await newCustomer(t, `${createId()}@example.com`, '500');
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
const used = async () => (await currentOf(t, who)).usage.units_this_period.calculation;
const month = async () =>
  (await entitlementsOf(t.kernel.database.write, who.accountId, t.clock.now())).periodStart;

test('what begins and ends for nothing brings no free month forward', async () => {
  await use(40);
  const before = await month();
  for (let round = 0; round < 3; round++) {
    const { body } = await subscribeTo(t, who, 'pro', byCard);
    expect([await used(), await month()]).toEqual([40, before]);
    await ask(t, who, 'POST', `${body.id}/cancel/`, {});
    expect([await used(), await month()]).toEqual([40, before]);
  }
  const trial = await started(t, who, 'starter');
  expect(trial.status).toBe('trialing');
  await ask(t, who, 'POST', `${trial.id}/cancel/`, { at_period_end: false });
  expect([await used(), await month()]).toEqual([40, before]);
});

test('nor does a paid plan that is taken within the month and left again', async () => {
  await use(40);
  const { id } = await currentOf(t, who);
  await ask(t, who, 'PATCH', `${id}/`, { tariff: 'pro' });
  expect(await used()).toBe(0);
  await use(30);
  await ask(t, who, 'POST', `${id}/cancel/`, { at_period_end: false });
  expect(await used()).toBe(40);
  await ask(t, who, 'POST', `${id}/reactivate/`);
  expect(await used()).toBe(30);
});

test('an unpaid start that is given up after a day leaves the month as it was', async () => {
  await use(40);
  await subscribeTo(t, who, 'pro', byCard);
  await pass(t, 1.1);
  expect((await currentOf(t, who)).tariff.slug).toBe('free');
  expect(await used()).toBe(40);
});

test('a free plan that follows a paid one has the months of the account again', async () => {
  const free = await month();
  const { id, current_period_end } = await started(t, who, 'pro');
  await ask(t, who, 'PATCH', `${id}/`, { tariff: 'free' });
  t.clock.set(new Date(Date.parse(current_period_end) + 1000));
  await t.jobs.runSchedule('billing.renew');
  expect((await currentOf(t, who)).tariff.slug).toBe('free');
  expect((await month()).getUTCDate()).toBe(free.getUTCDate());
});

test('a month that stood while the plan was suspended keeps what was used in it', async () => {
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const { id, current_period_end } = await started(t, who, 'pro');
  t.clock.advance(10 * dayMs);
  await use(30);
  await ask(t, staff, 'POST', `${id}/suspend/`);
  t.clock.advance(36 * dayMs);
  await ask(t, staff, 'POST', `${id}/resume/`);
  const plan = await currentOf(t, who);
  expect(plan.usage.units_this_period.calculation).toBe(30);
  expect(plan.usage.resets_at).toBe(plan.current_period_end);
  expect(Date.parse(plan.current_period_end)).toBe(Date.parse(current_period_end) + 36 * dayMs);
});
