import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProgress } from '../progress.mjs';
import { computeBuildKeys } from './build-key.ts';

const root = path.resolve(import.meta.dirname, '../..');
const builds = [
  { key: 'site', file: 'build/key', what: 'Building the site', program: 'build-site.ts' },
  {
    key: 'server',
    file: 'build/server/key',
    what: 'Joining the server',
    program: 'join-server.ts',
  },
] as const;

const isKey = (file: string, key: string): boolean =>
  existsSync(path.join(root, file)) && readFileSync(path.join(root, file), 'utf8') === key;

/**
 * Builds the site and joins the server's code, each in a process of its own: a server that had
 * built would keep the compilers' memory. Says whether it did. Ends this process when a build
 * fails, which prints why.
 */
export async function buildIfStale(): Promise<boolean> {
  const keys = computeBuildKeys(root);
  let hasBuilt = false;
  for (const { key, file, what, program } of builds) {
    // The site's build deletes the server's.
    if (isKey(file, keys[key])) continue;
    await run(what, program);
    hasBuilt = true;
  }
  return hasBuilt;
}

async function run(what: string, program: string): Promise<void> {
  const phase = createProgress().begin(what);
  const file = path.join(import.meta.dirname, program);
  const child = spawn(process.execPath, [file], { cwd: root, stdio: ['ignore', 2, 2] });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) {
    phase.fail();
    process.exit(1);
  }
  phase.end();
}
