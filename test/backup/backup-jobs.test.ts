// What the schedule does, and what staff see and get by mail.
import { readdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { hourMs } from '#lib/durations.ts';
import { createTestJobs } from '#test/fakes/test-jobs.ts';
import { useApp } from '#test/harness.ts';
import { judgeBackups } from '../../src/backups/backup-health.ts';
import { backupJobs, mailIfMissed, makeScheduled } from '../../src/backups/backup-jobs.ts';
import { type BackupRun, findLastRun, insertRun } from '../../src/backups/backup-run-store.ts';
import { newTarget } from './source.ts';

const t = useApp({ ALERT_EMAIL: 'alert@example.com' });

afterEach(() => t.kernel.database.pool.query('truncate backup_run; truncate mail'));

const now = () => t.clock.now();
const createRun = (hours: number, error: string | null = null): BackupRun => ({
  id: createId(),
  started_at: new Date(now().getTime() - hours * hourMs),
  ended_at: new Date(now().getTime() - (hours - 0.1) * hourMs),
  place: '/mnt/backups',
  name: 'weftline-dump-2026-11-23T02-00-00Z',
  size_bytes: 2_000_000n,
  file_count: 3,
  rehearsal_ms: 3400,
  error,
});
const listSubjects = async () =>
  (await t.mails('alert@example.com')).map(({ subject, text }) => ({ subject, text }));

test('a day with a whole backup needs no mail', async () => {
  await insertRun(t.kernel.database.write, createRun(4));
  await mailIfMissed(t.kernel);
  expect(await listSubjects()).toEqual([]);
});

test('admins get a mail when there is none of today, with the reason', async () => {
  await insertRun(t.kernel.database.write, createRun(28));
  await insertRun(t.kernel.database.write, createRun(4, 'No space left on device.'));
  await mailIfMissed(t.kernel);
  expect(await listSubjects()).toMatchObject([
    {
      subject: 'No backup was made today',
      text: expect.stringContaining('The last attempt failed: No space left on device.'),
    },
  ]);
});

test('they get one when nothing was tried, too', async () => {
  await mailIfMissed(t.kernel);
  expect((await listSubjects())[0]?.text).toContain('There is no whole backup yet.');
});

test('the schedule follows the settings, and there is none without a place', () => {
  const jobs = createTestJobs();
  const config = { ...t.kernel.config, BACKUP_TO: newTarget(), BACKUP_AT: '22:30' };
  backupJobs({ ...t.kernel, jobs, config });
  expect([...jobs.schedules]).toEqual([
    ['backups.make', '30 22 * * *'],
    ['backups.watch', '30 2 * * *'],
  ]);
  const without = createTestJobs();
  backupJobs({ ...t.kernel, jobs: without });
  expect(without.queues.size).toBe(0);
});

test('what the job makes is recorded, whether it succeeds or not', async () => {
  const BACKUP_TO = newTarget();
  const DATABASE_URL = t.kernel.database.connection.connectionString;
  const config = { ...t.kernel.config, BACKUP_TO, DATABASE_URL };
  const error = await makeScheduled({ ...t.kernel, config }).catch((reason: Error) => reason);
  const run = await t.kernel.work.read(findLastRun);
  expect(run?.place).toBe(BACKUP_TO);
  // Without a pg_dump for the server it says so.
  if (error) expect(error.message).toBe(run?.error);
  else expect(readdirSync(BACKUP_TO)).toEqual([run?.name]);
});

test.each<[string, Partial<Parameters<typeof judgeBackups>[0]>, string, RegExp]>([
  ['none, in production', { isProduction: true }, 'warning', /set BACKUP_TO/],
  ['none, in development', {}, 'off', /set BACKUP_TO/],
  ['none yet', { isScheduled: true, isProduction: true }, 'off', /not made yet/],
])('%s', (_, facts, state, message) => {
  const usual = { last: undefined, whole: undefined, now: now() };
  const health = judgeBackups({ ...usual, isScheduled: false, isProduction: false, ...facts });
  expect(health).toEqual({ state, message: expect.stringMatching(message) });
});

test.each<[string, () => [BackupRun, BackupRun], string, RegExp]>([
  ['a whole one', () => [createRun(5), createRun(5)], 'ok', /3 files.*rehearsal in 4/],
  ['an old one', () => [createRun(27), createRun(27)], 'down', /too old/],
  [
    'a failed one',
    () => [createRun(1, 'Full disk'), createRun(25)],
    'down',
    /failed: Full disk\.$/,
  ],
])('%s', (_, read, state, message) => {
  const [last, whole] = read();
  const health = judgeBackups({ last, whole, now: now(), isScheduled: true, isProduction: true });
  expect(health).toEqual({ state, message: expect.stringMatching(message) });
});
