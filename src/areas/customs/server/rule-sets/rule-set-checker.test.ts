import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Kernel } from '#kernel/kernel.ts';
import { readRuleFiles } from './rule-files.ts';
import { createRuleSetChecker } from './rule-set-checker.ts';
import { type ExamplesRun, nothingRun } from './validate-for-publishing.ts';

const kernel = { log: pino({ level: 'silent' }), closing: [] } as unknown as Kernel;

test('the examples of one set are run once for all calls that wait together', async () => {
  const [ruleSet] = readRuleFiles();
  const started: (() => void)[] = [];
  const checker = createRuleSetChecker(kernel, {
    run: ({ id }) =>
      new Promise<ExamplesRun>((resolve) => {
        started.push(() => resolve({ ...nothingRun, problems: [id] }));
      }),
    close: async () => {},
  });
  const runs = Array.from({ length: 8 }, () => checker.runExamples(structuredClone(ruleSet!)));
  await expect.poll(() => started.length).toBe(1);
  started[0]!();
  expect(new Set((await Promise.all(runs)).map(({ problems }) => problems[0]))).toEqual(
    new Set([ruleSet!.id]),
  );
  expect(started).toHaveLength(1);
});
