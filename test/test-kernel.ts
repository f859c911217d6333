// A kernel and a server without areas, for tests of the kernel.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { createClockWatch } from '#kernel/clock-watch.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { createCustomerEvents } from '#kernel/events/customer-events.ts';
import { createEvents } from '#kernel/events/events.ts';
import { openLiveTopics } from '#kernel/events/live-topics.ts';
import { createFeatures } from '#kernel/features/features.ts';
import type { Api } from '#kernel/http/api.ts';
import { createGuard } from '#kernel/http/guard.ts';
import { openRateLimits } from '#kernel/http/rate-limits.ts';
import { recordCalls } from '#kernel/http/request-log.ts';
import { createServer } from '#kernel/http/server.ts';
import { waitForRightClock } from '#kernel/jobs/right-clock.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { createMail } from '#kernel/mail/outbox.ts';
import { openMailTransport } from '#kernel/mail/transport.ts';
import { createErrorReports } from '#kernel/observability/error-reports.ts';
import { createMetrics } from '#kernel/observability/metrics.ts';
import { createSystemChecks } from '#kernel/observability/system-checks.ts';
import { openPdfRenderer } from '#kernel/pdf/pdf.ts';
import { type ApiKeys, noopMeter, unlimitedQuota } from '#kernel/ports.ts';
import { createSealedRegistry } from '#kernel/sealing/sealed-values.ts';
import { createStorage } from '#kernel/storage/storage.ts';
import { type AppConfig, readAppConfig } from '../src/app-config.ts';
import { useDatabase } from './database.ts';
import { createFakeClock, type FakeClock } from './fakes/fake-clock.ts';
import { createTestJobs, type TestJobs } from './fakes/test-jobs.ts';

export type TestKernel = Omit<HostKernel<AppConfig>, 'clock' | 'jobs'> & {
  clock: FakeClock;
  jobs: TestJobs;
};

export function openTestKernel(database: Database, env: Record<string, string>): TestKernel {
  const config = readAppConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SITE_URL: 'http://localhost:3000',
    ...env,
  });
  const log = pino({ level: config.LOG_LEVEL });
  const clock = createFakeClock();
  const clockWatch = createClockWatch({ clock, ...clock.sources, log });
  const events = createEvents();
  const { work } = database;
  const jobs = waitForRightClock(createTestJobs(), { clockWatch, work, events, log });
  const transport = openMailTransport(config);
  const metrics = createMetrics();
  return {
    config,
    clock,
    clockWatch,
    log,
    database,
    work,
    jobs,
    metrics,
    checks: createSystemChecks(log),
    errorReports: createErrorReports({ config, release: site.version, log, metrics }),
    mail: createMail({
      database,
      jobs,
      transport,
      clock,
      log,
      config,
      metrics,
      siteName: site.name,
    }),
    storage: createStorage(config),
    pdf: openPdfRenderer(log),
    limits: openRateLimits({ config, pool: database.pool, log }),
    features: createFeatures({ database, clock }),
    events,
    customerEvents: createCustomerEvents(),
    sealed: createSealedRegistry(),
    telemetry: { tracing: undefined, close: async () => undefined },
    live: openLiveTopics({ database, log }),
    closing: [],
  };
}

/** Filled in before the file's tests run. Each file has its own folder and database. */
export function useKernel(env: Record<string, string> = {}): { kernel: TestKernel } {
  const database = useDatabase();
  const filled = {} as { kernel: TestKernel };
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-'));
  beforeAll(() => {
    filled.kernel = openTestKernel(database, { DATA_DIR: dataDir, ...env });
  });
  afterAll(async () => {
    await filled.kernel?.live.close();
    await filled.kernel?.pdf.close();
    await filled.kernel?.limits.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return filled;
}

/** A server that accepts `Bearer account-7` as account 7, and `sk_test_customs` as its API key. */
export async function createTestApi(
  kernel: HostKernel,
  ports: Partial<Pick<Api, 'quota' | 'meter'>> = {},
): Promise<Api & { app: FastifyInstance }> {
  const { config, log, clock, limits } = kernel;
  const app = await createServer({ config, log, clock });
  const actor = (accountId: number) => ({ accountId, roles: [], status: 'active' as const });
  const apiKeys: ApiKeys = {
    check: async () => ({ ...actor(7), via: 'key', keyId: 'key-1', scopes: ['customs'] }),
  };
  const guard = createGuard({
    apiKeys,
    sessions: {
      check: async (token) => {
        const [, id, word] = /^account-(\d+)(?:-(\w+))?$/.exec(token) ?? [];
        if (!id) return null;
        if (word === 'suspended')
          return { ...actor(Number(id)), status: 'suspended', via: 'session' };
        return { ...actor(Number(id)), roles: word ? [word as 'sales'] : [], via: 'session' };
      },
    },
  });
  recordCalls(app, { meter: ports.meter ?? noopMeter, apiKeys, limits });
  return { app, kernel, guard, quota: unlimitedQuota, meter: noopMeter, endpoints: [], ...ports };
}
