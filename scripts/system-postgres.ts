// The oldest PostgreSQL that is supported, where the system has it: the tests run on it too.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { serverUser } from '#kernel/database/cluster-home.ts';
import { startServer } from '#kernel/database/postgres-process.ts';
import { fastestFolder } from '#test/fastest-folder.ts';

const major = '15';
const native = `/usr/lib/postgresql/${major}`;

// Debian's build compiles costly plans, which takes longer than running them on a few rows.
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  jit: 'off',
};

export type SystemPostgres = { url: string; stop: () => Promise<void> };

/** Starts a throw-away server on a unix socket, or returns undefined where none is installed. */
export async function startSystemPostgres(): Promise<SystemPostgres | undefined> {
  if (!existsSync(path.join(native, 'bin/postgres'))) return undefined;
  const dir = mkdtempSync(path.join(fastestFolder(), 'weftline-postgres-'));
  chmodSync(dir, 0o755);
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  // A step that fails ends the process.
  process.once('exit', remove);
  const runAs = serverUser();
  const { uid, gid } = runAs;
  const data = path.join(dir, 'data');
  const socketDirectory = path.join(dir, 'socket');
  mkdirSync(data, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid);
  execFileSync(
    path.join(native, 'bin/initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { cwd: '/', stdio: 'pipe', ...(uid !== undefined && { uid, gid }) },
  );
  const home = { data, socketDirectory, native, major, runAs };
  const server = await startServer(home, { ...throwAway, max_connections: 300 });
  return {
    url: `postgres://postgres@${encodeURIComponent(socketDirectory)}/postgres`,
    stop: async () => {
      await server.stop();
      remove();
    },
  };
}
