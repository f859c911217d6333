import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProgress, type Phase } from '../progress.mjs';
import { computeBuildKeys } from './build-key.ts';
import type { PhaseMessage } from './phases.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Compilers make much that soon is garbage: a tenth less time than with the server's 8 MB. */
const largeYoungGeneration = '--max-semi-space-size=64';
const builds = [
  { key: 'site', file: 'build/key', program: 'build-site.ts' },
  { key: 'server', file: 'build/server/key', program: 'join-server.ts' },
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
  for (const { key, file, program } of builds) {
    // The site's build deletes the server's.
    if (isKey(file, keys[key])) continue;
    await run(program);
    hasBuilt = true;
  }
  return hasBuilt;
}

async function run(program: string): Promise<void> {
  const progress = createProgress();
  const file = path.join(import.meta.dirname, program);
  const child = spawn(process.execPath, [largeYoungGeneration, file], {
    cwd: root,
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  let current: { name: string; phase: Phase } | undefined;
  child.on('message', ({ phase: name, done, total }: PhaseMessage) => {
    if (current?.name !== name) {
      current?.phase.end();
      current = { name, phase: progress.begin(name) };
    }
    if (done !== undefined && total !== undefined) current.phase.count(done, total);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status === 0) return current?.phase.end();
  current?.phase.fail();
  process.exit(1);
}
