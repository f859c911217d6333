// Runs the examples of rule sets in a worker thread: a large set takes up to a second.
import { LRUCache } from 'lru-cache';
import { currentCaller } from '#kernel/database/work.ts';
import { createFairQueue } from '#kernel/fair-queue.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createWorkerPool } from '#kernel/worker-pool.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { digestRules } from './rule-files.ts';
import {
  type ExamplesRun,
  type PublishingValidation,
  validateForPublishing,
} from './validate-for-publishing.ts';

export type RuleSetChecker = {
  /**
   * All that must hold before a set is published beside those that are. Callers are served in turn,
   * one set each, unless its examples were run shortly before. Throws `BusyError` after waiting for
   * 10 s, and the reason of the signal if that aborts before the examples are run.
   */
  validate(
    ruleSet: RuleSet,
    published: readonly RuleSet[],
    signal?: AbortSignal,
  ): Promise<PublishingValidation>;
  /** The part of it that takes time, to run before a transaction: `validate` reuses the result. */
  runExamples(ruleSet: RuleSet): Promise<ExamplesRun>;
};

const waitMs = 10_000;
const cachedRunsMax = 20;

const file = new URL('./rule-set-worker.ts', import.meta.url);

export function createRuleSetChecker(
  { log, closing }: Kernel,
  worker = createWorkerPool<RuleSet, ExamplesRun>({ log, file, threadsMax: 1 }),
): RuleSetChecker {
  closing.push({ name: 'rule sets', run: worker.close });
  const queue = createFairQueue({ what: 'turn to check rules', max: 1, share: 1, waitMs });
  /** By digest of the rules: the same ones always give the same result. */
  const latest = new LRUCache<string, ExamplesRun>({ max: cachedRunsMax });
  async function runExamples(ruleSet: RuleSet, signal?: AbortSignal): Promise<ExamplesRun> {
    const digest = digestRules(ruleSet);
    const known = latest.get(digest);
    if (known) return known;
    // Of calls for the same rules that wait together, the first one runs them for all.
    const run = async () => {
      const result = latest.get(digest) ?? (await worker.run(ruleSet));
      latest.set(digest, result);
      return result;
    };
    return queue.run(currentCaller(), run, signal);
  }
  return {
    validate: (ruleSet, published, signal) =>
      validateForPublishing(ruleSet, published, (one) => runExamples(one, signal)),
    runExamples: (ruleSet) => runExamples(ruleSet),
  };
}
