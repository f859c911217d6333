import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterHome, changeOwner, takeOwnership } from './cluster-home.ts';

export type ServerSettings = Record<string, string | number>;
/** A server that this process owns. `stop` is a fast shutdown and can be called twice. */
export type ServerProcess = { hasExited(): boolean; stop(): Promise<void> };

const startTimeoutMs = 60_000;
const pollMs = 10;
const logTailMax = 4000;
const stalePidAgeMs = 10_000;

// File descriptor 3 is a pipe that this process keeps open. PostgreSQL stops when it closes, so
// that even kill -9 leaves no server behind.
const watchdog = `"$0" "$@" 3<&- </dev/null &
  P=$!
  trap "kill -INT $P" INT TERM HUP
  (cat >/dev/null; kill -INT $P 2>/dev/null) <&3 &
  W=$!
  wait $P
  R=$?
  kill $W 2>/dev/null
  exit $R`;

/** Another process is starting the server at the same time: join that one. */
export function isStartConflict(error: unknown): boolean {
  return /postmaster\.pid|\.lock|shared memory block/.test(String(error));
}

/**
 * Creates the cluster if necessary, starts its server and waits until it accepts connections.
 * Replaying an archive takes longer than `timeoutMs` usually is.
 */
export async function startServer(
  home: ClusterHome,
  settings: ServerSettings,
  timeoutMs = startTimeoutMs,
): Promise<ServerProcess> {
  takeOwnership(home);
  if (!existsSync(path.join(home.data, 'PG_VERSION'))) createCluster(home, settings);
  assertMajorVersion(home);
  removeStalePid(home);
  const flags = Object.entries({
    listen_addresses: '',
    unix_socket_directories: home.socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: 100,
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = path.join(home.native, 'bin/postgres');
  const command = ['/bin/sh', '-c', watchdog, postgres, '-D', home.data, ...flags];
  return supervise(home, command, timeoutMs);
}

async function supervise(
  home: ClusterHome,
  command: string[],
  timeoutMs: number,
): Promise<ServerProcess> {
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'pipe'];
  const [file = '', ...args] = [...home.runAs.prefix, ...command];
  // Detached, so that Ctrl-C reaches only this process, which then stops the server cleanly.
  const child = spawn(file, args, { ...toOptions(home), detached: true, stdio });
  const lifeline = child.stdio[3] as Socket;
  const messages = child.stderr as Socket;
  let log = '';
  messages.on('data', (chunk: Buffer) => {
    log = `${log}${chunk}`.slice(-logTailMax);
  });
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      log += String(error);
      resolve();
    });
    child.once('exit', () => resolve());
  }).then(() => lifeline.destroy());
  const stop = async () => {
    child.ref();
    lifeline.destroy();
    await exited;
    removeEmpty(home.socketDirectory);
  };
  const deadline = Date.now() + timeoutMs;
  while (!log.includes('database system is ready to accept connections')) {
    if (hasExited() || child.pid === undefined || Date.now() > deadline) {
      await stop();
      throw new Error(`The embedded PostgreSQL did not start: ${log.trim()}`);
    }
    await sleep(pollMs);
  }
  for (const handle of [child, lifeline, messages]) handle.unref();
  return { hasExited, stop };
}

/**
 * Created in a temporary folder and renamed: of concurrent processes one wins, all use its files.
 */
function createCluster(home: ClusterHome, settings: ServerSettings): void {
  const draft = `${home.data}.${process.pid}`;
  mkdirSync(draft, { mode: 0o700 });
  changeOwner(home.runAs, draft);
  const [file = '', ...args] = [
    ...home.runAs.prefix,
    path.join(home.native, 'bin/initdb'),
    '-D',
    draft,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-instructions',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(settings.fsync === 'off' ? ['--no-sync'] : []),
  ];
  try {
    execFileSync(file, args, { ...toOptions(home), stdio: 'pipe' });
    renameSync(draft, home.data);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // The folder exists already: another process was faster.
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    const reason = (error as { stderr?: Buffer }).stderr?.toString().trim() || String(error);
    throw new Error(
      `The embedded PostgreSQL could not create its files: ${reason}\n` +
        'Set DATABASE_URL to use a PostgreSQL of your own.',
      { cause: error },
    );
  }
}

function assertMajorVersion({ data, major }: ClusterHome): void {
  const found = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new Error(
    `${data} was created by PostgreSQL ${found}, but this version contains ${major} and cannot read it: ` +
      'move the data over with pg_dumpall, or set DATABASE_URL.',
  );
}

// A killed container leaves the file behind, and its pid may belong to another process now.
// PostgreSQL would then wait for a server that does not exist. It never starts with an empty file,
// which is left by a kill at the wrong moment. A recent file is kept: a server in another container
// may be starting.
function removeStalePid({ data }: ClusterHome): void {
  try {
    const file = path.join(data, 'postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    const name = pid ? readFileSync(`/proc/${pid}/comm`, 'utf8').trim() : '';
    const isOld = Date.now() - statSync(file).mtimeMs > stalePidAgeMs;
    if (isOld && name !== 'postgres') rmSync(file);
  } catch {
    // No such file, no such process, or no /proc: PostgreSQL decides.
  }
}

function toOptions({ runAs: { uid, gid } }: ClusterHome) {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return { cwd: '/', env, ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
}

// Only when empty: the socket of the next owner may exist already.
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It contains a socket, or it was removed already.
  }
}
