import { beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { useApp } from '#test/harness.ts';
import { insertDays } from './history-store.ts';
import { firstDay, purgeHistory, recordStates, toMinute } from './record-states.ts';

const t = useApp({ MAIL_URL: 'smtp://127.0.0.1:1' });

beforeEach(async () => {
  await t.kernel.database.pool.query('truncate status_day');
  const { checks } = t.kernel;
  checks.readAll = async () => [{ name: 'mail', title: 'Mail', state: 'ok', message: 'Fine.' }];
});

const read = async (component = 'mail') =>
  (
    await t.kernel.database.pool.query(
      `select day::text, up_minutes as up, degraded_minutes as degraded, down_minutes as down
      from status_day where component = $1 order by day`,
      [component],
    )
  ).rows;
const setMail = (state: 'ok' | 'warning' | 'down' | 'off') => {
  t.kernel.checks.readAll = async () => [{ name: 'mail', title: 'Mail', state, message: '' }];
};
const record = async () => {
  await recordStates(t.kernel);
  t.clock.advance(minuteMs);
};
const startOfDay = () => t.clock.advance(dayMs - (t.clock.now().getTime() % dayMs));

test('each minute is counted by what was found in it, in one row a day', async () => {
  startOfDay();
  const { day } = toMinute(t.clock.now());
  for (const state of ['ok', 'ok', 'warning', 'down'] as const) {
    setMail(state);
    await record();
  }
  expect(await read()).toEqual([{ day, up: 2, degraded: 1, down: 1 }]);
});

test('a minute that is recorded twice counts once', async () => {
  startOfDay();
  await Promise.all([recordStates(t.kernel), recordStates(t.kernel)]);
  await recordStates(t.kernel);
  expect(await read()).toMatchObject([{ up: 1 }]);
});

test('a minute without a record is not measured', async () => {
  startOfDay();
  await record();
  t.clock.advance(10 * minuteMs);
  await record();
  expect(await read()).toMatchObject([{ up: 2, degraded: 0, down: 0 }]);
});

test('days are those of UTC', async () => {
  startOfDay();
  t.clock.advance(-minuteMs);
  const [before, after] = [toMinute(t.clock.now()), toMinute(new Date(+t.clock.now() + minuteMs))];
  expect([before.minute, after.minute]).toEqual([1439, 0]);
  await record();
  await record();
  expect(await read()).toMatchObject([{ day: before.day }, { day: after.day }]);
});

test('what the installation does not offer is not recorded', async () => {
  setMail('off');
  await record();
  expect(await read()).toEqual([]);
  expect(await read('api')).toHaveLength(1);
});

test('days are deleted after 90', async () => {
  const now = t.clock.now();
  const dayAgo = (days: number) => toMinute(new Date(now.getTime() - days * dayMs)).day;
  const rows = [90, 89, 0].map((days) => ({
    component: 'mail' as const,
    day: dayAgo(days),
    up_minutes: 1,
    degraded_minutes: 0,
    down_minutes: 0,
  }));
  await t.kernel.work.write((tx) => insertDays(tx, rows));
  expect(firstDay(now)).toBe(dayAgo(89));
  await purgeHistory(t.kernel);
  expect(await read()).toMatchObject([{ day: dayAgo(89) }, { day: dayAgo(0) }]);
});

test('a minute job and a nightly one are scheduled', async () => {
  const schedules = await t.jobs.listSchedules();
  expect(schedules).toContainEqual(
    expect.objectContaining({ queue: 'status.record', cron: '* * * * *' }),
  );
  expect(schedules).toContainEqual(expect.objectContaining({ queue: 'status.purge' }));
});
