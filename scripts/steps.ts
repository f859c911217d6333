// The steps of `npm run check` and `npm test`: a line each, and their output only when they fail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { clearRecordedResponses } from '#test/response-coverage/recorded-responses.ts';

export const root = path.resolve(import.meta.dirname, '..');

/** Lines of a step that succeeded and still say what has to be known: tests that needed a retry. */
const noteworthy = /needed a second try/;

type Step = { name: string; command: string[]; env?: NodeJS.ProcessEnv };

/**
 * Runs a command of node_modules/.bin quietly. Ends the process with its output when it fails. Not
 * synchronously: a PostgreSQL that this process started blocks when its log is not read.
 */
export async function runStep(
  name: string,
  command: string[],
  { env = {} }: { env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  process.stdout.write(`${name.padEnd(24)} `);
  process.stdout.write(await run({ name, command, env }));
}

/** Runs commands at the same time, and prints their lines in the given order. */
export async function runStepsAtOnce(steps: readonly Step[]): Promise<void> {
  const running = steps.map((step) => run(step));
  for (const [at, step] of steps.entries()) {
    process.stdout.write(`${step.name.padEnd(24)} `);
    process.stdout.write((await running[at]) ?? '');
  }
}

/** Returns the rest of the step's line. */
async function run({ command, env }: Step): Promise<string> {
  const [binary = '', ...args] = command;
  const started = performance.now();
  const child = spawn(path.join(root, 'node_modules/.bin', binary), args, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (status !== 0) {
    process.stdout.write(`failed\n${output}${errors}`);
    process.exit(status ?? 1);
  }
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => noteworthy.test(line));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return [`${seconds} s`, ...lines.map((line) => `  ${line.trim()}`), ''].join('\n');
}

/**
 * Everything but the browser journeys; or, of the tests, only those that what git calls changed can
 * break.
 */
export async function runChecks({ isChangedOnly = false } = {}): Promise<void> {
  await runStep('route types', ['react-router', 'typegen']);
  await runStepsAtOnce([
    { name: 'format, lint', command: ['biome', 'check'] },
    { name: 'types', command: ['tsc', '-b'] },
    { name: 'generated files', command: ['node', 'scripts/generate.ts', '--check'] },
  ]);
  if (isChangedOnly) {
    await runStep('tests of the change', ['vitest', 'run', '--changed', '--passWithNoTests']);
    return;
  }
  clearRecordedResponses();
  await runStep('tests', ['vitest', 'run']);
  await runStep('responses of the API', ['node', 'test/response-coverage/check-coverage.ts']);
}
