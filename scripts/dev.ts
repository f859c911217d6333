// Runs the server with restarts on changes, and Vite for the client. Open the address that Vite
// prints: it proxies API calls to the server.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { startFakeProviders } from './fake-providers.ts';

await startFakeProviders();
const root = path.resolve(import.meta.dirname, '..');
const stopMs = 12_000;
const port = process.env.PORT ?? '3000';
const webUrl = 'http://localhost:5173';

const server = run('server', '36', ['--watch', '--watch-preserve-output', 'src/main.ts'], {
  PORT: port,
  // Links in e-mails and responses point to Vite's pages.
  SITE_URL: process.env.SITE_URL ?? webUrl,
});
const web = run('web', '35', ['node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort'], {
  API_URL: `http://127.0.0.1:${port}`,
});

const children = [server, web];
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
for (const child of children) child.on('exit', (code) => stop(code ?? 1));

function run(name: string, colour: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const prefix = `\u001b[${colour}m${name.padEnd(6)}\u001b[0m | `;
  for (const stream of [child.stdout, child.stderr]) printLines(stream, prefix);
  return child;
}

function printLines(stream: Readable, prefix: string): void {
  createInterface({ input: stream }).on('line', (line) => {
    process.stdout.write(`${prefix}${line}\n`);
  });
}

/** When one process exits, the other is stopped too, so that no port stays in use. */
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
  const ended = children
    .filter((child) => !isOver(child))
    .map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, stopMs).unref();
  void Promise.all(ended).then(() => process.exit(code));
}
