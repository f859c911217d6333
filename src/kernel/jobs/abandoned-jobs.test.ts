import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { startProgram } from '#test/processes/program.ts';
import { releaseAbandonedJobs, usualLease } from './abandoned-jobs.ts';
import { pgBossSchema } from './job-records.ts';
import { createJobs, type Jobs } from './jobs.ts';

const database = useDatabase();
const log = pino({ level: 'silent' });
const opened: Jobs[] = [];
let boss: PgBoss;

function open({ runsWorkers }: { runsWorkers: boolean }): Jobs {
  const lease = { seconds: 1, renewSeconds: 0.2, checkSeconds: 0.2 };
  const jobs = createJobs({ connection: database.connection, runsWorkers, log, lease });
  opened.push(jobs);
  return jobs;
}

beforeEach(() => {
  boss = new PgBoss({
    ...database.connection,
    schema: pgBossSchema,
    supervise: false,
    schedule: false,
    migrate: false,
    max: 1,
  });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop(1000)));
  await boss.stop();
});

const readJob = async (queue: string) => {
  const { rows } = await database.pool.query(
    `select state, retry_count, retry_limit, heartbeat_on, started_on,
       extract(epoch from start_after - now())::float as wait_seconds
     from pgboss.job where name = $1`,
    [queue],
  );
  return rows[0];
};

/** As if a worker had taken the job and died. */
async function abandon(queue: string): Promise<void> {
  expect(await boss.fetch(queue)).toHaveLength(1);
  await database.pool.query(
    `update pgboss.job set heartbeat_on = now() - interval '30 seconds' where name = $1`,
    [queue],
  );
}

test('the job of a killed process is run by another one', async () => {
  const sender = open({ runsWorkers: false });
  sender.define('long', {}, async () => {});
  await sender.start();
  const { connectionString } = database.connection;
  const doomed = startProgram('run-jobs.ts', [connectionString ?? '']);
  await sender.send(database.write, 'long', {});
  expect(await doomed.read()).toBe(1);
  await doomed.kill();
  expect(await readJob('long')).toMatchObject({ state: 'active' });

  const attempts = Promise.withResolvers<number>();
  const heir = open({ runsWorkers: true });
  heir.define('long', {}, async (_, { attempt }) => attempts.resolve(attempt));
  await heir.start();
  expect(await attempts.promise).toBe(2);
  await expect.poll(async () => (await readJob('long')).state).toBe('completed');
});

test('a process renews the leases of the jobs that it runs', async () => {
  const jobs = open({ runsWorkers: true });
  const end = Promise.withResolvers<void>();
  jobs.define('renewed', {}, () => end.promise);
  await jobs.start();
  await jobs.send(database.write, 'renewed', {});
  await expect
    .poll(async () => {
      const job = await readJob('renewed');
      return job?.heartbeat_on > job?.started_on;
    })
    .toBe(true);
  end.resolve();
});

test('a job that is abandoned at its first attempt has all of them left', async () => {
  const jobs = open({ runsWorkers: false });
  jobs.define('often', { retriesMax: 2 }, async () => {});
  await jobs.start();
  await boss.start();
  await jobs.send(database.write, 'often', {});
  await abandon('often');
  expect(await releaseAbandonedJobs(boss, usualLease.seconds)).toEqual(['often']);
  const states: string[] = [];
  while ((await readJob('often')).state === 'retry') {
    await database.pool.query(`update pgboss.job set start_after = now() where name = 'often'`);
    const [job] = await boss.fetch('often');
    await boss.fail('often', job!.id, new Error('down'));
    states.push((await readJob('often'))?.state);
  }
  expect(states).toEqual(['retry', 'retry', 'failed']);
});

test('a renewed job is left alone, an abandoned one runs at once and loses no attempt', async () => {
  const jobs = open({ runsWorkers: false });
  jobs.define('once', { retriesMax: 0 }, async () => {});
  await jobs.start();
  await boss.start();
  await jobs.send(database.write, 'once', {});
  await boss.fetch('once');
  expect(await releaseAbandonedJobs(boss, usualLease.seconds)).toEqual([]);
  await database.pool.query(
    `update pgboss.job set heartbeat_on = now() - interval '30 seconds' where name = 'once'`,
  );
  expect(await releaseAbandonedJobs(boss, usualLease.seconds)).toEqual(['once']);
  const job = await readJob('once');
  expect(job).toMatchObject({ state: 'retry', retry_count: 0, retry_limit: 1 });
  expect(job.wait_seconds).toBeLessThanOrEqual(0);
});

test('a job that is abandoned twice in a row waits, and ends with its attempts', async () => {
  const jobs = open({ runsWorkers: false });
  jobs.define('deadly', { retriesMax: 2, retryDelaySeconds: 100 }, async () => {});
  await jobs.start();
  await boss.start();
  await jobs.send(database.write, 'deadly', {});
  await abandon('deadly');
  expect(await releaseAbandonedJobs(boss, usualLease.seconds)).toEqual(['deadly']);
  for (let attempt = 1; attempt <= 2; attempt++) {
    await abandon('deadly');
    expect(await releaseAbandonedJobs(boss, usualLease.seconds)).toEqual(['deadly']);
    expect((await readJob('deadly')).wait_seconds).toBeGreaterThan(90);
    await database.pool.query(`update pgboss.job set start_after = now() where name = 'deadly'`);
  }
  await abandon('deadly');
  // pg-boss fails it, as after any last attempt.
  expect(await releaseAbandonedJobs(boss, usualLease.seconds)).toEqual([]);
  expect(await readJob('deadly')).toMatchObject({ state: 'active', retry_count: 3 });
});
