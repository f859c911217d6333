// Three processes and a worker behind nginx, on a PostgreSQL with a standby behind pgbouncer.
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Server, startServer } from '../../bench/load/processes.ts';
import { testbedEnv } from '../../bench/load/testbed.ts';
import { fillDatabase } from '../chaos/customers.ts';
import type { Customers } from '../chaos/traffic.ts';
import { startSmtpServer, type TestSmtpServer } from '../fakes/smtp-server.ts';
import { type Nginx, startNginx } from '../processes/nginx.ts';
import { findFreePort } from '../processes/ports.ts';
import {
  createPrimary,
  createStandby,
  type PostgresServer,
  type Program,
  startPgbouncer,
  startRedis,
} from './servers.ts';

/** A process of the app: killed and started again on the same port. */
export type AppServer = {
  url: string;
  kill(): Promise<void>;
  /** With these variables beside or instead of those that it had. */
  start(env?: Record<string, string>): Promise<void>;
};

export type Pair = {
  primary: PostgresServer;
  standby: PostgresServer;
  /** To the server that can be written. The caller ends it. */
  connect(): Promise<pg.Client>;
  /** Makes the standby the primary. Nothing follows it, so it waits for none. */
  promote(): Promise<void>;
};

export type Cluster = Pair & {
  webs: readonly AppServer[];
  worker: AppServer;
  nginx: Nginx;
  poolers: readonly Program[];
  redis: Program;
  redisUrl: string;
  smtp: TestSmtpServer;
  customers: Customers;
  /** For commands of operators. */
  env: Record<string, string>;
  logFolder: string;
  close(): Promise<void>;
};

const websMax = 3;

export async function openCluster(): Promise<Cluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-cluster-'));
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const logFolder = mkdtempSync(path.join(os.tmpdir(), 'weftline-cluster-logs-'));
  const { primary, standby, ...pair } = await openPair(folder);
  const poolers = [
    await startPgbouncer(path.join(folder, 'pgbouncer-1'), primary),
    await startPgbouncer(path.join(folder, 'pgbouncer-2'), standby),
  ];
  const redis = await startRedis();
  const smtp = await startSmtpServer();
  const customers = await fillDatabase({ connectionString: primary.url });
  const env = {
    ...testbedEnv,
    DRAIN_SECONDS: '1',
    DATA_DIR: path.join(folder, 'files'),
    DATABASE_URL: urlOf(poolers),
    DATABASE_DIRECT_URL: urlOf([primary, standby]),
    DATABASE_REPLICA_URL: standby.url,
    // Debian's pgbouncer may be older than 1.21.
    PG_NAMED_STATEMENTS: 'off',
    MAIL_URL: smtp.url,
    PAYMENTS_SANDBOX: 'on',
    PROXY_PORT: 'off',
    PROXY_ALLOW_PRIVATE: '1',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  };
  const redisUrl = `redis://127.0.0.1:${redis.port}`;
  const start = (name: string, more: Record<string, string>) =>
    startApp(path.join(logFolder, `${name}.log`), { ...env, ...more });
  const webs: AppServer[] = [];
  for (let at = 1; at <= websMax; at++)
    webs.push(await start(`web-${at}`, { JOBS: 'off', REDIS_URL: redisUrl }));
  const worker = await start('worker', { JOBS: 'only', REDIS_URL: redisUrl });
  const nginx = await startNginx(webs.map(({ url }) => Number(new URL(url).port)));
  return {
    ...{ webs, worker, nginx, primary, standby, poolers, redis, redisUrl, smtp, customers },
    env,
    logFolder,
    ...pair,
    async close() {
      await nginx.stop();
      await Promise.all([...webs, worker].map((one) => one.kill()));
      await Promise.all([...poolers, redis, primary, standby].map((one) => one.kill()));
      await smtp.stop();
    },
  };
}

const urlOf = (servers: readonly Program[]) =>
  `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres` +
  '?target_session_attrs=read-write';

/**
 * A server and its standby. A commit is acknowledged when the standby has it, so that a failover
 * loses none.
 */
export async function openPair(folder: string): Promise<Pair> {
  const primary = await createPrimary(path.join(folder, 'primary'));
  const standby = await createStandby(path.join(folder, 'standby'), primary);
  const waitFor = async (server: PostgresServer, names: string) => {
    const client = await connect(server);
    await client.query(`alter system set synchronous_standby_names = '${names}'`);
    await client.query('select pg_reload_conf()');
    await client.end();
  };
  await waitFor(primary, '*');
  return {
    primary,
    standby,
    connect: () => connectToPrimary([primary, standby]),
    async promote() {
      const client = await connect(standby);
      await client.query('select pg_promote()');
      await client.end();
      await waitFor(standby, '');
    },
  };
}

async function connect({ url }: PostgresServer): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function connectToPrimary(servers: readonly PostgresServer[]): Promise<pg.Client> {
  for (const server of servers) {
    const client = await connect(server).catch(() => null);
    const answer = await client?.query<{ is: boolean }>('select pg_is_in_recovery() as is');
    if (client && answer?.rows[0]?.is === false) return client;
    await client?.end();
  }
  throw new Error('No server can be written.');
}

async function startApp(log: string, env: Record<string, string>): Promise<AppServer> {
  const port = await findFreePort();
  let given = { ...env, PORT: String(port) };
  let server: Server;
  const start = async (more: Record<string, string> = {}) => {
    given = { ...given, ...more };
    server = await startServer('src/main.ts', given, '/readyz', openSync(log, 'a'));
  };
  await start();
  return { url: `http://127.0.0.1:${port}`, start, kill: () => server.kill() };
}
