// Builds the site and the browser's code into build/: a program, because Vite sets NODE_ENV and
// keeps the compilers' memory for as long as its process lives.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { computeBuildKeys } from './build-key.ts';
import { writeEmbedScript } from './embed-script.ts';
import { finishPages } from './finish-pages.ts';
import { writeFullMarkdown } from './markdown-pages.ts';
import { checkPageBytes, printPageBytes } from './page-bytes.ts';
import { precompress } from './precompress.ts';
import { writeSiteFiles } from './write-site-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const output = path.join(root, 'build');
const client = path.join(output, 'client');

/** Compilers make much that soon is garbage: a tenth less time than with the server's 8 MB. */
const largeYoungGeneration = '--max-semi-space-size=64';

// Taken first: a source that changes meanwhile makes the build stale.
const key = computeBuildKeys(root).site;
// A build that stops half-way must not pass for the old one.
rmSync(output, { recursive: true, force: true });
printPages();
writeSiteFiles(client);
await writeEmbedScript(client);
rmSync(path.join(output, 'server'), { recursive: true, force: true });
const hashes = await finishPages(client);
writeFileSync(path.join(output, 'csp.json'), JSON.stringify(hashes, null, 1));
writeFullMarkdown(client);
printPageBytes(client);
await checkPageBytes(client);
await precompress(client);
writeFileSync(path.join(output, 'key'), key);

/**
 * React Router's prerender connects to a server of its own, and rarely misses it: once more then.
 */
function printPages(): void {
  if (runReactRouter().status === 0) return;
  const { status, stdout, stderr } = runReactRouter();
  if (status === 0) return;
  process.stderr.write(`\n${stdout}${stderr}`);
  process.exit(1);
}

function runReactRouter() {
  const cli = path.join(root, 'node_modules/@react-router/dev/bin.cjs');
  return spawnSync(process.execPath, [largeYoungGeneration, cli, 'build'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Screens for development are left out by this.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
