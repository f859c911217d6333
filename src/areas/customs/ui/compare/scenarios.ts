// A comparison: one base import, changed in one aspect for each scenario.

import { formatCountry } from '#lib/format.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import { type ImportKind, scenariosMax } from '../../wire/calculations/calculations.constants.ts';
import type { ComparisonInput } from '../../wire/calculations/comparisons.ts';
import { factNamed } from '../../wire/facts/facts.constants.ts';
import type { RuleSetWire } from '../../wire/rule-sets/rule-sets.ts';
import { countryOptions } from '../countries.ts';
import type { Draft } from '../form/draft/draft.ts';
import { chooseRuleSet, listRegimes, type RuleFact } from '../form/draft/rule-facts.ts';

export const aspects = ['country', 'regime', 'powertrain', 'origin_proof'] as const;
export type Aspect = (typeof aspects)[number];

export const aspectLabels: Record<Aspect, string> = {
  country: 'Destinations',
  regime: 'Person or company',
  powertrain: 'Powertrains',
  origin_proof: 'With or without proof of origin',
};

export type Option = { value: string; label: string };

const findFact = (set: RuleSetWire | undefined, name: string): RuleFact | undefined =>
  set?.facts.find((fact) => fact.name === name);

/** The values of an aspect for the base's destination. */
export function listOptions(aspect: Aspect, sets: readonly RuleSetWire[], base: Draft): Option[] {
  const chosen = chooseRuleSet(sets, base);
  if (aspect === 'country') return countryOptions(sets.flatMap(({ countries }) => countries));
  if (aspect === 'regime') return listRegimes(sets, base.country);
  if (aspect === 'powertrain') return findFact(chosen, 'powertrain')?.choices ?? [];
  const hasOriginProof = findFact(chosen, 'origin_proof') !== undefined;
  return hasOriginProof
    ? [
        { value: 'false', label: 'Without proof of origin' },
        { value: 'true', label: 'With proof of origin' },
      ]
    : [];
}

/** Goods have no engine. */
export const listAspects = (kind: ImportKind): readonly Aspect[] =>
  kind === 'goods' ? aspects.filter((aspect) => aspect !== 'powertrain') : aspects;

/** The base draft with one aspect changed. */
export function toDraft(aspect: Aspect, value: string, base: Draft): Draft {
  if (aspect === 'country') return { ...base, country: value, regime: '' };
  if (aspect === 'regime') return { ...base, regime: value };
  return { ...base, values: { ...base.values, [aspect]: value } };
}

const findLabel = (aspect: Aspect, value: string, options: readonly Option[]): string =>
  aspect === 'country'
    ? formatCountry(value)
    : (options.find((one) => one.value === value)?.label ??
      factNamed(aspect)?.choices?.find((one) => one.value === value)?.label ??
      value);

type ScenarioChoices = { aspect: Aspect; values: readonly string[]; base: Draft };

/** The rule sets of all scenarios: together they define which facts to ask for. */
export function listSets(sets: readonly RuleSetWire[], { aspect, values, base }: ScenarioChoices) {
  const chosen = values.map((value) => chooseRuleSet(sets, toDraft(aspect, value, base)));
  return [...new Set(chosen)].filter((set) => set !== undefined);
}

/**
 * The base contains only facts that every scenario states: a scenario can change a fact of the base
 * but cannot remove it.
 */
export function buildComparison(
  sets: readonly RuleSetWire[],
  { aspect, values, base }: ScenarioChoices,
  toBody: (draft: Draft) => CalculationInput,
): ComparisonInput {
  const options = listOptions(aspect, sets, base);
  const compared = values.slice(0, scenariosMax);
  const bodies = compared.map((value) => toBody(toDraft(aspect, value, base)));
  const shared = Object.fromEntries(
    Object.entries(bodies[0] ?? {}).filter(([name]) => bodies.every((body) => name in body)),
  );
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(shared[name]);
  const scenarios = bodies.map((body, at) => ({
    label: findLabel(aspect, compared[at]!, options),
    changes: Object.fromEntries(Object.entries(body).filter(isChanged)),
  }));
  return { base: shared as CalculationInput, scenarios };
}

/** The values selected at first: the base's own, and the next ones in the list. */
export function startValues(aspect: Aspect, options: readonly Option[], base: Draft): string[] {
  const own = aspect === 'country' ? base.country : (base.values[aspect] ?? '');
  if (aspect === 'country') return own ? [own] : [];
  const all = options.map(({ value }) => value);
  const first = all.includes(own) ? [own] : [];
  return [...first, ...all.filter((value) => value !== own)].slice(0, scenariosMax);
}
