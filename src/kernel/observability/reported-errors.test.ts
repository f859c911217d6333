// Where errors are reported from: calls that end with 500, and jobs that finally failed.
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commonErrors } from '#lib/endpoint.ts';
import { useKernel } from '#test/test-kernel.ts';
import { apiError } from '../http/errors.ts';
import { createServer } from '../http/server.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import type { ErrorContext } from './error-event.ts';

const t = useKernel();
let reported: { message: string; about: ErrorContext }[] = [];
const reportError = (error: unknown, about: ErrorContext) =>
  void reported.push({ message: (error as Error).message, about });
const opened: Jobs[] = [];
beforeEach(() => {
  reported = [];
});
afterEach(() => Promise.all(opened.splice(0).map((jobs) => jobs.stop(1000))));

test('a call that ends with 500 is reported by its route, others are not', async () => {
  const { config, log } = t.kernel;
  const app = await createServer({ config, log, reportError });
  app.get('/tickets/:id/', () => Promise.reject(new Error('out of order')));
  app.get('/known/', () => Promise.reject(apiError(commonErrors.notFound)));
  const failed = await app.inject('/tickets/7/?q=s3cr3t');
  expect((await app.inject('/known/')).statusCode).toBe(404);
  await app.close();
  const { request_id: requestId } = failed.json();
  const about = { requestId, method: 'GET', route: '/tickets/:id/' };
  expect(reported).toEqual([{ message: 'out of order', about }]);
});

test('a job is reported once its last attempt has failed', async () => {
  const { database } = t.kernel;
  const log = pino({ level: 'silent' });
  const { connection } = database;
  const jobs = createJobs({ connection, runsWorkers: true, log, pollSeconds: 0.5, reportError });
  opened.push(jobs);
  const options = { retriesMax: 1, retryDelaySeconds: 0, retryBackoff: false };
  jobs.define('broken', options, () => Promise.reject(new Error('out of paper')));
  await jobs.start();
  await jobs.send(database.write, 'broken', {});
  await expect.poll(() => reported).toHaveLength(1);
  const about = { queue: 'broken', job: expect.any(String), attempt: 2 };
  expect(reported).toEqual([{ message: 'out of paper', about }]);
});
