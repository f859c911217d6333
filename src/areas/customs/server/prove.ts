// Everything that a rule set must pass before it may be published, in one answer.
import { checkBoundaries, listBoundaries } from './engine/boundaries.ts';
import { differencesOf, runExample } from './engine/examples.ts';
import { checkLeftOut } from './engine/left-out.ts';
import { checkGaps, checkOverlaps, checkRuleSet } from './engine/publish-checks.ts';
import type { RuleSet } from './engine/rule-set.ts';
import { listUncited } from './engine/source-checks.ts';
import { checkThresholds, listThresholds } from './engine/thresholds.ts';

export type Proof = {
  /** In words; empty: it may be published. Examples that fail are among them. */
  problems: string[];
  /** In words; what may be meant so, and should be looked at. */
  warnings: string[];
  examples: { id: string; differences: string[] }[];
  /** Brackets and limits whose edges were tried. */
  edges: number;
};

/** `published` are the sets that it will stand beside; its own versions may overlap with it. */
export function prove(ruleSet: RuleSet, published: readonly RuleSet[]): Proof {
  const others = published.filter(({ id }) => id !== ruleSet.id);
  const overlaps = others.flatMap((other) => checkOverlaps([ruleSet, other]));
  const problems = [...checkRuleSet(ruleSet), ...overlaps];
  const warnings = [...checkGaps(ruleSet, published), ...listUncited(ruleSet)];
  if (ruleSet.tests.length === 0) problems.push('it has no examples');
  // What refers to nothing can't be run.
  if (problems.length > 0) return { problems, warnings, examples: [], edges: 0 };
  try {
    return { ...runThrough(ruleSet), warnings };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { problems: [`it can't be run: ${words}`], warnings, examples: [], edges: 0 };
  }
}

function runThrough(ruleSet: RuleSet): Omit<Proof, 'warnings'> {
  const examples = ruleSet.tests.map((example) => ({
    id: example.id,
    differences: differencesOf(runExample(ruleSet, example), example),
  }));
  const failed = examples.flatMap(({ id, differences }) =>
    differences.map((difference) => `${id}: ${difference}`),
  );
  const ofEdges = [...checkBoundaries(ruleSet), ...checkThresholds(ruleSet)];
  return {
    problems: [...failed, ...ofEdges, ...checkLeftOut(ruleSet)],
    examples,
    edges: listBoundaries(ruleSet).length + listThresholds(ruleSet).length,
  };
}
