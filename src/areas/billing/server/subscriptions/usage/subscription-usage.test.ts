import { expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import {
  callSubscriptions,
  createCustomer,
  createSubscription,
  dayMs,
  fetchCurrentSubscription,
  requestSubscription,
} from '#test/factories/subscriptions.ts';
import { calculate, createActor, createMeteredCall } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import type { SubscriptionWire } from '../../../wire/index.ts';
import { maintainDays } from '../../usage/usage-jobs.ts';

const t = useApp();

/** Calls of now, as mount() lets them in and records them; every call is a calculation too. */
async function call(who: SignedIn, count: number): Promise<void> {
  const { quota, meter, flush } = t.areas.usage;
  const actor = createActor(who.accountId);
  for (let n = 0; n < count; n++) {
    await quota.admit(actor, calculate);
    meter.record(createMeteredCall(actor, { endpoint: calculate }));
  }
  await flush();
  t.clock.advance(60_000);
}

const listAll = async (who: SignedIn) =>
  (await callSubscriptions(t, who, 'GET', '?ordering=created_at')).body
    .results as SubscriptionWire[];
const readFigures = ({ usage, total_requests }: SubscriptionWire) => [
  usage.requests_today,
  usage.requests_this_period,
  usage.units_this_period.calculation,
  total_requests,
];

test('counts calls of the first day as calls of today', async () => {
  t.clock.set(new Date('2030-03-05T10:20:00Z'));
  const who = await createCustomer(t, 'first@example.com', '100');
  await createSubscription(t, who, 'pro');
  t.clock.advance(5 * 60_000);
  await call(who, 3);
  expect(readFigures(await fetchCurrentSubscription(t, who))).toEqual([3, 3, 3, 3]);
  t.clock.advance(dayMs);
  await call(who, 2);
  expect(readFigures(await fetchCurrentSubscription(t, who))).toEqual([2, 5, 5, 5]);
});

test('counts the calls made during each subscription only', async () => {
  t.clock.set(new Date('2030-03-05T10:20:00Z'));
  const who = await createCustomer(t, 'several@example.com', '500');
  await call(who, 4);
  t.clock.advance(10 * 60_000);
  const pro = await createSubscription(t, who, 'pro');
  t.clock.advance(40 * dayMs);
  await call(who, 2);
  await t.jobs.runSchedule('billing.renew');
  t.clock.advance(10 * 60_000);
  await call(who, 3);
  await callSubscriptions(t, who, 'POST', `${pro.id}/cancel/`, { at_period_end: false });
  t.clock.advance(10 * 60_000);
  await call(who, 1);

  // Of the account, whose day and whose free month began long before.
  const [free, paid, freeAgain] = await listAll(who);
  expect(readFigures(free!)).toEqual([0, 4, 4, 4]);
  expect(readFigures(paid!)).toEqual([0, 5, 5, 5]);
  expect(freeAgain).toMatchObject({ total_requests: 1, usage: { requests_today: 6 } });
  // The same out of sums of days.
  t.clock.advance(dayMs);
  await maintainDays(t.kernel);
  expect((await listAll(who)).map(({ total_requests }) => total_requests)).toEqual([4, 5, 1]);
});

test('no usage month of a paid plan starts before the plan', async () => {
  t.clock.set(new Date('2030-03-05T10:20:00Z'));
  const who = await createCustomer(t, 'trial@example.com');
  t.clock.advance(2 * dayMs + hourMs);
  const trial = await createSubscription(t, who, 'starter');
  await call(who, 1);
  const { usage } = await fetchCurrentSubscription(t, who);
  expect([usage.started_at, usage.resets_at]).toEqual([trial.starts_at, trial.trial_ends_at]);
  t.clock.advance(3 * dayMs);
  await callSubscriptions(t, who, 'POST', `${trial.id}/cancel/`, { at_period_end: false });
  for (const one of await listAll(who))
    if (!one.is_active) expect(one.usage.started_at >= one.starts_at).toBe(true);
});

test('a pending subscription has the limits of the free tariff', async () => {
  const who = await createCustomer(t, 'waits@example.com');
  const free = await fetchCurrentSubscription(t, who);
  await call(who, 5);
  await requestSubscription(t, who, 'pro', { payment_source: 'payment', pay_currency: 'USD' });
  const waiting = await fetchCurrentSubscription(t, who);
  expect(waiting).toMatchObject({ status: 'pending', tariff: { slug: 'pro' } });
  expect(waiting.limits).toEqual(free.limits);
  expect(waiting.usage).toMatchObject({ requests_this_period: 5, percentage: 0.05 });
});
