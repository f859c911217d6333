// Which rule set applies, and which of its facts to ask for.
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import type { RuleSetWire } from '../../../wire/rule-sets/rule-sets.ts';
import { holds, type Values } from './conditions.ts';

export type RuleFact = RuleSetWire['facts'][number];
/** A fact to ask for, and its alternative. */
export type QuestionFact = RuleFact & { instead?: RuleFact };

/** Either fact is enough. */
const alternatives: Readonly<Record<string, string>> = {
  production_date: 'age_years',
  power_kw: 'power_hp',
  mpg: 'fuel_l_100km',
  fuel_l_100km: 'mpg',
};

/** What a price already includes, by incoterm, if duty is charged on the CIF value. */
const includedIn: Readonly<Record<string, readonly string[]>> = {
  CFR: ['freight'],
  CPT: ['freight'],
  CIF: ['freight', 'insurance'],
  CIP: ['freight', 'insurance'],
  DAP: ['freight', 'insurance'],
  DPU: ['freight', 'insurance'],
};

export type Choice = { country: string; regime: string };

/** Like the server: by regime, and a country's own set before that of its customs union. */
export function chooseRuleSet(sets: readonly RuleSetWire[], { country, regime }: Choice) {
  const regimes = regime ? [regime, 'any'] : ['individual', 'any', 'legal_entity'];
  const rank = (set: RuleSetWire) =>
    regimes.indexOf(set.regime) * 2 + (set.jurisdiction === country ? 0 : 1);
  return sets
    .filter((set) => set.countries.includes(country) && regimes.includes(set.regime))
    .toSorted((one, other) => rank(one) - rank(other) || other.version - one.version)[0];
}

const regimeLabels: Readonly<Record<string, string>> = {
  any: 'Any importer, ordinary clearance',
  individual: 'A private person',
  legal_entity: 'A company',
  courier: 'A private person, by courier or post',
};

/** More than one only if the rules of the country differ by importer. */
export function listRegimes(sets: readonly RuleSetWire[], country: string) {
  const found = sets.filter(({ countries }) => countries.includes(country));
  return [...new Set(found.map(({ regime }) => regime))]
    .sort((one, other) => (one === 'any' ? -1 : other === 'any' ? 1 : one.localeCompare(other)))
    .map((regime) => ({
      value: regime === 'any' ? '' : regime,
      label: regimeLabels[regime] ?? regime,
    }));
}

/** The fact as the dictionary defines it, without changes by a rule set. */
export function createPlainFact(name: string): RuleFact {
  const fact = factNamed(name)!;
  return {
    name,
    of: [...fact.of],
    type: fact.type,
    unit: fact.unit ?? null,
    required: false,
    default: null,
    choices: [...(fact.choices ?? [])],
    label: fact.label,
    help: fact.help ?? null,
    when: fact.when ?? null,
  };
}

/** No rule reads them, but users recognize calculations by them. */
const vehicleNames = ['make', 'model'].map(createPlainFact);

/** Merges the facts of several sets; required if any set requires it. */
function mergeFacts(sets: readonly RuleSetWire[]): Map<string, RuleFact> {
  const merged = new Map<string, RuleFact>();
  for (const fact of sets.flatMap(({ facts }) => facts)) {
    const known = merged.get(fact.name);
    const choices = [...(known?.choices ?? []), ...fact.choices].filter(
      ({ value }, at, all) => all.findIndex((one) => one.value === value) === at,
    );
    merged.set(fact.name, {
      ...fact,
      choices,
      required: fact.required || !!known?.required,
      when: known ? mergeValues(known.when, fact.when) : fact.when,
    });
  }
  return merged;
}

const mergeValues = (one: unknown, other: unknown) =>
  one === null || other === null ? null : { any: [one, other] };

/** Adds the rule sets' defaults for facts that are not stated. */
const withDefaults = (facts: Iterable<RuleFact>, values: Values): Values => ({
  ...Object.fromEntries(
    [...facts].flatMap((fact) => (fact.default === null ? [] : [[fact.name, `${fact.default}`]])),
  ),
  ...values,
});

const isInPrice = ({ name, required }: RuleFact, { incoterm = '' }: Values): boolean =>
  !required && (includedIn[incoterm]?.includes(name) ?? false);

/** Two alternative facts become one question, under the first of them. */
function foldAlternatives(facts: readonly RuleFact[]): QuestionFact[] {
  const byName = new Map(facts.map((fact) => [fact.name, fact]));
  const folded = new Set<string>();
  return facts.flatMap((fact): QuestionFact[] => {
    if (folded.has(fact.name)) return [];
    const instead = byName.get(alternatives[fact.name] ?? '');
    if (!instead) return [fact];
    folded.add(instead.name);
    return [{ ...fact, required: fact.required || instead.required, instead }];
  });
}

/** They have fields elsewhere on the screen. */
const separateFacts = ['destination_country', 'importer'];

/**
 * The facts to ask for: those whose conditions are met, and those that the last result is missing.
 * Facts of a line (`item`) exclude those of the consignment.
 */
export function askFacts(
  sets: readonly RuleSetWire[],
  place: 'vehicle' | 'consignment' | 'item',
  values: Values,
  missing: readonly string[] = [],
): QuestionFact[] {
  const all = mergeFacts(sets);
  const known = withDefaults(all.values(), values);
  const isCif = sets.length > 0 && sets.every(({ basis }) => basis === 'cif');
  const isHere = ({ of }: RuleFact) =>
    of.includes(place) && !(place === 'item' && of.includes('consignment'));
  const facts = [...all.values()].filter(
    (fact) =>
      isHere(fact) &&
      !separateFacts.includes(fact.name) &&
      (missing.includes(fact.name) ||
        (holds(fact.when, known) === true && !(isCif && isInPrice(fact, known)))),
  );
  const folded = foldAlternatives(facts);
  return place === 'vehicle' && sets.length > 0 ? [...folded, ...vehicleNames] : folded;
}
