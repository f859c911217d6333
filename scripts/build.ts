// Builds the site and the browser's code into build/, when what is there is stale.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { computeBuildKey } from './build/build-key.ts';
import { precompress } from './build/precompress.ts';
import { publicEnv } from './build/site-settings.ts';

const root = path.resolve(import.meta.dirname, '..');
const output = path.join(root, 'build');
const client = path.join(output, 'client');
const keyFile = path.join(output, 'key');

/** Says whether it built. Throws when the build fails, after it printed why. */
export async function buildIfStale(): Promise<boolean> {
  const env = publicEnv(process.env);
  const key = computeBuildKey(root, env);
  if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return false;
  const startedMs = performance.now();
  process.stderr.write('Building the site ... ');
  // A build that stops half-way must not pass for the old one.
  rmSync(output, { recursive: true, force: true });
  printPages(env);
  // These load compilers: a start that builds nothing need not wait for them.
  const { writeEmbedScript } = await import('./build/embed-script.ts');
  const { writeSiteFiles } = await import('./build/write-site-files.ts');
  const { finalizeSite } = await import('./build/finalize.ts');
  const { writeSearch } = await import('./build/write-search.ts');
  writeSiteFiles(client, env);
  await writeEmbedScript(client);
  rmSync(path.join(output, 'server'), { recursive: true, force: true });
  writeFileSync(path.join(output, 'csp.json'), JSON.stringify(finalizeSite(client), null, 1));
  await writeSearch(client);
  await precompress(client);
  writeFileSync(keyFile, key);
  process.stderr.write(`${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`);
  return true;
}

/**
 * React Router's prerender connects to a server of its own, and rarely misses it: once more then.
 */
function printPages(env: NodeJS.ProcessEnv): void {
  const first = runReactRouter(env);
  if (first.status === 0) return;
  const second = runReactRouter(env);
  if (second.status === 0) return;
  process.stderr.write(`\n${second.stdout}${second.stderr}`);
  throw new Error('The build failed; the reason stands above.');
}

function runReactRouter(env: NodeJS.ProcessEnv) {
  const cli = path.join(root, 'node_modules/@react-router/dev/bin.cjs');
  return spawnSync(process.execPath, [cli, 'build'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Screens for development are left out by this.
    env: { ...env, NODE_ENV: 'production' },
  });
}

if (import.meta.main) {
  const isBuilt = await buildIfStale();
  if (!isBuilt) console.log('The build is up to date.');
}
