// Plain JavaScript for Node >= 20: installs what is missing or stale of the locked packages, those
// of the product and those of the tools that the script needs, then starts the pinned Node, which
// runs TypeScript. It is started explicitly because a shell caches the location of `node`: a second
// `node` in an npm script would still be the old one.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPortProblem } from './free-port.mjs';
import { isComplete } from './installed.mjs';
import { createProgress } from './progress.mjs';
import { runQuietly } from './run-quietly.mjs';
import { serverFlags } from './server-flags.mjs';
import { beginSystemPackages, systemPackages } from './system-packages.mjs';
import { linkTools, toolsOf } from './tools.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const nodeFolder = join(modules, 'node', 'bin');
const pinnedNode = join(nodeFolder, 'node');
const progress = createProgress();

const [script, ...rest] = process.argv.slice(2);
if (!script) fail('Usage: node scripts/setup.mjs <a file of scripts/> [arguments]');
const portProblem = script === 'start.ts' && (await findPortProblem());
if (portProblem) fail(portProblem);
await installWhenStale(root, 'the packages', () => {
  // Both wait for the network and the disk for most of the time.
  const endSystemPackages = beginSystemPackages(log, progress);
  return () => {
    requirePinnedNode();
    return endSystemPackages();
  };
});
const tools = toolsOf(script, rest);
for (const name of tools) await installWhenStale(join(root, 'tools', name), `tools for ${name}`);
if (tools.length > 0) linkTools(root);
handOver(script, rest);

/** `begin` starts what is done beside npm, and returns what waits for its end. */
async function installWhenStale(folder, what, begin = () => () => {}) {
  const stampFile = join(folder, 'node_modules', '.setup-stamp');
  const wanted = fingerprint(folder);
  const isStamped = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
  // The pinned Node comes from a script of its package.
  const isWhole = isComplete(folder) && (folder !== root || existsSync(pinnedNode));
  if (isStamped && isWhole) return;
  if (isStamped) log(`Some of ${what} are missing: installing them again.`);
  // An installation that is stopped half-way must not pass for a whole one.
  rmSync(stampFile, { force: true });
  const end = begin();
  const phase = progress.begin(`Installing ${what}`);
  // With NODE_ENV=production npm would leave out what builds the site.
  const quietly = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'];
  await runNpm(folder, ['ci', '--include=dev', ...quietly], phase);
  phase.end();
  await end();
  writeFileSync(stampFile, wanted);
}

function fingerprint(folder) {
  return (
    createHash('sha256')
      .update(readFileSync(join(folder, 'package.json')))
      .update(readFileSync(join(folder, 'package-lock.json')))
      // What it no longer deletes has to come back.
      .update(readFileSync(join(root, 'scripts', 'unused-files.mjs')))
      .update(`${process.platform}-${process.arch}`)
      .update(Object.keys(systemPackages).join())
      .digest('hex')
  );
}

async function runNpm(folder, args, phase) {
  // Set within `npm start`: the same npm, independent of PATH.
  const npm = process.env.npm_execpath;
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const [command, all] = isNpm ? [process.execPath, [npm, ...args]] : ['npm', args];
  const done = await runQuietly(command, all, { cwd: folder });
  if (done.status === 0) return;
  phase.fail();
  if (done.error)
    fail(`Could not run npm (${done.error.message}). Install Node with npm, then retry.`);
  log(done.output);
  fail(`npm ${args[0]} failed; see the output above.`, done.status ?? 1);
}

function requirePinnedNode() {
  if (existsSync(pinnedNode)) return;
  fail(
    'The pinned Node is missing: npm did not run the install script of the package "node".\n' +
      'Allow install scripts (npm config set ignore-scripts false, or unset\n' +
      'NPM_CONFIG_IGNORE_SCRIPTS), delete node_modules and run this command again.',
  );
}

// Under load V8 grows its young generation to 48 MB and never shrinks it. Requests here are short
// and run as well with 24 MB (bench/profile.ts). The operator's own options come last and override.
function nodeOptions() {
  return `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ''}`.trim();
}

// Compiled code and types stripped by an earlier start: not even Node's compiler of TypeScript is
// loaded, 14 MB and 50 ms. Set from outside, because start.ts itself is stripped.
function compileCache(name) {
  if (name !== 'start.ts') return {};
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache/compiled') };
}

function handOver(name, args) {
  requirePinnedNode();
  const path = [nodeFolder, join(modules, '.bin'), process.env.PATH].join(delimiter);
  const flags = name === 'start.ts' ? serverFlags : [];
  const child = spawn(pinnedNode, [...flags, join(root, 'scripts', name), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...compileCache(name), PATH: path, NODE_OPTIONS: nodeOptions() },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => fail(`Could not start ${pinnedNode}: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

function log(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text, code = 1) {
  log(text);
  process.exit(code);
}
