// The steps of `npm run check` and `npm test`: a line each, and their output only when they fail.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { forgetCalls } from '#test/endpoint-calls.ts';

export const root = path.resolve(import.meta.dirname, '..');

const outputMax = 64 * 1024 * 1024;

/** Runs a command of node_modules/.bin quietly. Ends the process with its output when it fails. */
export function runStep(name: string, command: string[], env: NodeJS.ProcessEnv = {}): void {
  const [binary = '', ...args] = command;
  timed(name, () => {
    const done = spawnSync(path.join(root, 'node_modules/.bin', binary), args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
      maxBuffer: outputMax,
    });
    if (done.status === 0) return;
    process.stdout.write(`failed\n${done.stdout}${done.stderr}${done.error ?? ''}`);
    process.exit(done.status ?? 1);
  });
}

/** Prints the step's name, runs it, prints how long it took. */
export function timed(name: string, work: () => void): void {
  const started = performance.now();
  process.stdout.write(`${name.padEnd(24)} `);
  work();
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

/** Everything but the browser journeys. */
export function runChecks(): void {
  runStep('format, lint', ['biome', 'check']);
  runStep('route types', ['react-router', 'typegen']);
  runStep('types', ['tsc', '-b']);
  runStep('generated files', ['node', 'scripts/generate.ts', '--check']);
  forgetCalls();
  runStep('tests', ['vitest', 'run']);
  runStep('answers of the API', ['node', 'test/endpoint-answers.ts']);
}
