// All checks that a rule set must pass before it can be published.
import { checkBoundaries, listBoundaries } from '../engine/boundaries.ts';
import { walkCoverage } from '../engine/coverage-walk.ts';
import { differencesOf, runExample } from '../engine/examples.ts';
import { checkMissingFacts } from '../engine/missing-fact-check.ts';
import { checkGaps, checkOverlaps, checkRuleSet } from '../engine/publish-checks.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { checkThresholds, listThresholds } from '../engine/thresholds.ts';

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

/** `published` are the sets in use; versions of the same set may overlap it. */
export function validateForPublishing(
  ruleSet: RuleSet,
  published: readonly RuleSet[],
): PublishingValidation {
  const others = published.filter(({ id }) => id !== ruleSet.id);
  const overlaps = others.flatMap((other) => checkOverlaps([ruleSet, other]));
  const problems = [...checkRuleSet(ruleSet), ...overlaps];
  const warnings = checkGaps(ruleSet, published);
  if (ruleSet.tests.length === 0) problems.push('it has no examples');
  // A set with dangling references cannot be evaluated.
  if (problems.length > 0) return { problems, warnings, ...nothingRun };
  try {
    return { ...runExamples(ruleSet), warnings };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problems: [`it cannot be evaluated: ${message}`], warnings, ...nothingRun };
  }
}

const nothingRun = { examples: [], edges: 0, coverage: { evaluated: 0, complete: 0 } };

function runExamples(ruleSet: RuleSet): Omit<PublishingValidation, 'warnings'> {
  const examples = ruleSet.tests.map((example) => ({
    id: example.id,
    differences: differencesOf(runExample(ruleSet, example), example),
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
