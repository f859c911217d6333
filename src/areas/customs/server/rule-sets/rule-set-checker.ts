// Runs the examples of rule sets in a worker thread: a large set takes up to a second.
import { currentCaller } from '#kernel/database/work.ts';
import { createFairQueue } from '#kernel/fair-queue.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createWorkerPool } from '#kernel/worker-pool.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { digestOf } from './rule-files.ts';
import {
  type ExamplesRun,
  type PublishingValidation,
  validateForPublishing,
} from './validate-for-publishing.ts';

export type RuleSetChecker = {
  /**
   * All that must hold before a set is published beside those that are. Callers are served in turn,
   * one set each, unless its examples were run shortly before. Throws `BusyError` after waiting for
   * 10 s.
   */
  validate(ruleSet: RuleSet, published: readonly RuleSet[]): Promise<PublishingValidation>;
  /** The part of it that takes time, to run before a transaction: `validate` reuses the result. */
  runExamples(ruleSet: RuleSet): Promise<ExamplesRun>;
};

const waitMs = 10_000;
const cachedRunsMax = 20;

export function createRuleSetChecker({ log, closing }: Kernel): RuleSetChecker {
  const file = new URL('./rule-set-worker.ts', import.meta.url);
  const worker = createWorkerPool<RuleSet, ExamplesRun>({ log, file, threadsMax: 1 });
  closing.push({ name: 'rule sets', run: worker.close });
  const queue = createFairQueue({ what: 'turn to check rules', max: 1, share: 1, waitMs });
  async function run(ruleSet: RuleSet): Promise<ExamplesRun> {
    const leave = await queue.enter(currentCaller());
    try {
      return await worker.run(ruleSet);
    } finally {
      leave();
    }
  }
  const runExamples = cacheLatest(run);
  return {
    validate: (ruleSet, published) => validateForPublishing(ruleSet, published, runExamples),
    runExamples,
  };
}

/** The same rules always give the same result. */
function cacheLatest(run: RuleSetChecker['runExamples']): RuleSetChecker['runExamples'] {
  /** By digest, the oldest first. */
  const runs = new Map<string, Promise<ExamplesRun>>();
  return (ruleSet) => {
    const digest = digestOf(ruleSet);
    const result = runs.get(digest) ?? run(ruleSet);
    runs.set(digest, result);
    result.catch(() => runs.delete(digest));
    if (runs.size > cachedRunsMax) runs.delete(runs.keys().next().value!);
    return result;
  };
}
