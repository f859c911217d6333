// Prints the tests that passed only on their second attempt, so that retries hide no flaky test.
import type { Reporter, TestCase } from '@playwright/test/reporter';

export default class SecondTries implements Reporter {
  private readonly cases = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    if (test.outcome() === 'flaky') this.cases.add(test);
  }

  onEnd(): void {
    if (this.cases.size === 0) return;
    process.stdout.write(`${this.cases.size} of the journeys needed a second try:\n`);
    for (const { location, title } of this.cases)
      process.stdout.write(`needed a second try: ${location.file}:${location.line} ${title}\n`);
  }
}
