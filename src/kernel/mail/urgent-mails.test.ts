import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/fakes/smtp-server.ts';
import { scaledMs } from '#test/time-limits.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import { createMail, type Mail, type MailDraft } from './outbox.ts';
import { type MailTransport, openMailTransport } from './transport.ts';

const database = useDatabase();
const log = pino({ level: 'silent' });
const config: Pick<Config, 'MAIL_FROM' | 'SITE_URL' | 'APP_SECRET'> = {
  MAIL_FROM: 'no-reply@site.example',
  SITE_URL: 'https://site.example',
  APP_SECRET: ['a secret of 32 characters or more'],
};
const bulkMax = 100;
/** As many as the workers of a process for bulk mail. */
const bulkWorkers = 4;

let smtp: TestSmtpServer;
let transport: MailTransport;
let jobs: Jobs;
let mail: Mail;
let free: () => void;
let stuck: number;

const draftTo = (address: string): MailDraft => ({
  kind: 'test',
  to: { address },
  subject: 'Hello',
  html: '<p>Hi</p>',
  text: 'Hi',
});
const codeTo = (address: string): MailDraft => ({
  ...draftTo(address),
  kind: 'code',
  isSecret: true,
  isUrgent: true,
  expiresAt: new Date(Date.now() + 600_000),
});

beforeEach(async () => {
  stuck = 0;
  const gate = Promise.withResolvers<void>();
  free = gate.resolve;
  // So slow that no bulk mail gets through during a test.
  smtp = await startSmtpServer(0, async ({ recipients }) => {
    if (!recipients.some((to) => to.startsWith('bulk'))) return;
    stuck++;
    await gate.promise;
  });
  transport = openMailTransport({ MAIL_URL: smtp.url, DATA_DIR: '/nonexistent' });
  jobs = createJobs({ connection: database.connection, runsWorkers: true, log });
  const metrics = { registry: new Registry() };
  const deps = { database, transport, clock: systemClock, log, config, metrics };
  mail = createMail({ ...deps, siteName: 'Weftline', jobs });
  await jobs.start();
});

afterEach(async () => {
  free();
  await jobs.stop(1000);
  transport.close();
  await smtp.stop();
  await database.write.deleteFrom('mail').execute();
  await database.pool.query('delete from pgboss.job');
});

test('a code passes many mails that wait for a slow mail server', async () => {
  await database.transaction(async (tx) => {
    for (let n = 0; n < bulkMax; n++) await mail.send(tx, draftTo(`bulk${n}@example.com`));
  });
  await expect.poll(() => stuck).toBe(bulkWorkers);
  await mail.send(database.write, codeTo('ann@example.com'));
  await expect
    .poll(() => smtp.received.map(({ recipients }) => recipients[0]))
    .toEqual(['ann@example.com']);
  // The server has the mail before the outbox knows.
  await expect
    .poll(async () => (await mail.listWaiting())[0])
    .toMatchObject({ queue: 'mail.codes', count: 0, oldestAt: null });
  const [, others] = await mail.listWaiting();
  expect(others).toMatchObject({ queue: 'mail.deliver', count: bulkMax, failing: 0 });
  expect(others?.oldestAt).toBeInstanceOf(Date);
});

test(
  'a code that was put off is tried again soon',
  async () => {
    smtp.refuseNext(451, '4.7.1 Greylisted');
    await mail.send(database.write, codeTo('ben@example.com'));
    await expect.poll(async () => (await mail.listWaiting())[0]).toMatchObject({ failing: 1 });
    // The outbox knows of the failure before the queue.
    const readState = async () =>
      (await database.pool.query(`select state from pgboss.job where name = 'mail.codes'`)).rows;
    await expect.poll(readState).toEqual([{ state: 'retry' }]);
    // Puts the job where it would be after many attempts: then too it waits for 15 s at most.
    await database.pool.query(
      `update pgboss.job set retry_count = 20, start_after = now() where name = 'mail.codes'`,
    );
    smtp.refuseNext(451, '4.7.1 Greylisted');
    const waitSeconds = async () => {
      const { rows } = await database.pool.query(
        `select extract(epoch from start_after - now())::float as seconds from pgboss.job
       where name = 'mail.codes' and state = 'retry' and retry_count > 20`,
      );
      return rows[0]?.seconds as number | undefined;
    };
    await expect.poll(waitSeconds, { timeout: scaledMs(12_000) }).toBeDefined();
    expect(await waitSeconds()).toBeLessThanOrEqual(15);
  },
  scaledMs(20_000),
);
