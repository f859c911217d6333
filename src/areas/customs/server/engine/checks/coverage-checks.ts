// Checks of a rule set's coverage before publishing: every concern of its kind is stated, every
// charge has a place among the steps, and no complete total leaves out what may be due.
import codeLists from '../../../tariffs/code-lists.json' with { type: 'json' };
import { type Concern, isCharge } from '../rules/coverage-schema.ts';
import type { RuleSet } from '../rules/rule-set.ts';

const concernsByKind: Record<RuleSet['kind'], readonly Concern[]> = {
  goods: ['duty', 'trade_measures', 'excise', 'vat', 'fees'],
  vehicle: ['duty', 'trade_measures', 'excise', 'vat', 'fees', 'environment'],
};

export function checkCoverage({ kind, coverage, steps }: RuleSet): string[] {
  const covered = new Set(coverage.map(({ concern }) => concern));
  const missing = concernsByKind[kind]
    .filter((concern) => !covered.has(concern))
    .map((concern) => `the coverage does not say what is due as ${concern}`);
  const codes = new Set(steps.map(({ code }) => code));
  const charging = new Set(steps.flatMap((step) => ('label' in step ? [step.code] : [])));
  const misplaced = coverage
    .filter(isCharge)
    .filter(
      ({ charge, label, before = '' }) => !charging.has(charge) && !(label && codes.has(before)),
    )
    .map(
      ({ charge }) => `the coverage of ${charge} has no step, and no label and place of its own`,
    );
  return [...missing, ...misplaced];
}

/**
 * What every country may charge on: a complete total for such goods needs a line of the concern, or
 * coverage that says that there is none. Independent of what the set itself lists.
 */
export const expectations: readonly {
  concern: Concern;
  codes: readonly string[];
  origins?: readonly string[];
  /** Another kind of rule set calculates it: a total for goods is never complete. */
  isElsewhere?: boolean;
}[] = [
  { concern: 'excise', codes: codeLists.alcohol },
  { concern: 'excise', codes: codeLists.tobacco },
  { concern: 'excise', codes: codeLists.fuels },
  { concern: 'trade_measures', codes: codeLists.trade_defence, origins: ['CN'] },
  { concern: 'trade_measures', codes: ['6109', '8517'], origins: ['RU', 'BY'] },
  { concern: 'duty', codes: codeLists.vehicles, isElsewhere: true },
];
