// Plain JavaScript for Node >= 20: installs the locked dependencies when they are missing or stale,
// then hands over to the pinned Node, which runs TypeScript. The hand-over is explicit because a
// shell remembers where it found `node`: a second one in an npm script would still be the old one.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installSystemPackages, systemPackages } from './system-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const nodeFolder = join(modules, 'node', 'bin');
const pinnedNode = join(nodeFolder, 'node');
const stampFile = join(modules, '.setup-stamp');

const [script, ...rest] = process.argv.slice(2);
if (!script) fail('Usage: node scripts/setup.mjs <a file of scripts/> [arguments]');
installWhenStale();
handOver(script, rest);

function installWhenStale() {
  const wanted = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const isFirst = !existsSync(modules);
  say(isFirst ? 'Installing dependencies (half a minute) ...' : 'Updating dependencies ...');
  const started = performance.now();
  runNpm(['ci', '--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']);
  requirePinnedNode();
  installSystemPackages(say);
  writeFileSync(stampFile, wanted);
  say(`Installed dependencies in ${Math.round((performance.now() - started) / 1000)} s.`);
}

function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package.json')))
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .update(Object.keys(systemPackages).join())
    .digest('hex');
}

function runNpm(args) {
  // Within `npm start` this is npm's own JavaScript: the same npm, whatever PATH says.
  const npm = process.env.npm_execpath;
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  // npm's words go to stderr: what a script prints on stdout stays its own.
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const done = isNpm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
  if (done.error)
    fail(`Could not run npm (${done.error.message}). Install Node with npm, then retry.`);
  if (done.status !== 0) fail(`npm ${args[0]} failed; the reason stands above.`, done.status ?? 1);
}

function requirePinnedNode() {
  if (existsSync(pinnedNode)) return;
  fail(
    'The pinned Node is missing: npm did not run the install script of the package "node".\n' +
      'Allow install scripts (npm config set ignore-scripts false, or unset\n' +
      'NPM_CONFIG_IGNORE_SCRIPTS), delete node_modules and run this command again.',
  );
}

// Under load V8 grows the space of new objects to 48 MB and never gives it back. Requests here
// are short and do as well with 24 (bench/profile.ts). What the operator sets comes last and wins.
function nodeOptions() {
  return `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ''}`.trim();
}

function handOver(name, args) {
  requirePinnedNode();
  const path = [nodeFolder, join(modules, '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(pinnedNode, [join(root, 'scripts', name), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, NODE_OPTIONS: nodeOptions() },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => fail(`Could not start ${pinnedNode}: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text, code = 1) {
  say(text);
  process.exit(code);
}
