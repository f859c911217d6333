// One account or network at its full allowance at one entrance does not slow another account.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMailbox } from '#kernel/dev-mailbox/mailbox-files.ts';
import { scopes } from '#lib/scopes.ts';
import {
  type AppProcess,
  createDataDir,
  startApp,
  uniqueAddress,
} from '../processes/app-process.ts';
import { signIn } from '../processes/customers.ts';
import { findFreePort } from '../processes/ports.ts';
import { scaledMs } from '../time-limits.ts';
import type { FloodOptions } from './flood.ts';
import { type Attacker, entrances } from './table.ts';

const seconds = 10;
const connections = 20;
/** Above what it is without a flood. */
const slowerMsMax = scaledMs(100);
/** 150, and a quarter: what is freed goes back to the system late. */
const moreMegabytesMax = 150 * 1.25;

const dataDir = createDataDir();
let app: AppProcess;
let attacker: Attacker;
let bystander: string;

const readMail = async (email: string) =>
  (await readMailbox(path.join(dataDir, 'mail'))).find(({ to }) => to === email)?.text;

beforeAll(async () => {
  const [gatewayPort, smtpPort] = [await findFreePort(), await findFreePort()];
  app = await startApp(dataDir, {
    PROXY_PORT: String(gatewayPort),
    PROXY_ALLOW_PRIVATE: '1',
    INBOUND_MAIL_SECRET: 'a-secret-of-the-mail-server',
    INBOUND_SMTP: `127.0.0.1:${smtpPort}`,
    INBOUND_AUTHSERV_ID: 'mx.example.com',
    LOG_LEVEL: 'info',
  });
  bystander = await signIn(app, 'bystander@example.com', readMail);
  const token = await signIn(app, 'attacker@example.com', readMail);
  const from = uniqueAddress();
  const session = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
  const created = await app.call('POST', '/apix/billing/api-keys/', {
    token,
    body: { name: 'flood', scopes },
  });
  const key = String(created.body.key);
  attacker = {
    origin: app.url,
    gateway: `http://127.0.0.1:${gatewayPort}`,
    smtp: `smtp://127.0.0.1:${smtpPort}`,
    session,
    key: { 'x-api-key': key, 'x-forwarded-for': from },
    gatewayLogin: `resource:${key}`,
  };
});
afterAll(async () => {
  await app?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Calls until `isOver`; the 95th percentile of their milliseconds. */
async function measureBystander(isOver: () => boolean): Promise<number> {
  const times: number[] = [];
  const from = uniqueAddress();
  while (!isOver() || times.length < 20) {
    const start = performance.now();
    const { status } = await app.call('GET', '/apix/accounts/profile/', { token: bystander, from });
    times.push(performance.now() - start);
    expect(status).toBe(200);
    await sleep(150);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

function readMegabytes(): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}

async function flood(options: FloodOptions): Promise<Record<string, number>> {
  const program = path.join(import.meta.dirname, 'flood.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    JSON.stringify(options),
  ]);
  return JSON.parse(stdout) as Record<string, number>;
}

test.each(entrances.map((one) => [one.name, one] as const))(
  '%s',
  async (_, { flood: callsInFlood }) => {
    let isOver = true;
    const requests = callsInFlood(attacker);
    // Code and threads that the first calls load stay.
    await flood({ requests, connections: 2, seconds: 1 });
    const quietMs = await measureBystander(() => isOver);
    const quietMegabytes = readMegabytes();
    isOver = false;
    const flooding = flood({ requests, connections, seconds }).finally(() => {
      isOver = true;
    });
    let megabytes = 0;
    const sampling = setInterval(() => {
      megabytes = Math.max(megabytes, readMegabytes());
    }, 100);
    const [statuses, busyMs] = await Promise.all([flooding, measureBystander(() => isOver)]);
    clearInterval(sampling);
    const measured = { statuses, quietMs, busyMs, quietMegabytes, megabytes };
    const failed = Object.keys(statuses).filter((status) => /^5/.test(status) && status !== '503');
    expect(failed, JSON.stringify(measured)).toEqual([]);
    expect(busyMs - quietMs, JSON.stringify(measured)).toBeLessThan(slowerMsMax);
    expect(megabytes - quietMegabytes, JSON.stringify(measured)).toBeLessThan(moreMegabytesMax);
  },
  scaledMs(60_000),
);
