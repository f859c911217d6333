// The app as the process builds it, without a port: on a database of its own, with a clock that
// tests turn and jobs that tests run.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#kernel/database/open-database.ts';
import { closeServer } from '#kernel/http/server.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { runSteps } from '#kernel/shutdown.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { type Areas, buildApp, openAreas } from '../src/app.ts';
import type { AppConfig } from '../src/app-config.ts';
import { useDatabase } from './database.ts';
import { createAccount, createSession } from './factories/accounts.ts';
import type { FakeClock } from './fakes/fake-clock.ts';
import type { TestJobs } from './fakes/test-jobs.ts';
import { recordResponses } from './response-coverage/recorded-responses.ts';
import { openTestKernel } from './test-kernel.ts';

export type TestMail = {
  kind: string;
  to: string;
  subject: string;
  html: string;
  text: string;
};
export type SignedIn = { accountId: number; email: string; headers: { authorization: string } };
export type SignInOptions = {
  roles?: Role[];
  status?: 'suspended';
  /** Of a new account: where it is billed, null for nowhere. */
  country?: string | null;
};
export type TestApp = {
  app: FastifyInstance;
  kernel: HostKernel<AppConfig>;
  areas: Areas;
  clock: FakeClock;
  jobs: TestJobs;
  config: AppConfig;
  /**
   * What was written to the outbox, oldest first and those of one moment in any order; optionally
   * for one address.
   */
  mails(to?: string): Promise<TestMail[]>;
  /** An account with a live session, made without a mail; the headers sign a request in. */
  signIn(email: string, options?: SignInOptions): Promise<SignedIn>;
};

/** Filled in before the file's tests run; use it within hooks and tests. */
export function useApp(
  env: Record<string, string> = {},
  options: { poolMax?: number } = {},
): TestApp {
  const database = useDatabase(options);
  const filled = {} as TestApp;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-'));
  beforeAll(async () => {
    Object.assign(filled, await openTestApp(database, { DATA_DIR: dataDir, ...env }));
    recordResponses(filled.app, filled.kernel);
  });
  afterAll(async () => {
    if (filled.app) await closeTestApp(filled);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return filled;
}

/** The database stays open: its owner closes it. */
export async function closeTestApp({ app, kernel }: TestApp): Promise<void> {
  await closeServer(app);
  await runSteps(kernel.closing);
  await kernel.live.close();
  await kernel.pdf.close();
  await kernel.limits.close();
}

/** The caller closes it with `closeTestApp`. */
export async function openTestApp(
  database: Database,
  env: Record<string, string>,
): Promise<TestApp> {
  const kernel = openTestKernel(database, env);
  const { clock, jobs, config } = kernel;
  const areas = openAreas(kernel);
  const app = await buildApp(kernel, areas);
  return {
    app,
    kernel,
    areas,
    clock,
    jobs,
    config,
    mails: (to) => listMails(database, to),
    signIn: (email, options) => signIn({ areas, kernel }, email, options),
  };
}

async function listMails(database: Database, to?: string): Promise<TestMail[]> {
  const rows = await database.write
    .selectFrom('mail')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows
    .filter((row) => to === undefined || row.to_address === to)
    .map(({ kind, to_address, subject, html, body }) => ({
      kind,
      to: to_address,
      subject,
      html,
      text: body,
    }));
}

async function signIn(
  { areas, kernel }: { areas: Areas; kernel: HostKernel },
  email: string,
  options: SignInOptions = {},
): Promise<SignedIn> {
  const accountId = await createAccount(kernel, { email, ...options });
  const sessionId = await createSession(kernel, accountId);
  const access = areas.accounts.tokens.signAccess({ accountId, sessionId });
  return { accountId, email, headers: { authorization: `Bearer ${access}` } };
}
