import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { createAccount } from '#test/factories/accounts.ts';
import { createActor, createMeteredCall } from '#test/factories/usage.ts';
import { useKernel } from '#test/test-kernel.ts';
import { listPeriodBuckets } from '../../charts/chart-buckets.ts';
import { listUsage, toUsageFilter } from '../lists/list-usage.ts';
import { listRecords } from '../lists/record-store.ts';
import { sumUsage } from '../lists/sum-store.ts';
import { ceilHour } from '../lists/usage-filter.ts';
import { createUsage, type Usage } from '../usage.ts';
import { maintainDays, usageJobs } from '../usage-jobs.ts';
import { findSummedUntil } from './partition-store.ts';

const t = useKernel();
let usage: Usage;
let actor: Actor;

beforeAll(() => usageJobs(t.kernel));
beforeEach(async () => {
  // Later than what the migration opened, and a day of its own for each test.
  t.kernel.clock.advance(60 * dayMs);
  t.kernel.clock.set(new Date(`${day(0)}T10:30:00Z`));
  const addGauge = () => undefined;
  usage = createUsage({ ...t.kernel, metrics: { ...t.kernel.metrics, addGauge } });
  actor = createActor(await createAccount(t.kernel, { email: `${createId()}@example.com` }));
});

/** The date, some days from now. */
const day = (days: number) =>
  new Date(t.kernel.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);

const ask = async <T>(sql: string, values: unknown[] = []) =>
  (await t.kernel.database.pool.query<Record<string, T>>(sql, values)).rows.map(
    (row) => Object.values(row)[0] as T,
  );
const partitions = () =>
  ask<string>(`select relname::text from pg_class where relkind = 'r'
    and relname ~ '^usage_record_\\d{8}$' order by 1`);
const namePartition = (days: number) => `usage_record_${day(days).replaceAll('-', '')}`;
const countIn = async (table: string) =>
  Number(
    (
      await ask<bigint>(`select count(*) from ${table} where account_id = $1`, [actor.accountId])
    )[0],
  );

async function callAt(daysAgo: number, requestId = createId()) {
  const now = t.kernel.clock.now();
  t.kernel.clock.advance(-daysAgo * dayMs);
  usage.meter.record(createMeteredCall(actor, { requestId }));
  t.kernel.clock.set(now);
  await usage.flush();
}

test('creates partitions a week ahead and moves earlier records into them', async () => {
  await callAt(0);
  expect(await countIn('usage_record_default')).toBe(1);
  await t.kernel.jobs.runSchedule('usage.maintain_days');
  expect(await partitions()).toEqual(expect.arrayContaining([namePartition(0), namePartition(7)]));
  expect([await countIn('usage_record_default'), await countIn(namePartition(0))]).toEqual([0, 1]);
  await callAt(0);
  expect(await countIn(namePartition(0))).toBe(2);
  await maintainDays(t.kernel);
});

test('counts a request sent twice once in its partition', async () => {
  await maintainDays(t.kernel);
  const requestId = createId();
  for (const _ of [1, 2]) await callAt(0, requestId);
  expect(await countIn(namePartition(0))).toBe(1);
});

test('drops records after 90 days and keeps their sums', async () => {
  await maintainDays(t.kernel);
  const first = namePartition(0);
  await callAt(0);
  t.kernel.clock.advance(90 * dayMs);
  await maintainDays(t.kernel);
  expect(await partitions()).toContain(first);
  t.kernel.clock.advance(2 * dayMs);
  await maintainDays(t.kernel);
  expect(await partitions()).not.toContain(first);
  expect(await countIn('usage_record')).toBe(0);
  expect([await countIn('usage_hour'), await countIn('usage_day')]).toEqual([0, 1]);
});

test('sums up a day when it is over, and again when a record arrives late', async () => {
  await maintainDays(t.kernel);
  await callAt(0);
  await maintainDays(t.kernel);
  expect(await countIn('usage_day')).toBe(0);
  t.kernel.clock.advance(dayMs);
  await maintainDays(t.kernel);
  await maintainDays(t.kernel);
  const requests = () =>
    ask<bigint>('select sum(requests)::bigint from usage_day where account_id = $1', [
      actor.accountId,
    ]);
  expect(await requests()).toEqual([1n]);
  await callAt(1);
  await callAt(1);
  expect(await ask('select count(*)::int from usage_late_day')).toEqual([1]);
  await maintainDays(t.kernel);
  expect(await requests()).toEqual([3n]);
  expect(await ask('select count(*)::int from usage_late_day')).toEqual([0]);
});

test('combines daily sums of any age with hourly sums', async () => {
  await callAt(0);
  t.kernel.clock.advance(100 * dayMs);
  await maintainDays(t.kernel);
  await callAt(1);
  await callAt(0);
  const now = t.kernel.clock.now();
  const filter = {
    accountId: actor.accountId,
    from: new Date(`${day(-200)}T00:00:00Z`),
    to: new Date(`${day(1)}T00:00:00Z`),
  };
  const hoursSince = await findSummedUntil(t.kernel.database.write);
  expect(hoursSince.toISOString()).toBe(`${day(-99)}T00:00:00.000Z`);
  const sums = await sumUsage(t.kernel.database.write, filter, ['day'], { hoursSince });
  expect(sums.map(({ keys, requests }) => [...keys, requests])).toEqual([
    [day(-100), 1],
    [day(-1), 1],
    [now.toISOString().slice(0, 10), 1],
  ]);
});

test('daily sums with shifted hours equal the hourly sums', async () => {
  await maintainDays(t.kernel);
  const end = t.kernel.clock.now().getTime();
  for (let hours = 9 * 24; hours >= 0; hours -= 5) {
    t.kernel.clock.set(new Date(end - hours * hourMs));
    usage.meter.record(createMeteredCall(actor, { status: hours % 3 ? 200 : 404 }));
  }
  await usage.flush();
  await maintainDays(t.kernel);
  const db = t.kernel.database.write;
  const daysUntil = await findSummedUntil(db);
  expect(daysUntil).toEqual(new Date(`${day(0)}T00:00:00Z`));
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia']) {
    const { starts } = listPeriodBuckets('7d', t.kernel.clock.now(), zone);
    const range = { from: ceilHour(starts[0]!), to: new Date(end + hourMs) };
    const sum = (until?: Date) =>
      sumUsage(db, { accountId: actor.accountId, ...range }, ['time', 'status'], {
        starts,
        daysUntil: until,
      });
    const byDays = await sum(daysUntil);
    expect(byDays.filter(({ requests }) => requests !== 0)).toEqual(await sum());
  }
});

test.each(['asc', 'desc'] as const)(
  '%s: pages over days, a late one among them, and the hours since show each record once',
  async (direction) => {
    await maintainDays(t.kernel);
    for (const daysAgo of [3.2, 3.1, 3, 2, 1.9, 0.3, 0.2, 0.1, 0]) await callAt(daysAgo);
    await maintainDays(t.kernel);
    await callAt(1.95);
    const filter = toUsageFilter({ accountId: actor.accountId }, {}, t.kernel.clock.now());
    const pageSize = 4;
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        t.kernel.work.read((db) =>
          listUsage(db, filter, { page, pageSize, offset: (page - 1) * pageSize }, direction),
        ),
      ),
    );
    expect(pages.map(({ rows, count }) => [rows.length, count])).toEqual([
      [4, 10],
      [4, 10],
      [2, 10],
      [0, 10],
    ]);
    const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
    const all = await listRecords(t.kernel.database.read, filter, {
      direction,
      offset: 0,
      limit: 99,
    });
    expect(ids).toEqual(all.map(({ id }) => id));
  },
);
