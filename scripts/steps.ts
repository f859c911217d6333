// The steps of `npm run check` and `npm test`: a line each, and their output only when they fail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { forgetCalls } from '#test/endpoint-calls.ts';

export const root = path.resolve(import.meta.dirname, '..');

/**
 * Runs a command of node_modules/.bin quietly. Ends the process with its output when it fails. Not
 * synchronously: a PostgreSQL that this process started stands still when nobody reads its log.
 */
export async function runStep(
  name: string,
  command: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const [binary = '', ...args] = command;
  const started = performance.now();
  process.stdout.write(`${name.padEnd(24)} `);
  const done = spawn(path.join(root, 'node_modules/.bin', binary), args, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([
    text(done.stdout),
    text(done.stderr),
    once(done, 'close'),
  ]);
  if (status !== 0) {
    process.stdout.write(`failed\n${output}${errors}`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

/** Everything but the browser journeys. */
export async function runChecks(): Promise<void> {
  await runStep('format, lint', ['biome', 'check']);
  await runStep('route types', ['react-router', 'typegen']);
  await runStep('types', ['tsc', '-b']);
  await runStep('generated files', ['node', 'scripts/generate.ts', '--check']);
  forgetCalls();
  await runStep('tests', ['vitest', 'run']);
  await runStep('answers of the API', ['node', 'test/endpoint-answers.ts']);
}
