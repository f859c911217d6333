// What is set side by side: one base, changed in one respect for each scenario.
import type { FactKind } from '../../facts.ts';
import { factNamed } from '../../facts.ts';
import type { RuleSetWire } from '../../rule-set-contract.ts';
import { countryOptions } from '../countries.ts';
import { sayCountry } from '../customs-words.ts';
import type { Draft } from '../form/draft.ts';
import { chooseRuleSet, type RuleFact, regimesOf } from '../form/rule-facts.ts';
import type { Body, Scenario } from '../queries.ts';

/** As many as the call takes. */
export const scenariosMax = 5;

export const aspects = ['country', 'regime', 'powertrain', 'origin_proof'] as const;
export type Aspect = (typeof aspects)[number];

export const aspectWords: Record<Aspect, string> = {
  country: 'Destinations',
  regime: 'Person or company',
  powertrain: 'Powertrains',
  origin_proof: 'With or without proof of origin',
};

export type Option = { value: string; label: string };

const asks = (set: RuleSetWire | undefined, name: string): RuleFact | undefined =>
  set?.facts.find((fact) => fact.name === name);

/** What an aspect can be set to, for the base's destination. */
export function optionsOf(aspect: Aspect, sets: readonly RuleSetWire[], base: Draft): Option[] {
  const chosen = chooseRuleSet(sets, base);
  if (aspect === 'country') return countryOptions(sets.flatMap(({ countries }) => countries));
  if (aspect === 'regime') return regimesOf(sets, base.country);
  if (aspect === 'powertrain') return asks(chosen, 'powertrain')?.choices ?? [];
  const isAsked = asks(chosen, 'origin_proof') !== undefined;
  return isAsked
    ? [
        { value: 'false', label: 'Without proof of origin' },
        { value: 'true', label: 'With proof of origin' },
      ]
    : [];
}

/** Goods have no engine. */
export const aspectsOf = (kind: FactKind): readonly Aspect[] =>
  kind === 'goods' ? aspects.filter((aspect) => aspect !== 'powertrain') : aspects;

/** The base with one thing changed, as the form has it. */
export function draftOf(aspect: Aspect, value: string, base: Draft): Draft {
  if (aspect === 'country') return { ...base, country: value, regime: '' };
  if (aspect === 'regime') return { ...base, regime: value };
  return { ...base, values: { ...base.values, [aspect]: value } };
}

const labelOf = (aspect: Aspect, value: string, options: readonly Option[]): string =>
  aspect === 'country'
    ? sayCountry(value)
    : (options.find((one) => one.value === value)?.label ??
      factNamed(aspect)?.choices?.find((one) => one.value === value)?.label ??
      value);

type Compared = { aspect: Aspect; values: readonly string[]; base: Draft };

/** The rule sets that the scenarios are calculated by: together they say what to ask. */
export function setsOf(sets: readonly RuleSetWire[], { aspect, values, base }: Compared) {
  const chosen = values.map((value) => chooseRuleSet(sets, draftOf(aspect, value, base)));
  return [...new Set(chosen)].filter((set) => set !== undefined);
}

/**
 * `bodyOf` writes a draft for the wire. The base has what every scenario states, because a scenario
 * can change what the base says and can't take it away.
 */
export function buildComparison(
  sets: readonly RuleSetWire[],
  { aspect, values, base }: Compared,
  bodyOf: (draft: Draft) => Body,
): { base: Body; scenarios: Scenario[] } {
  const options = optionsOf(aspect, sets, base);
  const compared = values.slice(0, scenariosMax);
  const bodies = compared.map((value) => bodyOf(draftOf(aspect, value, base)));
  const shared = Object.fromEntries(
    Object.entries(bodies[0] ?? {}).filter(([name]) => bodies.every((body) => name in body)),
  );
  const isChanged = ([name, stated]: [string, unknown]) =>
    JSON.stringify(stated) !== JSON.stringify(shared[name]);
  const scenarios = bodies.map((body, at) => ({
    label: labelOf(aspect, compared[at]!, options),
    changes: Object.fromEntries(Object.entries(body).filter(isChanged)),
  }));
  return { base: shared, scenarios };
}

/** What to begin with: the base's own, and its neighbours on the list. */
export function startValues(aspect: Aspect, options: readonly Option[], base: Draft): string[] {
  const own = aspect === 'country' ? base.country : (base.values[aspect] ?? '');
  if (aspect === 'country') return own ? [own] : [];
  const all = options.map(({ value }) => value);
  const first = all.includes(own) ? [own] : [];
  return [...first, ...all.filter((value) => value !== own)].slice(0, scenariosMax);
}
