import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { Kernel } from '#kernel/kernel.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { readRuleFiles } from './rule-files.ts';
import { createRuleSetChecker } from './rule-set-checker.ts';
import { nothingRun } from './validate-for-publishing.ts';

const started = vi.hoisted(() => [] as (() => void)[]);

vi.mock('#kernel/worker-pool.ts', () => ({
  createWorkerPool: () => ({
    run: ({ id }: RuleSet) =>
      new Promise((resolve) => {
        started.push(() => resolve({ problems: [id], ...nothingRun }));
      }),
    close: async () => {},
  }),
}));

const kernel = { log: pino({ level: 'silent' }), closing: [] } as unknown as Kernel;

test('the examples of one set are run once for all calls that wait together', async () => {
  const [ruleSet] = readRuleFiles();
  const checker = createRuleSetChecker(kernel);
  const runs = Array.from({ length: 8 }, () => checker.runExamples(structuredClone(ruleSet!)));
  await expect.poll(() => started.length).toBe(1);
  started[0]!();
  expect(new Set((await Promise.all(runs)).map(({ problems }) => problems[0]))).toEqual(
    new Set([ruleSet!.id]),
  );
  expect(started).toHaveLength(1);
});
