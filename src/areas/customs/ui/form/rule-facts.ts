// Which rule set holds, and which of its facts are worth asking for.
import { factNamed } from '../../facts.ts';
import type { RuleSetWire } from '../../rule-set-contract.ts';
import { holds } from './conditions.ts';

export type RuleFact = RuleSetWire['facts'][number];
/** What was typed, by the fact's name; money has its currency beside it: `price_currency`. */
export type Values = Readonly<Record<string, string>>;

/** A fact to ask for, and the one that may be stated in its place. */
export type AskedFact = RuleFact & { instead?: RuleFact };

/** One of these stands for the other. */
const alternatives: Readonly<Record<string, string>> = {
  production_date: 'age_years',
  power_kw: 'power_hp',
  mpg: 'fuel_l_100km',
  fuel_l_100km: 'mpg',
};

/** What a price holds already, by delivery term, where duty is charged on the CIF value. */
const includedIn: Readonly<Record<string, readonly string[]>> = {
  CFR: ['freight'],
  CIF: ['freight', 'insurance'],
  DAP: ['freight', 'insurance'],
};

export type Choice = { country: string; regime: string };

/** As the server chooses: the regime asked for, a country's own set before its bloc's. */
export function chooseRuleSet(sets: readonly RuleSetWire[], { country, regime }: Choice) {
  const wanted = regime ? [regime, 'any'] : ['individual', 'any', 'legal_entity'];
  const rank = (set: RuleSetWire) =>
    wanted.indexOf(set.regime) * 2 + (set.jurisdiction === country ? 0 : 1);
  return sets
    .filter((set) => set.countries.includes(country) && wanted.includes(set.regime))
    .toSorted((one, other) => rank(one) - rank(other) || other.version - one.version)[0];
}

const regimeWords: Readonly<Record<string, string>> = {
  any: 'Any importer, ordinary clearance',
  individual: 'A private person',
  legal_entity: 'A company',
  courier: 'A private person, by courier or post',
};

/** Only a country whose rules differ by importer has more than one. */
export function regimesOf(sets: readonly RuleSetWire[], country: string) {
  const found = sets.filter(({ countries }) => countries.includes(country));
  return [...new Set(found.map(({ regime }) => regime))]
    .sort((one, other) => (one === 'any' ? -1 : other === 'any' ? 1 : one.localeCompare(other)))
    .map((regime) => ({
      value: regime === 'any' ? '' : regime,
      label: regimeWords[regime] ?? regime,
    }));
}

/** As a rule set asks for it that says nothing of its own about it. */
export function plainFactOf(name: string): RuleFact {
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

/** Names no rule reads, but people know a calculation by. */
const namesOfVehicle = ['make', 'model'].map(plainFactOf);

/** The facts of several sets as one list: needed if one of them needs it. */
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
      when: known ? eitherOf(known.when, fact.when) : fact.when,
    });
  }
  return merged;
}

const eitherOf = (one: unknown, other: unknown) =>
  one === null || other === null ? null : { any: [one, other] };

/** With the rule sets' defaults for what was not stated. */
const withDefaults = (facts: Iterable<RuleFact>, values: Values): Values => ({
  ...Object.fromEntries(
    [...facts].flatMap((fact) => (fact.default === null ? [] : [[fact.name, `${fact.default}`]])),
  ),
  ...values,
});

const isInPrice = ({ name, required }: RuleFact, { incoterm = '' }: Values): boolean =>
  !required && (includedIn[incoterm]?.includes(name) ?? false);

/** Two facts that stand for each other become one question, under the first of them. */
function foldAlternatives(facts: readonly RuleFact[]): AskedFact[] {
  const byName = new Map(facts.map((fact) => [fact.name, fact]));
  const folded = new Set<string>();
  return facts.flatMap((fact): AskedFact[] => {
    if (folded.has(fact.name)) return [];
    const instead = byName.get(alternatives[fact.name] ?? '');
    if (!instead) return [fact];
    folded.add(instead.name);
    return [{ ...fact, required: fact.required || instead.required, instead }];
  });
}

/** Asked for elsewhere on the screen. */
const askedApart = ['destination_country', 'importer'];

/**
 * What to ask for: of these rule sets, whose conditions hold, and what an answer said is missing.
 * `place` is where a fact is stated; a line's facts come without those of the consignment.
 */
export function askFacts(
  sets: readonly RuleSetWire[],
  place: 'vehicle' | 'consignment' | 'item',
  values: Values,
  missing: readonly string[] = [],
): AskedFact[] {
  const all = mergeFacts(sets);
  const known = withDefaults(all.values(), values);
  const isCif = sets.length > 0 && sets.every(({ basis }) => basis === 'cif');
  const isHere = ({ of }: RuleFact) =>
    of.includes(place) && !(place === 'item' && of.includes('consignment'));
  const facts = [...all.values()].filter(
    (fact) =>
      isHere(fact) &&
      !askedApart.includes(fact.name) &&
      (missing.includes(fact.name) ||
        (holds(fact.when, known) === true && !(isCif && isInPrice(fact, known)))),
  );
  const asked = foldAlternatives(facts);
  return place === 'vehicle' && sets.length > 0 ? [...asked, ...namesOfVehicle] : asked;
}
