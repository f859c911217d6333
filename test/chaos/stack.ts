// Two processes, a worker, a database, a mail server and a speech provider on this machine, with a
// proxy in front of each server, through which all their connections go.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { encodeWav } from '#areas/speech/server/audio/wav.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import { product, root } from '../../bench/load/processes.ts';
import { testbedEnv } from '../../bench/load/testbed.ts';
import { buildIfStale } from '../../scripts/build/build-if-stale.ts';
import { startSmtpServer, type TestSmtpServer } from '../fakes/smtp-server.ts';
import { findFreePort } from '../processes/ports.ts';
import { scaledMs } from '../time-limits.ts';
import { fillDatabase } from './customers.ts';
import { createDatabaseKiller, type DatabaseKiller } from './database-killer.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Supervised, supervise } from './supervised.ts';
import type { Customers } from './traffic.ts';
import { waitUntil } from './wait-until.ts';

export type Disk = { folder: string; isOwn: boolean };

export type Stack = {
  /** `killed` and `worker` are killed and start again, `steady` runs all the time. */
  killed: Supervised;
  worker: Supervised;
  steady: Supervised;
  proxies: Record<'killed' | 'steady' | 'database' | 'mail' | 'speech', FaultProxy>;
  smtp: TestSmtpServer;
  customers: Customers;
  /** Of the database, and of the files of the processes. */
  disks: { database: Disk; files: Disk };
  secret: string;
  /** Sets the clock of the process that is killed, where it can be set. */
  setClock?: (secondsAhead: number) => void;
  /** A connection past the proxy. The caller ends it. */
  connect(): Promise<pg.Client>;
  /** Its owner starts it again. Waits until it runs or starts after an earlier kill. */
  killDatabase: DatabaseKiller['kill'];
  reviveDatabase: DatabaseKiller['revive'];
  isReady(): Promise<boolean>;
  /** For commands of operators. */
  env: Record<string, string>;
  logFolder: string;
  close(): Promise<void>;
};

const startTimeoutMs = scaledMs(60_000);
const databaseMegabytes = 1500;
const filesMegabytes = 64;
const clockLibrary = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((place) => `/usr/lib/${place}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));
const databaseSettings = { max_wal_size: '96MB', min_wal_size: '32MB', max_connections: 60 };
const limits = {
  DATABASE_STATEMENT_TIMEOUT_MS: '5000',
  DATABASE_LOCK_TIMEOUT_MS: '3000',
  SPEECH_TIMEOUT_SECONDS: '4',
};

export async function openStack(): Promise<Stack> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-chaos-'));
  chmodSync(folder, 0o755);
  const disks = {
    database: openDisk(path.join(folder, 'database'), databaseMegabytes),
    files: openDisk(path.join(folder, 'files'), filesMegabytes),
  };
  // Also when a run ends with an error; the disks are unmounted before it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const logFolder = mkdtempSync(path.join(os.tmpdir(), 'weftline-chaos-logs-'));
  const silent = pino({ level: 'silent' });
  const postgres = await openEmbeddedPostgres(disks.database.folder, silent, databaseSettings);
  const customers = await fillDatabase(postgres.connection);
  const smtp = await startSmtpServer();
  const speech = await startSpeechProvider();
  const ports = {
    killed: await findFreePort(),
    steady: await findFreePort(),
    worker: await findFreePort(),
  };
  const proxies = {
    killed: await startFaultProxy({ host: '127.0.0.1', port: ports.killed }),
    steady: await startFaultProxy({ host: '127.0.0.1', port: ports.steady }),
    database: await startFaultProxy({ path: toSocket(postgres) }),
    mail: await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(smtp.url).port) }),
    speech: await startFaultProxy({ host: '127.0.0.1', port: speech.port }),
  };
  const env = { ...toEnv(proxies), DATA_DIR: disks.files.folder };
  const openLog = (name: string) => openSync(path.join(logFolder, `${name}.log`), 'a');
  const envAt = (port: number) => ({ ...env, PORT: String(port) });
  await buildIfStale();
  const steady = superviseApp(envAt(ports.steady), openLog('steady'));
  const clock = path.join(folder, 'clock');
  setClockFile(clock, 0);
  const killed = superviseApp({ ...envAt(ports.killed), ...clockEnv(clock) }, openLog('killed'));
  const worker = superviseApp({ ...envAt(ports.worker), JOBS: 'only' }, openLog('worker'));
  const killer = createDatabaseKiller(postgres);
  const isReady = async () => killer.isStarted() && areReady(Object.values(ports));
  if (!(await waitUntil(startTimeoutMs, isReady))) throw new Error(`No start: ${logFolder}`);
  return {
    killed,
    worker,
    steady,
    proxies,
    smtp,
    customers,
    disks,
    secret: testbedEnv.APP_SECRET,
    ...(clockLibrary && { setClock: (seconds) => setClockFile(clock, seconds) }),
    connect: () => connect(postgres),
    killDatabase: killer.kill,
    reviveDatabase: killer.revive,
    isReady,
    env: { ...env, DATABASE_URL: toUrl(postgres) },
    logFolder,
    close: async () => {
      await Promise.all([steady.end(), killed.end(), worker.end()]);
      for (const proxy of Object.values(proxies)) await proxy.stop();
      speech.stop();
      await Promise.all([smtp.stop(), postgres.stop()]);
    },
  };
}

const superviseApp = (env: Record<string, string>, output: number): Supervised =>
  supervise(
    () =>
      spawn(process.execPath, [path.join(root, product)], {
        cwd: root,
        stdio: ['ignore', output, output],
        env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, ...env },
      }),
    () => areReady([Number(env.PORT)]),
  );

const toEnv = ({ database, mail, speech }: Stack['proxies']) => ({
  ...testbedEnv,
  ...limits,
  DATABASE_URL: `postgres://postgres@127.0.0.1:${database.port}/postgres`,
  MAIL_URL: `smtp://127.0.0.1:${mail.port}`,
  SPEECH_API_URL: `http://127.0.0.1:${speech.port}/v1`,
  PAYMENTS_SANDBOX: 'on',
  PROXY_PORT: 'off',
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'warn',
});

/** Of a process whose clock can be set. */
const clockEnv = (file: string): Record<string, string> =>
  clockLibrary
    ? {
        LD_PRELOAD: clockLibrary,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
    : {};

/** A file system of its own where this user may mount one, so that it can become full. */
function openDisk(folder: string, megabytes: number): Disk {
  mkdirSync(folder);
  try {
    const options = `size=${megabytes}m,mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    process.once('exit', () => spawnSync('umount', ['--lazy', folder]));
    return { folder, isOwn: true };
  } catch {
    return { folder, isOwn: false };
  }
}

const toSocket = ({ connection: { host, port } }: EmbeddedPostgres) =>
  path.join(host, `.s.PGSQL.${port}`);
const toUrl = ({ connection: { host, port } }: EmbeddedPostgres) =>
  `postgres://postgres@${encodeURIComponent(host)}:${port}/postgres`;

async function connect({ connection }: EmbeddedPostgres): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Speaks a twentieth of a second. */
async function startSpeechProvider(): Promise<{ port: number; stop(): void }> {
  const wav = encodeWav({ samples: new Int16Array(800), sampleRate: 16_000 });
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

const setClockFile = (file: string, seconds: number) =>
  writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s\n`);

async function areReady(ports: readonly number[]): Promise<boolean> {
  const requests = ports.map(async (port) => {
    const signal = AbortSignal.timeout(3000);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
    await response.arrayBuffer();
    return response.status === 200;
  });
  const answers = await Promise.all(requests.map((answer) => answer.catch(() => false)));
  await sleep(50);
  return answers.every(Boolean);
}
