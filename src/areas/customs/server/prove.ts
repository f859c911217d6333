// Everything that a rule set must pass before it may be published, in one answer.
import { checkBoundaries, listBoundaries } from './engine/boundaries.ts';
import { differencesOf, runExample } from './engine/examples.ts';
import { checkLeftOut } from './engine/left-out.ts';
import { checkOverlaps, checkRuleSet } from './engine/publish-checks.ts';
import type { RuleSet } from './engine/rule-set.ts';

export type Proof = {
  /** In words; empty: it may be published. Examples that fail are among them. */
  problems: string[];
  examples: { id: string; differences: string[] }[];
  /** Brackets whose edges were tried. */
  edges: number;
};

/** `published` are the sets that it will stand beside; its own versions may overlap with it. */
export function prove(ruleSet: RuleSet, published: readonly RuleSet[]): Proof {
  const others = published.filter(({ id }) => id !== ruleSet.id);
  const overlaps = others.flatMap((other) => checkOverlaps([ruleSet, other]));
  const problems = [...checkRuleSet(ruleSet), ...overlaps];
  if (ruleSet.tests.length === 0) problems.push('it has no examples');
  // What refers to nothing can't be run.
  if (problems.length > 0) return { problems, examples: [], edges: 0 };
  try {
    const examples = ruleSet.tests.map((example) => ({
      id: example.id,
      differences: differencesOf(runExample(ruleSet, example), example),
    }));
    const failed = examples.flatMap(({ id, differences }) =>
      differences.map((difference) => `${id}: ${difference}`),
    );
    return {
      problems: [...failed, ...checkBoundaries(ruleSet), ...checkLeftOut(ruleSet)],
      examples,
      edges: listBoundaries(ruleSet).length,
    };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { problems: [`it can't be run: ${words}`], examples: [], edges: 0 };
  }
}
