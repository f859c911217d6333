// Jobs of the whole product while the clock is wrong.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { createTestJobs, type TestJobs } from '#test/fakes/test-jobs.ts';
import { useApp } from '#test/harness.ts';
import type { ClockWatch } from '../clock-watch.ts';
import { createEvents, type Events } from '../events/events.ts';
import { clockWrong, waitForRightClock } from './right-clock.ts';

const t = useApp({ ALERT_EMAIL: 'alert@example.com' });

afterEach(() => t.clock.misset({ processMs: 0, databaseMs: 0 }));

type Parts = { jobs: TestJobs; fail: (fault: string | null) => void; alerts: string[] };

function open(publish?: Events['publish']): Parts {
  let fault: string | null = null;
  const alerts: string[] = [];
  const clockWatch: ClockWatch = { findFault: async () => fault };
  const events = createEvents();
  events.handle(clockWrong, [async (_tx, about) => void alerts.push(about.fault)]);
  if (publish) events.publish = publish;
  const { work, log } = t.kernel;
  const jobs = waitForRightClock(createTestJobs(), { clockWatch, work, events, log });
  return {
    jobs,
    alerts,
    fail: (value) => {
      fault = value;
    },
  };
}

describe('while the clock is wrong', () => {
  test('a job that needs it waits, with its data, and runs once it is right', async () => {
    const { jobs, fail } = open();
    const done = vi.fn(async () => undefined);
    jobs.define('charge', { needsRightClock: true }, done);
    await t.kernel.work.write((tx) => jobs.send(tx, 'charge', { paymentId: '7' }));
    fail('wrong');
    for (let minute = 0; minute < 20; minute++) expect(await jobs.runNext()).toBe('done');
    expect(done).not.toHaveBeenCalled();
    expect(jobs.waiting).toMatchObject([{ data: { paymentId: '7' }, startAfterSeconds: 60 }]);
    fail(null);
    await jobs.runAll();
    expect(done).toHaveBeenCalledExactlyOnceWith(
      { paymentId: '7' },
      expect.objectContaining({ attempt: 1, isLastAttempt: false }),
    );
  });

  test('a scheduled job does nothing until its next time', async () => {
    const { jobs, fail } = open();
    const done = vi.fn(async () => undefined);
    jobs.define('renew', { needsRightClock: true }, done);
    jobs.schedule('renew', '* * * * *');
    fail('wrong');
    await jobs.runSchedule('renew');
    expect([done.mock.calls.length, jobs.waiting.length]).toEqual([0, 0]);
    fail(null);
    await jobs.runSchedule('renew');
    expect(done).toHaveBeenCalledTimes(1);
  });

  test('a job that does not need it runs', async () => {
    const { jobs, fail } = open();
    const done = vi.fn(async () => undefined);
    jobs.define('mail', {}, done);
    jobs.schedule('mail', '* * * * *');
    fail('wrong');
    await jobs.runSchedule('mail');
    expect(done).toHaveBeenCalledTimes(1);
  });

  test('staff are alerted once, and again after a failure to do so', async () => {
    const publish = vi.fn<Events['publish']>(async () => undefined);
    publish.mockRejectedValueOnce(new Error('the database is away'));
    const { jobs, fail } = open(publish);
    jobs.define('renew', { needsRightClock: true }, async () => undefined);
    jobs.schedule('renew', '* * * * *');
    fail('wrong');
    for (let minute = 0; minute < 5; minute++) await jobs.runSchedule('renew');
    expect(publish).toHaveBeenCalledTimes(2);
  });
});

test('staff get a mail, and see it on the page of the system', async () => {
  t.clock.misset({ processMs: 91 * dayMs });
  await t.jobs.runSchedule('billing.renew');
  await t.jobs.runSchedule('payments.top_up');
  const mails = (await t.mails('alert@example.com')).filter(({ kind }) => kind === 'staff.clock');
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('91 days ahead of that of the database');
  const parts = await t.kernel.checks.readAll();
  expect(parts.find(({ name }) => name === 'clock')).toMatchObject({
    state: 'down',
    message: expect.stringContaining('Until then, work with money waits.'),
  });
  expect(await t.kernel.metrics.registry.metrics()).toMatch(/^clock_wrong 1$/m);
  t.clock.misset({ processMs: minuteMs });
  expect(await t.kernel.metrics.registry.metrics()).toMatch(/^clock_wrong 0$/m);
});

/** They neither move money nor expire, end or delete anything by the time of day. */
const unaffected = [
  'mail.deliver',
  'mail.codes',
  'mail.release',
  'kernel.reseal',
  'customs.refresh_rates',
  'customs.batch',
  'customs.recalculate',
  'customs.mail_changes',
  'invoices.confirm_numbers',
  'leads.remind',
  'ledger.verify',
  'payments.remove_card',
  'proxy.check',
  'proxy.refresh_sources',
  'proxy.forecast',
  'speech.remove_recordings',
  'speech.transcription_job',
  'status.record',
];

test('every other queue says that it needs the right clock', () => {
  const others = [...t.jobs.queues].filter(([, { options }]) => !options.needsRightClock);
  expect(others.map(([queue]) => queue)).toEqual(unaffected);
});
