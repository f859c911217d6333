import { beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { toAmount } from '#lib/money.ts';
import { createAccount } from '#test/factories/accounts.ts';
import {
  calculate,
  convert,
  createActor,
  createMeteredCall,
  setFreeLimits,
  transcribe,
} from '#test/factories/usage.ts';
import { useKernel } from '#test/test-kernel.ts';
import { priceOverage } from '../../overage/price-overage.ts';
import { saveSetting } from '../../spending/spending-store.ts';
import { readUsageAlerts } from '../alerts/alerts.ts';
import { readQuotaUse } from '../alerts/quota-use.ts';
import { createUsage, type Usage } from '../usage.ts';
import { releaseStaleReservations } from '../usage-jobs.ts';

const t = useKernel();
const noon = new Date('2030-05-14T12:40:00Z');
const unlimited = {
  requests_per_hour: null,
  requests_per_day: null,
  requests_per_month: null,
  calculations_per_month: null,
  transcription_seconds_per_month: null,
};
let usage: Usage;
let actor: Actor;
let email: string;

beforeEach(async () => {
  t.kernel.clock.set(noon);
  usage = fork();
  email = `${createId()}@example.com`;
  actor = createActor(await createAccount(t.kernel, { email }));
  await setFreeLimits(t.kernel, unlimited);
});

const fork = () =>
  createUsage({ ...t.kernel, metrics: { ...t.kernel.metrics, addGauge: () => undefined } });

/** A whole call, as mount() makes it: 'done', or what it was refused with. */
async function call(endpoint: Endpoint = convert, status = 200, on = usage) {
  try {
    await on.quota.admit(actor, endpoint);
  } catch (error) {
    return (error as { data: object }).data;
  }
  on.meter.record(createMeteredCall(actor, { endpoint, status, units: status < 400 ? 1 : 0 }));
  return 'done';
}
const refusal = (metric: string, limit: number, resetsAt: string) => ({
  metric,
  limit,
  resets_at: resetsAt,
  retry_after: (Date.parse(resetsAt) - noon.getTime()) / 1000,
});
const readUsed = async (metric: string) => {
  const { accountId } = actor;
  const uses = await t.kernel.work.read((db) => readQuotaUse(db, accountId, t.kernel.clock.now()));
  return uses.find((use) => use.metric === metric && use.span === 'month')?.used;
};

test.each([
  ['requests_per_hour', convert, 'request', '2030-05-14T13:00:00.000Z'],
  ['requests_per_day', convert, 'request', '2030-05-15T00:00:00.000Z'],
  ['requests_per_month', convert, 'request', '2030-06-01T00:00:00.000Z'],
  ['calculations_per_month', calculate, 'calculation', '2030-06-01T00:00:00.000Z'],
] as const)(
  '%s: accepts the last call and refuses the next',
  async (name, endpoint, metric, resetsAt) => {
    await setFreeLimits(t.kernel, { ...unlimited, [name]: 3 });
    for (let at = 0; at < 3; at++) expect(await call(endpoint)).toBe('done');
    expect(await call(endpoint)).toEqual(refusal(metric, 3, resetsAt));
    await usage.flush();
    expect(await call(endpoint)).toEqual(refusal(metric, 3, resetsAt));
    t.kernel.clock.set(new Date(resetsAt));
    expect(await call(endpoint)).toBe('done');
  },
);

test('concurrent calls cannot exceed the quota', async () => {
  await setFreeLimits(t.kernel, { ...unlimited, requests_per_hour: 5 });
  const admitted = await Promise.allSettled(
    Array.from({ length: 20 }, () => usage.quota.admit(actor, convert)),
  );
  expect(admitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('responses report the remaining calls of the nearest limit', async () => {
  const limits = { ...unlimited, requests_per_hour: 10, requests_per_day: 4 };
  await setFreeLimits(t.kernel, limits);
  await call();
  const rates = { isAllowed: true, limit: 4, remaining: 2, resetSeconds: 40_800 };
  const none = { ceilings: [], overageUnits: 0 };
  expect(await usage.quota.admit(actor, convert)).toEqual({ rates, ...none });
  await setFreeLimits(t.kernel, unlimited);
  expect(await fork().quota.admit(actor, convert)).toEqual({ rates: null, ...none });
});

test('counts client errors but not server errors', async () => {
  await setFreeLimits(t.kernel, { ...unlimited, requests_per_hour: 2, calculations_per_month: 1 });
  expect(await call(calculate, 503)).toBe('done');
  expect(await call(calculate, 422)).toBe('done');
  expect(await call(calculate, 200)).toBe('done');
  expect(await call(convert)).toMatchObject({ metric: 'request' });
});

test('never refuses an unmetered call', async () => {
  await setFreeLimits(t.kernel, { ...unlimited, requests_per_month: 0 });
  const { metered: _, ...open } = convert;
  const path = '/apix/payments/x/';
  expect(await usage.quota.admit(actor, { ...open, path })).toMatchObject({ rates: null });
});

test('applies usage counted by other processes within seconds', async () => {
  await setFreeLimits(t.kernel, { ...unlimited, requests_per_hour: 4 });
  const other = fork();
  await call();
  for (let at = 0; at < 3; at++) await call(convert, 200, other);
  await Promise.all([usage.flush(), other.flush()]);
  await call(convert, 500);
  await usage.flush();
  t.kernel.clock.advance(6000);
  await usage.quota.admit(actor, convert).catch(() => undefined);
  await expect.poll(() => call()).toMatchObject({ metric: 'request', limit: 4 });
});

test('applies a larger plan within a second of a refusal', async () => {
  await setFreeLimits(t.kernel, { ...unlimited, requests_per_hour: 1 });
  await call();
  expect(await call()).toMatchObject({ limit: 1 });
  await setFreeLimits(t.kernel, { ...unlimited, requests_per_hour: 2 });
  t.kernel.clock.advance(1001);
  expect(await call()).toBe('done');
});

test('reserves units before the work and settles them by its record', async () => {
  await setFreeLimits(t.kernel, { ...unlimited, transcription_seconds_per_month: 100 });
  const reserve = (units: number, requestId = createId()) =>
    usage.quota.reserve(actor, 'audio_second', units, requestId);
  const requestId = createId();
  await usage.quota.admit(actor, transcribe);
  await reserve(80, requestId);
  await reserve(80, requestId);
  expect(await readUsed('audio_second')).toBe(80);
  await expect(reserve(30)).rejects.toMatchObject({ data: { metric: 'audio_second', limit: 100 } });
  usage.meter.record(createMeteredCall(actor, { endpoint: transcribe, units: 61.5, requestId }));
  await usage.flush();
  expect(await readUsed('audio_second')).toBe(61.5);
  await reserve(38.5);
  await expect(usage.quota.admit(actor, transcribe)).rejects.toThrow('quota');
});

test('returns unsettled reservations after an hour', async () => {
  await usage.quota.reserve(actor, 'audio_second', 80, createId());
  t.kernel.clock.advance(3_599_000);
  await releaseStaleReservations(t.kernel);
  expect(await readUsed('audio_second')).toBe(80);
  t.kernel.clock.advance(2000);
  await releaseStaleReservations(t.kernel);
  expect(await readUsed('audio_second')).toBe(0);
});

test('concurrent reservations cannot exceed the quota', async () => {
  await setFreeLimits(t.kernel, { ...unlimited, transcription_seconds_per_month: 100 });
  const calls = await Promise.allSettled(
    [fork(), fork(), fork()].flatMap((one) =>
      Array.from({ length: 5 }, () => one.quota.reserve(actor, 'audio_second', 15, createId())),
    ),
  );
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect(await readUsed('audio_second')).toBe(90);
});

test('charges calls over the monthly quota where the tariff sells overage', async () => {
  const overage = { unit: 'request', price: '0.002' };
  const limits = { ...unlimited, requests_per_month: 10, requests_per_hour: 16 };
  await setFreeLimits(t.kernel, limits, overage);
  for (let at = 0; at < 16; at++) expect(await call()).toBe('done');
  expect(await call()).toMatchObject({ limit: 16 });
  await usage.flush();
  const { rows } = await t.kernel.database.pool.query<{ cost: string }>(
    'select sum(cost) as cost from usage_record where account_id = $1',
    [actor.accountId],
  );
  expect(Number(rows[0]?.cost)).toBe(0.012);
  const plan = { limits, overage: { ...overage, currency: 'USD' } } as never;
  const month = new Date('2030-05-01T00:00:00Z');
  expect(
    await priceOverage(t.kernel.database.write, actor.accountId, plan, { start: month }),
  ).toEqual({
    metric: 'request',
    included: 10,
    used: 16,
    units: 6,
    price: '0.002',
    amount: { currency: 'USD', minor: 1n },
  });
  const june = new Date('2030-06-01T00:00:00Z');
  expect(
    await priceOverage(t.kernel.database.write, actor.accountId, plan, { start: june }),
  ).toBeNull();
});

test('alerts at 80 and 100 percent once a month, by e-mail and on the dashboard', async () => {
  await setFreeLimits(t.kernel, { ...unlimited, calculations_per_month: 10 });
  const subjects = async () => {
    const { rows } = await t.kernel.database.pool.query<{ subject: string }>(
      'select subject from mail where to_address = $1 order by subject',
      [email],
    );
    return rows.map(({ subject }) => subject);
  };
  const calculateTimes = async (times: number, on = usage) => {
    for (let at = 0; at < times; at++) await call(calculate, 200, on);
    await on.flush();
  };
  await calculateTimes(7);
  const alertsNow = () =>
    t.kernel.work.read((db) => readUsageAlerts(db, actor.accountId, t.kernel.clock.now()));
  expect(await alertsNow()).toEqual([]);
  await calculateTimes(1);
  const first = 'You have used 80 % of your plan’s calculations';
  await expect.poll(subjects).toEqual([first]);
  const alerts = await alertsNow();
  expect(alerts).toMatchObject([{ level: 'warning', code: 'quota_warning' }]);
  await calculateTimes(1, fork());
  await calculateTimes(2);
  const second = 'You have used all calculations of your plan this month';
  await expect.poll(subjects).toEqual([first, second]);
  const full = await alertsNow();
  expect(full).toMatchObject([{ level: 'error', code: 'quota_exceeded' }]);
});

test('says what happens over a quota: charged until the cap is reached, which has its own alert', async () => {
  await setFreeLimits(
    t.kernel,
    { ...unlimited, requests_per_month: 10 },
    { unit: 'request', price: '0.01' },
  );
  await t.kernel.work.write(async (tx) => {
    const cap = toAmount('0.05', 'USD');
    await saveSetting(tx, actor.accountId, { isOverageOn: true, cap }, t.kernel.clock.now());
    await usage.changed(tx, actor.accountId);
  });
  const callTimes = async (times: number) => {
    for (let at = 0; at < times; at++) await call(convert);
    await usage.flush();
  };
  const alertsNow = () =>
    t.kernel.work.read((db) => readUsageAlerts(db, actor.accountId, t.kernel.clock.now()));
  await callTimes(14);
  expect(await alertsNow()).toMatchObject([
    { level: 'warning', message: expect.stringContaining('further ones are charged per unit') },
  ]);
  await callTimes(1);
  expect(await alertsNow()).toEqual([]);
});
