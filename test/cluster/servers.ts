// Programs of Debian's packages as throw-away servers on this machine: PostgreSQL, pgbouncer, Redis.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverUser } from '#kernel/database/cluster-home.ts';
import { findFreePort, isListening } from '../processes/ports.ts';

/** Killed and started again on the same port. */
export type Program = { port: number; kill(): Promise<void>; start(): Promise<void> };

export type PostgresServer = Program & {
  url: string;
  data: string;
};

const startTimeoutMs = 30_000;
const programPath = `${process.env.PATH}:/usr/sbin`;
const has = (name: string) => !spawnSync(name, ['--version'], { env: { PATH: programPath } }).error;
/** The newest version that is installed. */
const native = globSync('/usr/lib/postgresql/*/bin/postgres')
  .map((file) => path.dirname(file))
  .sort((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]))
  .at(-1);

/** The packages of Debian that are not installed. */
export function listMissingPackages(): string[] {
  return [
    ...(native ? [] : ['postgresql']),
    ...(has('pgbouncer') ? [] : ['pgbouncer']),
    ...(has('nginx') ? [] : ['nginx']),
    ...(has('redis-server') ? [] : ['redis-server']),
  ];
}

/** The user of all these programs: PostgreSQL and pgbouncer refuse to run as root. */
const runAs = () => {
  const { uid, gid } = serverUser();
  return { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
};

export function createFolder(folder: string): string {
  mkdirSync(folder, { mode: 0o700 });
  const { uid, gid } = runAs();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

const run = (program: string, args: string[]) =>
  execFileSync(path.join(native ?? '', program), args, { cwd: '/', stdio: 'pipe', ...runAs() });

export async function createPrimary(folder: string): Promise<PostgresServer> {
  const data = createFolder(folder);
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  return startPostgres(data);
}

/** A copy of a running server that follows it. */
export async function createStandby(folder: string, primary: PostgresServer) {
  const data = createFolder(folder);
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  run('pg_basebackup', ['-D', data, ...from, '--write-recovery-conf', '--checkpoint=fast']);
  return startPostgres(data);
}

async function startPostgres(data: string): Promise<PostgresServer> {
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    max_wal_senders: 5,
    hot_standby: 'on',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [path.join(native ?? '', 'postgres'), '-D', data, ...flags];
  const program = await startProgram(command, port, () =>
    // A killed one leaves processes that end when they notice, and the next one waits for them.
    /ready/.test(readFileSync(path.join(data, 'postmaster.pid'), 'utf8')),
  );
  return { ...program, data, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
}

/** In transaction mode, in front of one server. */
export async function startPgbouncer(folder: string, server: PostgresServer): Promise<Program> {
  const own = createFolder(folder);
  const port = await findFreePort();
  const file = path.join(own, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} user=postgres dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 400
default_pool_size = 40
server_login_retry = 1
query_wait_timeout = 5
`,
  );
  return startProgram(['pgbouncer', '--quiet', file], port);
}

export async function startRedis(): Promise<Program> {
  const port = await findFreePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return startProgram(['redis-server', ...args], port);
}

async function startProgram(
  [file = '', ...args]: readonly string[],
  port: number,
  isReady: () => boolean = () => true,
): Promise<Program> {
  let child: ChildProcess | undefined;
  // Before what they have open is removed.
  process.prependOnceListener('exit', () => child?.kill('SIGKILL'));
  const start = async () => {
    const env = { PATH: programPath, LC_ALL: 'C', TZ: 'UTC' };
    let output = '';
    const next = spawn(file, args, {
      cwd: '/',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...runAs(),
    });
    for (const stream of [next.stdout, next.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-4000);
      });
    child = next;
    const deadlineMs = performance.now() + startTimeoutMs;
    while (!((await isListening(port)) && isReady())) {
      if (next.exitCode !== null || performance.now() > deadlineMs)
        throw new Error(`${file} did not start: ${output}`);
      await sleep(20);
    }
  };
  await start();
  return {
    port,
    start,
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
