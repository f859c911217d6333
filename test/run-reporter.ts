// Counts tests while they run for the script that started them, and records what each file took.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file in Node: CPU seconds of its thread, without PostgreSQL and other processes. */
    cpuSeconds?: number;
  }
}

/** What a runner of tests sends to the process that started it. */
export type TestCounts = {
  passed: number;
  failed: number;
  skipped: number;
  /** The names of those that failed. */
  failures: string[];
  /** Files that run, the one that began first at the beginning. */
  running: { file: string; sinceMs: number }[];
};

export type FileTimes = { seconds: number; cpuSeconds: number | null; tests: number };

export const timesFile = path.resolve(import.meta.dirname, '../.cache/test-times.json');

/** By file, of the last run of each. */
export function readTimes(): Record<string, FileTimes> {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, FileTimes>;
  } catch {
    return {};
  }
}

const sendEveryMs = 500;

export default class RunReporter implements Reporter {
  private readonly counts = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
  private readonly running = new Map<string, number>();
  private readonly times = readTimes();
  private sentAt = 0;

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.running.set(relativeModuleId, Date.now());
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state !== 'pending') this.counts[state]++;
    if (state === 'failed')
      this.counts.failures.push(`${test.module.relativeModuleId} > ${test.fullName}`);
    if (Date.now() - this.sentAt > sendEveryMs) this.send();
  }

  onTestModuleEnd(module: TestModule): void {
    const { relativeModuleId, children } = module;
    this.running.delete(relativeModuleId);
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    this.times[relativeModuleId] = {
      seconds: (collectDuration + setupDuration + duration) / 1000,
      cpuSeconds: module.meta().cpuSeconds ?? null,
      tests: [...children.allTests()].length,
    };
  }

  onTestRunEnd(): void {
    this.send();
    mkdirSync(path.dirname(timesFile), { recursive: true });
    writeFileSync(timesFile, JSON.stringify(this.times));
  }

  private send(): void {
    this.sentAt = Date.now();
    const running = [...this.running].map(([file, sinceMs]) => ({ file, sinceMs }));
    process.send?.({ ...this.counts, running } satisfies TestCounts);
  }
}
