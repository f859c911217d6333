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
import { type ClusterHome, giveTo, takeOwnership } from './cluster-home.ts';

export type ServerSettings = Record<string, string | number>;
/** A server that this process owns. `stop` is a fast shutdown and may be called twice. */
export type ServerProcess = { hasExited(): boolean; stop(): Promise<void> };

const startTimeoutMs = 60_000;
const pollMs = 10;
const logTailMax = 4000;
const stalePidAgeMs = 10_000;

// File descriptor 3 is a pipe that this process holds open. Its end stops PostgreSQL, so that not
// even kill -9 leaves a server behind.
const watchdog = `"$0" "$@" 3<&- </dev/null &
  P=$!
  trap "kill -INT $P" INT TERM HUP
  (cat >/dev/null; kill -INT $P 2>/dev/null) <&3 &
  W=$!
  wait $P
  R=$?
  kill $W 2>/dev/null
  exit $R`;

/** Two starters met: the other one's server is to be joined. */
export function isStartConflict(error: unknown): boolean {
  return /postmaster\.pid|\.lock|shared memory block/.test(String(error));
}

/** Makes the cluster when there is none yet, starts its server and waits until it accepts. */
export async function startServer(
  home: ClusterHome,
  settings: ServerSettings,
): Promise<ServerProcess> {
  takeOwnership(home);
  if (!existsSync(path.join(home.data, 'PG_VERSION'))) createCluster(home, settings);
  refuseOtherMajor(home);
  removeStalePid(home);
  const flags = Object.entries({
    listen_addresses: '',
    unix_socket_directories: home.socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: 100,
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = path.join(home.native, 'bin/postgres');
  return supervise(home, ['/bin/sh', '-c', watchdog, postgres, '-D', home.data, ...flags]);
}

async function supervise(home: ClusterHome, command: string[]): Promise<ServerProcess> {
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'pipe'];
  const [file = '', ...args] = [...home.runAs.prefix, ...command];
  // Detached: Ctrl-C in a terminal is for this process, which then stops the server in order.
  const child = spawn(file, args, { ...optionsOf(home), detached: true, stdio });
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
  const deadline = Date.now() + startTimeoutMs;
  while (!log.includes('database system is ready to accept connections')) {
    if (hasExited() || child.pid === undefined || Date.now() > deadline) {
      await stop();
      throw new Error(`The embedded PostgreSQL did not start: ${log.trim()}`);
    }
    await sleep(pollMs);
  }
  for (const held of [child, lifeline, messages]) held.unref();
  return { hasExited, stop };
}

/** Made beside its place and moved there whole: of several starters one wins, all use its files. */
function createCluster(home: ClusterHome, settings: ServerSettings): void {
  const draft = `${home.data}.${process.pid}`;
  mkdirSync(draft, { mode: 0o700 });
  giveTo(home.runAs, draft);
  const [file = '', ...args] = [
    ...home.runAs.prefix,
    path.join(home.native, 'bin/initdb'),
    ...['-D', draft, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(settings.fsync === 'off' ? ['--no-sync'] : []),
  ];
  try {
    execFileSync(file, args, { ...optionsOf(home), stdio: 'pipe' });
    renameSync(draft, home.data);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // A filled folder stands there already: another starter was faster.
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    const reason = (error as { stderr?: Buffer }).stderr?.toString().trim() || String(error);
    throw new Error(
      `The embedded PostgreSQL could not make its files: ${reason}\n` +
        'Set DATABASE_URL to use a PostgreSQL of your own.',
      { cause: error },
    );
  }
}

function refuseOtherMajor({ data, major }: ClusterHome): void {
  const found = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new Error(
    `${data} was made by PostgreSQL ${found}, this version brings ${major} and can't read it: ` +
      'move the data over with pg_dumpall, or set DATABASE_URL.',
  );
}

// A container that was killed leaves the file behind, and its number may now be another process.
// PostgreSQL would then wait for a server that does not exist. A young file is left alone: a server
// in another container may be about to listen.
function removeStalePid({ data }: ClusterHome): void {
  try {
    const file = path.join(data, 'postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    const isOld = Date.now() - statSync(file).mtimeMs > stalePidAgeMs;
    if (isOld && name !== 'postgres') rmSync(file);
  } catch {
    // No such file, no such process or no /proc: PostgreSQL decides by itself.
  }
}

function optionsOf({ runAs: { uid, gid } }: ClusterHome) {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return { cwd: '/', env, ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
}

// Only when empty: the next owner's socket may stand in it already.
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds a socket or has gone.
  }
}
