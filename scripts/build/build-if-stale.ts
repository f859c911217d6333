import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProgress } from '../progress.mjs';
import { computeBuildKey } from './build-key.ts';

const root = path.resolve(import.meta.dirname, '../..');
const keyFile = path.join(root, 'build/key');

const isBuildStale = (): boolean =>
  !existsSync(keyFile) || readFileSync(keyFile, 'utf8') !== computeBuildKey(root);

/**
 * Builds in a process of its own: a server that had built would keep the compilers' memory. Says
 * whether it built. Ends this process when the build fails, which prints why.
 */
export async function buildIfStale(): Promise<boolean> {
  if (!isBuildStale()) return false;
  const phase = createProgress().begin('Building the site');
  const program = path.join(import.meta.dirname, 'build-site.ts');
  const child = spawn(process.execPath, [program], { cwd: root, stdio: ['ignore', 2, 2] });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) {
    phase.fail();
    process.exit(1);
  }
  phase.end();
  return true;
}
