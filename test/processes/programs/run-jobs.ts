// Runs the jobs of the queue `long` on the database argv[2] and never ends one. Prints the number of
// each attempt that it starts.
import { pino } from 'pino';
import { createJobs } from '#kernel/jobs/jobs.ts';

const jobs = createJobs({
  connection: { connectionString: process.argv[2] ?? '' },
  runsWorkers: true,
  log: pino({ level: 'silent' }),
  lease: { seconds: 1, renewSeconds: 0.2, checkSeconds: 60 },
});
jobs.define('long', {}, (_, { attempt }) => {
  process.stdout.write(`${JSON.stringify(attempt)}\n`);
  return new Promise(() => {});
});
await jobs.start();
