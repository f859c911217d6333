import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { hourMs } from '#lib/durations.ts';
import { createAccount } from '#test/factories/accounts.ts';
import {
  calculate,
  convert,
  createActor,
  createMeteredCall,
  setFreeLimits,
} from '#test/factories/usage.ts';
import { useKernel } from '#test/test-kernel.ts';
import { readQuotaUse } from '../alerts/quota-use.ts';
import { sumUsage } from '../lists/sum-store.ts';
import { createUsage, type Usage } from '../usage.ts';

const t = useKernel();
let usage: Usage;
let accountId: number;

beforeAll(() => setFreeLimits(t.kernel, { requests_per_hour: null, calculations_per_month: null }));
beforeEach(async () => {
  usage = createUsage(forked(t.kernel));
  accountId = await createAccount(t.kernel, { email: `${createId()}@example.com` });
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
const readUsed = async (metric: string) => {
  const uses = await t.kernel.work.read((db) => readQuotaUse(db, accountId, t.kernel.clock.now()));
  return uses.filter((use) => use.metric === metric).map(({ span, used }) => [span, used]);
};

test('stores events as records, sums and counters', async () => {
  const actor = createActor(accountId);
  for (let call = 0; call < 5; call++) usage.meter.record(createMeteredCall(actor));
  usage.meter.record(createMeteredCall(actor, { endpoint: calculate, units: 1 }));
  usage.meter.record(createMeteredCall(actor, { endpoint: calculate, units: 0, status: 422 }));
  usage.meter.record(createMeteredCall(actor, { endpoint: calculate, units: 0, status: 503 }));
  usage.meter.count(actor, 'proxy_lease', 2.5, createId());
  await usage.flush();
  expect(await records()).toBe(9);
  expect(await total()).toMatchObject({ requests: 9, errors: 2, responseTimeMs: 8 * 12 });
  expect(await readUsed('request')).toEqual([
    ['hour', 7],
    ['day', 7],
    ['month', 7],
  ]);
  expect(await readUsed('calculation')).toEqual([['month', 1]]);
  expect(await readUsed('proxy_lease')).toEqual([['month', 2.5]]);
});

test('counts a repeated request once, now or later', async () => {
  const requestId = createId();
  for (const _ of [1, 2])
    usage.meter.record(createMeteredCall(createActor(accountId), { requestId }));
  await usage.flush();
  usage.meter.record(createMeteredCall(createActor(accountId), { requestId }));
  usage.meter.record(createMeteredCall(createActor(accountId)));
  await usage.flush();
  expect([await records(), (await total())?.requests]).toEqual([2, 2]);
  expect(await readUsed('request')).toContainEqual(['month', 2]);
});

/**
 * A process whose answers of the database get lost, after what they answer was done, until
 * `reconnect`: however often it flushes by itself meanwhile.
 */
function openLossyUsage() {
  const { work } = t.kernel;
  let isLossy = true;
  const query: typeof work.query = async (text, values) => {
    const answer = await work.query(text, values);
    if (isLossy) throw new Error('the connection was lost');
    return answer as never;
  };
  const reconnect = () => {
    isLossy = false;
  };
  return { ...createUsage(forked(t.kernel, { work: { ...work, query } })), reconnect };
}

test('retries a flush whose response was lost, counting it once', async () => {
  const other = openLossyUsage();
  for (let call = 0; call < 3; call++)
    other.meter.record(createMeteredCall(createActor(accountId)));
  await expect(other.flush()).rejects.toThrow('lost');
  other.meter.record(createMeteredCall(createActor(accountId)));
  await expect(other.flush()).rejects.toThrow('lost');
  other.reconnect();
  await other.flush();
  expect([await records(), (await total())?.requests]).toEqual([4, 4]);
  expect(await readUsed('request')).toContainEqual(['month', 4]);
});

test('does not use the quota twice when the response of a flush is lost', async () => {
  await setFreeLimits(t.kernel, { requests_per_month: 100 });
  const other = openLossyUsage();
  const actor = createActor(accountId);
  const callTimes = async (times: number) => {
    for (let call = 0; call < times; call++) {
      await other.quota.admit(actor, convert);
      other.meter.record(createMeteredCall(actor));
    }
  };
  await callTimes(60);
  await expect(other.flush()).rejects.toThrow('lost');
  other.reconnect();
  await other.flush();
  await callTimes(30);
  await other.flush();
  t.kernel.clock.advance(2000);
  await callTimes(10);
  await expect(other.quota.admit(actor, convert)).rejects.toThrow('quota');
  await other.flush();
  expect(await readUsed('request')).toContainEqual(['month', 100]);
  await setFreeLimits(t.kernel, { requests_per_month: null });
});

test('keeps events until the database is back', async () => {
  const { work } = t.kernel;
  let isAway = true;
  const query: typeof work.query = (text, values) =>
    isAway ? Promise.reject(new Error('away')) : work.query(text, values);
  const other = createUsage(forked(t.kernel, { work: { ...work, query } }));
  other.meter.record(createMeteredCall(createActor(accountId)));
  await expect(other.flush()).rejects.toThrow('away');
  isAway = false;
  await other.flush();
  expect(await records()).toBe(1);
});

test('counts an account correctly from several processes at once', async () => {
  const processes = Array.from({ length: 4 }, () => createUsage(forked(t.kernel)));
  for (let round = 0; round < 5; round++) {
    for (const one of processes)
      for (const endpoint of [calculate, undefined])
        one.meter.record(createMeteredCall(createActor(accountId), endpoint && { endpoint }));
    await Promise.all(processes.map((one) => one.flush()));
  }
  expect([await records(), (await total())?.requests]).toEqual([40, 40]);
  expect(await readUsed('calculation')).toEqual([['month', 20]]);
});

test('stores waiting events when the kernel closes', async () => {
  const kernel = forked(t.kernel, { closing: [] });
  const other = createUsage(kernel);
  other.meter.record(createMeteredCall(createActor(accountId)));
  await kernel.closing[0]?.run();
  expect(await records()).toBe(1);
});

test('ignores invalid units', async () => {
  for (const units of [Number.NaN, -5, Number.POSITIVE_INFINITY])
    usage.meter.record(createMeteredCall(createActor(accountId), { endpoint: calculate, units }));
  await usage.flush();
  expect(await records()).toBe(3);
  expect(await readUsed('calculation')).toEqual([['month', 0]]);
});
