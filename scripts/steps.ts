// Runs the steps of `npm run check` and `npm test`: all of them, whatever fails. What failed is
// printed at the end, once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestCounts } from '#test/run-reporter.ts';

export const root = path.resolve(import.meta.dirname, '..');

/** `command` is a program of node_modules/.bin with its arguments. */
export type Step = { name: string; command: string[]; env?: NodeJS.ProcessEnv };

type Result = { name: string; output: string; isFailed: boolean; counts: TestCounts | undefined };

const nameWidth = 24;
const printEveryMs = 30_000;
const results: Result[] = [];
const startedAt = performance.now();

/** Prints a line when the step starts and one when it ends. Returns whether it succeeded. */
export const runStep = (step: Step): Promise<boolean> => runStepsAtOnce([step]);

/** Runs steps at the same time. Returns whether all succeeded. */
export async function runStepsAtOnce(steps: readonly Step[]): Promise<boolean> {
  const ended = await Promise.all(steps.map(run));
  results.push(...ended);
  return ended.every(({ isFailed }) => !isFailed);
}

/** Prints every failure, and the counts of all tests. Returns the exit code. */
export function summarize(): number {
  const failed = results.filter(({ isFailed }) => isFailed);
  for (const { name, output } of failed) console.log(`\n${name} failed:\n${output.trim()}`);
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0);
  const counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  const names = failed.map(({ name }) => name).join(', ');
  console.log(`\n${describe(counts)} in ${secondsSince(startedAt)} s`);
  if (names) console.log(`Failed: ${names}`);
  return failed.length > 0 ? 1 : 0;
}

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1);

const describe = ({ passed, failed, skipped }: Pick<TestCounts, 'passed' | 'failed' | 'skipped'>) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

function describeRunning(counts: TestCounts): string {
  const [first] = counts.running;
  if (!first) return describe(counts);
  const seconds = Math.round((Date.now() - first.sinceMs) / 1000);
  return `${describe(counts)}; ${seconds} s in ${first.file}`;
}

/**
 * Not synchronously: a PostgreSQL that this process started blocks when its log is not read. A run
 * of tests sends its counts.
 */
async function run({ name, command: [program = '', ...args], env }: Step): Promise<Result> {
  const print = (text: string) => console.log(`${name.padEnd(nameWidth)} ${text}`);
  const start = performance.now();
  print('...');
  const child = spawn(path.join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let counts: TestCounts | undefined;
  child.on('message', (message: TestCounts) => {
    for (const failure of message.failures.slice(counts?.failures.length ?? 0))
      print(`failed: ${failure}`);
    counts = message;
  });
  const timer = setInterval(() => counts && print(describeRunning(counts)), printEveryMs);
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    once(child, 'close'),
  ]);
  clearInterval(timer);
  const isFailed = status !== 0;
  print(
    [`${secondsSince(start)} s`, isFailed && 'failed', counts && describe(counts)]
      .filter(Boolean)
      .join('  '),
  );
  return { name, output: output + errors, isFailed, counts };
}
