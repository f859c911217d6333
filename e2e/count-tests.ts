// Sends the counts of journeys to the script that started them, as test/run-reporter.ts does.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { TestCounts } from '../test/run-reporter.ts';

export default class CountTests implements Reporter {
  private readonly counts = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
  private readonly running = new Map<TestCase, number>();

  onTestBegin(test: TestCase): void {
    this.running.set(test, Date.now());
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    this.running.delete(test);
    const state = status === 'passed' || status === 'skipped' ? status : 'failed';
    this.counts[state]++;
    if (state === 'failed') this.counts.failures.push(test.title);
    const running = [...this.running].map(([{ title }, sinceMs]) => ({ file: title, sinceMs }));
    process.send?.({ ...this.counts, running } satisfies TestCounts);
  }

  printsToStdio(): boolean {
    return false;
  }
}
