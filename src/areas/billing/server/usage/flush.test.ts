import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { makeAccount } from '#test/factories.ts';
import { useKernel } from '#test/kernel.ts';
import { actorOf, calculate, callOf, convert, setFreeLimits } from '#test/usage.ts';
import { readQuotaUse } from './quota-use.ts';
import { sumUsage } from './sum-store.ts';
import { openUsage, type Usage } from './usage.ts';

const t = useKernel();
let usage: Usage;
let accountId: number;
const hourMs = 3_600_000;

beforeAll(() => setFreeLimits(t.kernel, { requests_per_hour: null, calculations_per_month: null }));
beforeEach(async () => {
  usage = openUsage(forked(t.kernel));
  accountId = await makeAccount(t.kernel, { email: `${createId()}@example.com` });
});

/** The kernel as another process has it: with gauges of its own. */
const forked = (kernel: Kernel, changed: Partial<Kernel> = {}): Kernel => ({
  ...kernel,
  metrics: { ...kernel.metrics, addGauge: () => undefined },
  ...changed,
});

async function total() {
  const now = t.kernel.clock.now().getTime();
  const filter = { accountId, from: new Date(now - 40 * 24 * hourMs), to: new Date(now + hourMs) };
  const [sum] = await sumUsage(t.kernel.database.write, filter, []);
  return sum;
}
async function records(): Promise<number> {
  const { rows } = await t.kernel.database.pool.query<{ count: bigint }>(
    'select count(*) from usage_record where account_id = $1',
    [accountId],
  );
  return Number(rows[0]?.count);
}
const usedOf = async (metric: string) => {
  const uses = await t.kernel.work.read((db) => readQuotaUse(db, accountId, t.kernel.clock.now()));
  return uses.filter((use) => use.metric === metric).map(({ span, used }) => [span, used]);
};

test('what was counted becomes records, sums and counters', async () => {
  const actor = actorOf(accountId);
  for (let call = 0; call < 5; call++) usage.meter.record(callOf(actor));
  usage.meter.record(callOf(actor, { endpoint: calculate, units: 1 }));
  usage.meter.record(callOf(actor, { endpoint: calculate, units: 0, status: 422 }));
  usage.meter.record(callOf(actor, { endpoint: calculate, units: 0, status: 503 }));
  usage.meter.count(actor, 'proxy_lease', 2.5, createId());
  await usage.flush();
  expect(await records()).toBe(9);
  expect(await total()).toMatchObject({ requests: 9, errors: 2, responseTimeMs: 8 * 12 });
  expect(await usedOf('request')).toEqual([
    ['hour', 7],
    ['day', 7],
    ['month', 7],
  ]);
  expect(await usedOf('calculation')).toEqual([['month', 1]]);
  expect(await usedOf('proxy_lease')).toEqual([['month', 2.5]]);
});

test('a request that is told again, now or later, counts once', async () => {
  const requestId = createId();
  for (const _ of [1, 2]) usage.meter.record(callOf(actorOf(accountId), { requestId }));
  await usage.flush();
  usage.meter.record(callOf(actorOf(accountId), { requestId }));
  usage.meter.record(callOf(actorOf(accountId)));
  await usage.flush();
  expect([await records(), (await total())?.requests]).toEqual([2, 2]);
  expect(await usedOf('request')).toContainEqual(['month', 2]);
});

/** A process whose first answers of the database get lost, after what they answer was done. */
function openLossyUsage(lossesMax: number) {
  const { work } = t.kernel;
  let losses = lossesMax;
  const query: typeof work.query = async (text, values) => {
    const answer = await work.query(text, values);
    if (losses-- > 0) throw new Error('the connection was lost');
    return answer as never;
  };
  return openUsage(forked(t.kernel, { work: { ...work, query } }));
}

test('a flush whose answer got lost is sent again and counts once', async () => {
  const other = openLossyUsage(2);
  for (let call = 0; call < 3; call++) other.meter.record(callOf(actorOf(accountId)));
  await expect(other.flush()).rejects.toThrow('lost');
  other.meter.record(callOf(actorOf(accountId)));
  await expect(other.flush()).rejects.toThrow('lost');
  await other.flush();
  expect([await records(), (await total())?.requests]).toEqual([4, 4]);
  expect(await usedOf('request')).toContainEqual(['month', 4]);
});

test('a flush whose answer got lost takes no room in the quota twice', async () => {
  await setFreeLimits(t.kernel, { requests_per_month: 100 });
  const other = openLossyUsage(1);
  const actor = actorOf(accountId);
  const callTimes = async (times: number) => {
    for (let call = 0; call < times; call++) {
      await other.quota.admit(actor, convert);
      other.meter.record(callOf(actor));
    }
  };
  await callTimes(60);
  await expect(other.flush()).rejects.toThrow('lost');
  await other.flush();
  await callTimes(30);
  await other.flush();
  t.kernel.clock.advance(2000);
  await callTimes(10);
  await expect(other.quota.admit(actor, convert)).rejects.toThrow('quota');
  await other.flush();
  expect(await usedOf('request')).toContainEqual(['month', 100]);
  await setFreeLimits(t.kernel, { requests_per_month: null });
});

test('what cannot be stored waits, and is stored when the database is back', async () => {
  const { work } = t.kernel;
  let isAway = true;
  const query: typeof work.query = (text, values) =>
    isAway ? Promise.reject(new Error('away')) : work.query(text, values);
  const other = openUsage(forked(t.kernel, { work: { ...work, query } }));
  other.meter.record(callOf(actorOf(accountId)));
  await expect(other.flush()).rejects.toThrow('away');
  isAway = false;
  await other.flush();
  expect(await records()).toBe(1);
});

test('several processes count the same account at once', async () => {
  const processes = Array.from({ length: 4 }, () => openUsage(forked(t.kernel)));
  for (let round = 0; round < 5; round++) {
    for (const one of processes)
      for (const endpoint of [calculate, undefined])
        one.meter.record(callOf(actorOf(accountId), endpoint && { endpoint }));
    await Promise.all(processes.map((one) => one.flush()));
  }
  expect([await records(), (await total())?.requests]).toEqual([40, 40]);
  expect(await usedOf('calculation')).toEqual([['month', 20]]);
});

test('closing the kernel stores what waits', async () => {
  const kernel = forked(t.kernel, { closing: [] });
  const other = openUsage(kernel);
  other.meter.record(callOf(actorOf(accountId)));
  await kernel.closing[0]?.run();
  expect(await records()).toBe(1);
});

test('nonsense is not counted', async () => {
  for (const units of [Number.NaN, -5, Number.POSITIVE_INFINITY])
    usage.meter.record(callOf(actorOf(accountId), { endpoint: calculate, units }));
  await usage.flush();
  expect(await records()).toBe(3);
  expect(await usedOf('calculation')).toEqual([['month', 0]]);
});
