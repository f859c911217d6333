import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { createJobs, type Jobs } from './jobs.ts';

const database = useDatabase();
const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
const opened: Jobs[] = [];

/** A process of its own, as far as the queue can tell. */
function open(works = true): Jobs {
  const jobs = createJobs({
    connection: database.connection,
    runsWorkers: works,
    log,
    pollSeconds: 0.5,
  });
  opened.push(jobs);
  return jobs;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop(1000)));
  lines.length = 0;
});

test('runs a job when its transaction commits, not when it rolls back', async () => {
  const jobs = open();
  const handled: string[] = [];
  const second = Promise.withResolvers<void>();
  jobs.define<{ name: string }>('commit', {}, async ({ name }) => {
    handled.push(name);
    second.resolve();
  });
  await jobs.start();
  await database
    .transaction(async (tx) => {
      await jobs.send(tx, 'commit', { name: 'rolled back' });
      throw new Error('no');
    })
    .catch(() => {});
  await database.transaction((tx) => jobs.send(tx, 'commit', { name: 'committed' }));
  await second.promise;
  expect(handled).toEqual(['committed']);
  await expect
    .poll(() => jobs.stats())
    .toMatchObject([{ queue: 'commit', queued: 0, active: 0, failed: 0 }]);
});

test('keeps one waiting job per key', async () => {
  const jobs = open(false);
  jobs.define('keyed', {}, async () => {});
  await jobs.start();
  for (const singletonKey of ['a', 'a', 'b', undefined, undefined])
    await jobs.send(database.write, 'keyed', {}, { ...(singletonKey && { singletonKey }) });
  expect(await jobs.stats()).toMatchObject([{ queue: 'keyed', queued: 4, active: 0, failed: 0 }]);
});

test('what is sent while the queues are being opened waits for them', async () => {
  const jobs = open(false);
  jobs.define('early', {}, async () => {});
  const starting = jobs.start();
  expect(jobs.isStarting()).toBe(true);
  await jobs.send(database.write, 'early', {});
  await starting;
  expect(jobs.isStarting()).toBe(false);
  expect(await jobs.stats()).toMatchObject([{ queue: 'early', queued: 1 }]);
});

test('jobs sent while a worker pauses are merged into one', async () => {
  const jobs = open();
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runsCount = 0;
  jobs.define('resting', { concurrency: 1, restMs: 2000 }, async () => {
    runs[runsCount++]?.resolve();
  });
  await jobs.start();
  const send = () => jobs.send(database.write, 'resting', {}, { singletonKey: 'all' });
  await send();
  await runs[0]?.promise;
  for (let time = 0; time < 3; time++) await send();
  expect(await jobs.stats()).toMatchObject([{ queue: 'resting', queued: 1, active: 1, failed: 0 }]);
  await runs[1]?.promise;
  expect(runsCount).toBe(2);
});

test('retries a job, then stores it as failed until it is retried', async () => {
  const jobs = open();
  const tries: [number, boolean][] = [];
  let isBroken = true;
  const healed = Promise.withResolvers<void>();
  const options = { retriesMax: 1, retryDelaySeconds: 0, retryBackoff: false };
  jobs.define('broken', options, async (_data, { attempt, isLastAttempt }) => {
    tries.push([attempt, isLastAttempt]);
    if (isBroken) throw Object.assign(new Error('out of order'), { detail: 'private' });
    healed.resolve();
  });
  await jobs.start();
  await jobs.send(database.write, 'broken', { code: '123456' });
  await expect
    .poll(() => jobs.stats())
    .toMatchObject([{ queue: 'broken', queued: 0, active: 0, failed: 1 }]);
  expect(tries).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(lines.join()).toContain('out of order');
  expect(lines.join()).not.toMatch(/private|123456/);
  const { rows } = await database.pool.query('select output::text from pgboss.job');
  expect(JSON.stringify(rows)).not.toContain('private');

  isBroken = false;
  expect(await jobs.retryFailed('broken')).toBe(1);
  await healed.promise;
});

test('at rest, many workers cost a few statements a second', async () => {
  const jobs = createJobs({ connection: database.connection, runsWorkers: true, log });
  opened.push(jobs);
  for (let queue = 0; queue < 40; queue++) jobs.define(`rest-${queue}`, {}, async () => {});
  await jobs.start();
  // Each worker looks once at its start.
  await sleep(3000);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await sleep(6000);
  expect(query).toHaveBeenCalled();
  // 80 workers that ask each 5 s for themselves would make 96.
  expect(query.mock.calls.length).toBeLessThan(40);
});

test('failed jobs are listed with their error, and one of them can be retried', async () => {
  const jobs = open();
  const handled: number[] = [];
  let isBroken = true;
  jobs.define<{ n: number }>('odd', { retriesMax: 0, concurrency: 1 }, async ({ n }) => {
    if (isBroken) throw new Error(`out of order ${n}`);
    handled.push(n);
  });
  await jobs.start();
  const all = { limit: 10, offset: 0 };
  for (const n of [1, 2, 3]) {
    await jobs.send(database.write, 'odd', { n, code: '123456' });
    await expect.poll(async () => (await jobs.listFailed('odd', all)).length).toBe(n);
  }
  const failed = await jobs.listFailed('odd', all);
  expect(failed.map(({ error, attempts }) => [error, attempts])).toEqual([
    ['out of order 3', 1],
    ['out of order 2', 1],
    ['out of order 1', 1],
  ]);
  expect(failed[0]!.failedAt.getTime()).toBeGreaterThanOrEqual(failed[0]!.sentAt.getTime());
  expect(JSON.stringify(failed)).not.toContain('123456');
  expect(await jobs.listFailed('odd', { limit: 1, offset: 2 })).toEqual([failed[2]]);
  isBroken = false;
  expect(await jobs.retryFailed('odd', failed[1]!.id)).toBe(1);
  await expect.poll(() => handled).toEqual([2]);
  expect(await jobs.retryFailed('odd', failed[1]!.id)).toBe(0);
  expect(await jobs.listFailed('odd', all)).toEqual([failed[0], failed[2]]);
});

test('two processes share the jobs, and each job runs once', async () => {
  const handled: number[] = [];
  const done = Promise.withResolvers<void>();
  const pair = [open(), open()] as const;
  for (const jobs of pair) {
    jobs.define<{ n: number }>('shared', { concurrency: 3 }, async ({ n }) => {
      handled.push(n);
      if (handled.length === 60) done.resolve();
    });
    await jobs.start();
  }
  await database.transaction(async (tx) => {
    for (let n = 0; n < 60; n++) await pair[0].send(tx, 'shared', { n });
  });
  await done.promise;
  await expect
    .poll(() => pair[0].stats())
    .toMatchObject([{ queue: 'shared', queued: 0, active: 0, failed: 0 }]);
  expect(handled.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
});

test('a process without workers only sends', async () => {
  const sender = open(false);
  const worker = open();
  const handled = Promise.withResolvers<object>();
  sender.define('elsewhere', {}, async () => handled.reject(new Error('ran in the sender')));
  worker.define('elsewhere', {}, async (data) => handled.resolve(data));
  await sender.start();
  await worker.start();
  await sender.send(database.write, 'elsewhere', { to: 'the worker' });
  expect(await handled.promise).toEqual({ to: 'the worker' });
});

test('schedules are in UTC, and removed when the code does not declare them', async () => {
  const schedules = async () =>
    (await database.pool.query('select name, cron, timezone from pgboss.schedule')).rows;
  const first = open();
  first.define('nightly', {}, async () => {});
  first.schedule('nightly', '15 3 * * *');
  await first.start();
  expect(await schedules()).toEqual([{ name: 'nightly', cron: '15 3 * * *', timezone: 'UTC' }]);

  const second = open();
  second.define('nightly', {}, async () => {});
  await second.start();
  expect(await schedules()).toEqual([]);
});

test('a schedule says when it ran last and when it runs next', async () => {
  const jobs = open();
  jobs.define('daily', { retriesMax: 0 }, async () => {
    throw new Error('out of order');
  });
  jobs.define('on_demand', {}, async () => {});
  jobs.schedule('daily', '15 3 * * *');
  await jobs.start();
  const [before, ...others] = await jobs.listSchedules();
  expect(others).toEqual([]);
  expect(before).toMatchObject({ queue: 'daily', cron: '15 3 * * *', lastRun: null });
  expect(before?.nextRunAt.toISOString()).toMatch(/T03:15:00.000Z$/);
  expect(before!.nextRunAt.getTime()).toBeGreaterThan(Date.now());

  // pg-boss notes the job of a slot so when its time has come.
  await jobs.send(database.write, 'daily', {});
  await database.pool.query(
    `update pgboss.schedule set last_job_id = job.id from pgboss.job
     where job.name = 'daily' and schedule.name = 'daily'`,
  );
  await expect
    .poll(async () => (await jobs.listSchedules())[0]?.lastRun)
    .toEqual({ at: expect.any(Date), status: 'failed' });
  const { rows } = await database.pool.query(
    `select deletion_seconds from pgboss.queue where name = 'daily'`,
  );
  expect(rows[0].deletion_seconds).toBeGreaterThan(86_400);
});

test('a waiting job is due since its start, a delayed one is not yet due', async () => {
  const jobs = open(false);
  jobs.define('due', {}, async () => {});
  await jobs.start();
  await jobs.send(database.write, 'due', {}, { startAfterSeconds: 600 });
  expect(await jobs.stats()).toMatchObject([{ queue: 'due', queued: 1, dueSince: null }]);
  await jobs.send(database.write, 'due', {});
  expect(await jobs.stats()).toMatchObject([{ queued: 2, dueSince: expect.any(Date) }]);
});

test('a retry is due since its delay has passed, not since it was sent', async () => {
  const jobs = open(false);
  jobs.define('again', {}, async () => {});
  await jobs.start();
  await jobs.send(database.write, 'again', {});
  const retryAfter = (minutes: number) =>
    database.pool.query(
      `update pgboss.job set state = 'retry', created_on = now() - interval '1 hour',
         start_after = date_trunc('second', now()) + $1 * interval '1 minute'
       where name = 'again' returning start_after`,
      [minutes],
    );
  await retryAfter(10);
  expect(await jobs.stats()).toMatchObject([{ queued: 1, dueSince: null }]);
  const { rows } = await retryAfter(-10);
  expect(await jobs.stats()).toMatchObject([{ queued: 1, dueSince: rows[0].start_after }]);
});

test('new settings of a queue apply to jobs sent afterwards', async () => {
  for (const retriesMax of [1, 7]) {
    const jobs = open(false);
    jobs.define('changed', { retriesMax }, async () => {});
    await jobs.start();
    await jobs.send(database.write, 'changed', {});
  }
  const { rows } = await database.pool.query(
    `select retry_limit from pgboss.job where name = 'changed' order by created_on`,
  );
  expect(rows).toEqual([{ retry_limit: 1 }, { retry_limit: 7 }]);
});

test('stopping waits for the running job', async () => {
  const jobs = open();
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let isDone = false;
  jobs.define('slow', {}, async () => {
    started.resolve();
    await release.promise;
    isDone = true;
  });
  await jobs.start();
  await jobs.send(database.write, 'slow', {});
  await started.promise;
  const stopped = jobs.stop(5000);
  release.resolve();
  await stopped;
  expect(isDone).toBe(true);
});

test('refuses undefined queues', async () => {
  const jobs = open(false);
  jobs.define('known', {}, async () => {});
  expect(() => jobs.define('known', {}, async () => {})).toThrow('twice');
  expect(() => jobs.schedule('unknown', '* * * * *')).toThrow('unknown');
  await expect(jobs.send(database.write, 'unknown', {})).rejects.toThrow('unknown');
});
