// A new version replaces the running one, process by process, behind nginx and under load.
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import { skippedUnless } from '../optional-programs.ts';
import {
  type AppProcess,
  createDataDir,
  startApp,
  uniqueAddress,
} from '../processes/app-process.ts';
import { createInquiry } from '../processes/customers.ts';
import { hasNginx, type Nginx, startNginx } from '../processes/nginx.ts';
import { findFreePort } from '../processes/ports.ts';
import { scaledMs } from '../time-limits.ts';

const requestsMin = 10_000;
const clients = 8;
const root = path.resolve(import.meta.dirname, '../..');
const dataDir = createDataDir();
const nextVersion = mkdtempSync(path.join(os.tmpdir(), 'weftline-next-version-'));
const running = new Set<AppProcess>();
let ports: [number, number];
let nginx: Nginx;
/** A server of its own, as several processes have it in production. */
let postgres: EmbeddedPostgres;

/** This version with one more migration, which expands the schema. */
function createNextVersion(): void {
  for (const name of ['src', 'migrations', 'content', 'package.json'])
    cpSync(path.join(root, name), path.join(nextVersion, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(nextVersion, 'node_modules'));
  const file = path.join(nextVersion, 'migrations/9000_next.sql');
  writeFileSync(file, 'alter table account add column next_version text;\n');
}

beforeAll(async () => {
  if (!hasNginx) return;
  createNextVersion();
  ports = [await findFreePort(), await findFreePort()];
  nginx = await startNginx(ports);
  postgres = await openEmbeddedPostgres(dataDir, pino({ level: 'silent' }));
});
afterAll(async () => {
  await Promise.all([...running].map((process) => process.kill()));
  await nginx?.stop();
  await postgres?.stop();
  for (const folder of [dataDir, nextVersion]) rmSync(folder, { recursive: true, force: true });
});

async function start(port: number, folder: string): Promise<AppProcess> {
  const { user, host, database } = postgres.connection;
  const env = {
    PORT: String(port),
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(String(host))}/${database}`,
    DRAIN_SECONDS: '5',
  };
  const process = await startApp(dataDir, env, folder);
  running.add(process);
  return process;
}

/** Every tenth call writes. */
async function call(number: number): Promise<number> {
  const headers = { 'x-forwarded-for': uniqueAddress() };
  if (number % 10 > 0) {
    const read = await fetch(`${nginx.url}/apix/billing/tariffs/`, { headers });
    await read.arrayBuffer();
    return read.status;
  }
  const written = await fetch(`${nginx.url}/apix/leads/leads/submit/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(createInquiry(`customer${number}@example.com`)),
  });
  await written.arrayBuffer();
  return written.status;
}

/** Calls until `isDone`, and counts the answers; what threw counts by its message. */
function load(isDone: (calls: number) => boolean) {
  let calls = 0;
  const answers = new Map<number | string, number>();
  const loop = async () => {
    while (!isDone(calls)) {
      const answer = await call(calls++).catch((error: Error) => String(error.cause ?? error));
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, loop));
  return { ended, answers };
}

test(
  `no request fails during an upgrade${skippedUnless('nginx', hasNginx)}`,
  async ({ skip }) => {
    if (!hasNginx) skip();
    const old = [await start(ports[0], root), await start(ports[1], root)] as const;
    let isUpgraded = false;
    const { ended, answers } = load((calls) => isUpgraded && calls >= requestsMin);
    for (const [at, process] of old.entries()) {
      expect(await process.stop()).toBe(0);
      running.delete(process);
      const next = await start(ports[at]!, nextVersion);
      expect(next.migrated).toEqual(at === 0 ? ['9000_next.sql'] : []);
    }
    isUpgraded = true;
    await ended;
    expect(Object.fromEntries(answers)).toEqual({
      200: expect.any(Number),
      201: expect.any(Number),
    });
  },
  scaledMs(180_000),
);
