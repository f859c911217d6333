// The product once more, for test mode: on a database of its own, with the same areas and calls.
import type { FastifyInstance } from 'fastify';
import { accountClock } from '#kernel/account-time.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { createCustomerEvents } from '#kernel/events/customer-events.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import type { MailTransport } from '#kernel/mail/transport.ts';
import type { Pages } from '#kernel/mcp/docs.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { runSteps } from '#kernel/shutdown.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { type Areas, buildApp, openAreas } from '../app.ts';
import type { AppConfig } from '../app-config.ts';
import { clockQueue, createAccountJobs } from './clock/account-jobs.ts';
import { enterAccountTime, meterInAccountTime } from './clock/enter-account-time.ts';
import { recordCustomerEvents, recordMails } from './clock/record-events.ts';
import { runTurn } from './clock/run-clock.ts';
import { createScopedRows, dropScopedRows, scopeConnection } from './clock/scoped-rows.ts';
import { copyReferenceData } from './copy-reference-data.ts';
import { findEmbeddedDatabase } from './find-test-database.ts';
import { markFiles } from './mark-files.ts';
import { syncAccounts } from './sync-accounts.ts';
import { createTestSessions } from './test-accounts.ts';
import { toTestConfig } from './test-config.ts';
import { createTestQuota } from './test-quota.ts';

export type LiveEnvironment = { kernel: HostKernel<AppConfig>; areas: Areas; pages?: Pages };
export type TestEnvironment = {
  app: FastifyInstance;
  kernel: HostKernel;
  areas: Areas;
  close(): Promise<void>;
};

const noMail: MailTransport = { send: async () => {}, check: async () => {}, close: () => {} };
const syncQueue = 'test_mode.sync';
const clockQueueOptions = {
  concurrency: 2,
  retriesMax: 20,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 60,
  expireInSeconds: 600,
};

/** All others are refused: nothing acts live, or on a copy that nobody looks at. */
export const isServed = ({ permission, testMode }: Endpoint): boolean =>
  testMode !== 'live' && !(typeof permission === 'object' && 'staff' in permission);

/** The rules of the repository are published when they are first needed: live, then copied. */
async function copyLiveReferenceData(live: LiveEnvironment, test: HostKernel): Promise<void> {
  await live.areas.customs.ruleSets.all();
  await copyReferenceData(live.kernel.database, test.database);
}

export async function openTestEnvironment(live: LiveEnvironment): Promise<TestEnvironment> {
  const config = toTestConfig(live.kernel.config);
  const log = live.kernel.log.child({ mode: 'test' });
  const embedded = config.DATABASE_URL ? {} : await findEmbeddedDatabase(live.kernel.database);
  const jobs = createAccountJobs();
  const { kernel, closing } = await openKernel(config, log, {
    ...embedded,
    transport: noMail,
    clock: accountClock,
    beforeUse: scopeConnection,
    // What staff have switched off is off for all.
    features: live.kernel.features,
    customerEvents: recordCustomerEvents(createCustomerEvents()),
    wrapJobs: jobs.wrap,
    wrapMail: recordMails,
  });
  const close = () => runSteps(closing);
  try {
    await dropScopedRows(kernel.database);
    await migrateDatabase(kernel.database);
    await createScopedRows(kernel.database);
    await copyLiveReferenceData(live, kernel);
    const areas = openAreas(kernel);
    kernel.jobs.define(syncQueue, { expireInSeconds: 600 }, async () => {
      await copyLiveReferenceData(live, kernel);
      await syncAccounts(live.kernel, areas.accounts);
    });
    kernel.jobs.schedule(syncQueue, '*/5 * * * *');
    kernel.jobs.define<{ accountId: number }>(clockQueue, clockQueueOptions, ({ accountId }) =>
      runTurn({ kernel, jobs, areas }, accountId),
    );
    const app = await buildApp(kernel, areas, {
      ...(live.pages && { pages: live.pages }),
      sessions: createTestSessions(live, kernel),
      quota: createTestQuota(kernel.limits),
      meter: meterInAccountTime(areas.usage.meter),
      isServed,
    });
    markFiles(app);
    enterAccountTime(app, kernel, areas);
    await app.ready();
    await kernel.jobs.start();
    if (config.JOBS !== 'off') areas.webhooks.sender.start();
    log.info('test mode is open');
    return { app, kernel, areas, close: () => app.close().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}
