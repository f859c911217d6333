// All checks that a rule set must pass before it can be published.
import { checkBoundaries, listBoundaries } from '../engine/checks/boundaries.ts';
import { walkCoverage } from '../engine/checks/coverage-walk.ts';
import { listDifferences, runExample } from '../engine/checks/examples.ts';
import { checkMissingFacts } from '../engine/checks/missing-fact-check.ts';
import { checkGaps, checkOverlaps, checkRuleSet } from '../engine/checks/publish-checks.ts';
import { checkThresholds, listThresholds } from '../engine/checks/thresholds.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';

export type PublishingValidation = {
  /** Empty: it can be published. Includes examples that fail. */
  problems: string[];
  /** Possibly intended, but worth a look. */
  warnings: string[];
  examples: { id: string; differences: string[] }[];
  /** Number of brackets and limits tested at their edges. */
  edges: number;
  /** How many imports of all kinds were evaluated, and of how many the total is complete. */
  coverage: { evaluated: number; complete: number };
};

/** Compares it with the sets in use; versions of the same set may overlap it. */
function compareWithOthers(ruleSet: RuleSet, published: readonly RuleSet[]) {
  const others = published.filter(({ id }) => id !== ruleSet.id);
  const overlaps = others.flatMap((other) => checkOverlaps([ruleSet, other]));
  const problems = [...checkRuleSet(ruleSet), ...overlaps];
  if (ruleSet.tests.length === 0) problems.push('it has no examples');
  return { problems, warnings: checkGaps(ruleSet, published) };
}

/**
 * `run` is `runExamples`, or runs it elsewhere: it takes up to a second. A set with dangling
 * references is not run, because it cannot be evaluated.
 */
export async function validateForPublishing(
  ruleSet: RuleSet,
  published: readonly RuleSet[],
  run: (ruleSet: RuleSet) => Promise<ExamplesRun> = async (one) => runExamples(one),
): Promise<PublishingValidation> {
  const { problems, warnings } = compareWithOthers(ruleSet, published);
  if (problems.length > 0) return { problems, warnings, ...nothingRun };
  return { ...(await run(ruleSet)), warnings };
}

export const nothingRun = { examples: [], edges: 0, coverage: { evaluated: 0, complete: 0 } };

export type ExamplesRun = Omit<PublishingValidation, 'warnings'>;

export function runExamples(ruleSet: RuleSet): ExamplesRun {
  try {
    return runEach(ruleSet);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problems: [`it cannot be evaluated: ${message}`], ...nothingRun };
  }
}

function runEach(ruleSet: RuleSet): ExamplesRun {
  const examples = ruleSet.tests.map((example) => ({
    id: example.id,
    differences: listDifferences(runExample(ruleSet, example), example),
  }));
  const failed = examples.flatMap(({ id, differences }) =>
    differences.map((difference) => `${id}: ${difference}`),
  );
  const edgeProblems = [...checkBoundaries(ruleSet), ...checkThresholds(ruleSet)];
  const { unjustified, ...coverage } = walkCoverage(ruleSet);
  return {
    problems: [...failed, ...edgeProblems, ...checkMissingFacts(ruleSet), ...unjustified],
    coverage,
    examples,
    edges: listBoundaries(ruleSet).length + listThresholds(ruleSet).length,
  };
}
