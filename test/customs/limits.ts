// Every limit that a rule set names, and the facts of an import that lies at it or beside it.
import type { ImportFacts } from '#areas/customs/server/engine/checks/examples.ts';
import type { Comparison, Condition } from '#areas/customs/server/engine/rules/rule-expressions.ts';
import type { RuleSet, Step } from '#areas/customs/server/engine/rules/rule-set.ts';
import { factNamed } from '#areas/customs/wire/facts/facts.constants.ts';
import { Decimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';

/** Limits a fact, or a step if the name begins with `step:`. */
export type Limit = { of: string; at: string; currency: string | null };
/** An import at a limit or beside it. */
export type Beside = { what: string; facts: ImportFacts; date: string };

function comparisonsIn(condition: Condition): Comparison[] {
  if ('not' in condition) return comparisonsIn(condition.not);
  if ('all' in condition) return condition.all.flatMap(comparisonsIn);
  return 'any' in condition ? condition.any.flatMap(comparisonsIn) : [condition];
}

function listLimits(steps: readonly Step[], { tables }: RuleSet): Limit[] {
  const inConditions = steps
    .flatMap(({ when }) => (when ? comparisonsIn(when) : []))
    .filter(({ op }) => ['lt', 'le', 'gt', 'ge'].includes(op))
    .map(({ fact, ref, value, currency }) => ({
      of: fact ?? ref ?? '',
      at: String(value),
      currency: currency ?? null,
    }));
  const inTables = Object.values(tables).flatMap(({ keys, rows }) =>
    Object.entries(keys)
      .filter(([, { match }]) => match === 'upto')
      .flatMap(([column, { fact, ref, currency }]) =>
        rows
          .filter((row) => typeof row[column] === 'string')
          .map((row) => ({
            of: fact ?? ref ?? '',
            at: String(row[column]),
            currency: currency ?? null,
          })),
      ),
  );
  const all = [...inConditions, ...inTables];
  return [...new Map(all.map((limit) => [JSON.stringify(limit), limit])).values()];
}

/** How a fact is counted: the smallest difference that people state. */
const whole = ['engine_capacity_cc', 'power_hp', 'gross_weight_kg', 'co2_g_km', 'net_weight_kg'];
const powers = ['power_kw', 'power_hp', 'power_30min_kw'];

type Driven = { of: string; states: (value: Decimal) => ImportFacts; step: string; times: string };

/** The price alone is then the customs value, in every country. */
function statePrice(facts: ImportFacts, currency: string, amount: Decimal): ImportFacts {
  const { incoterm: _, freight: __, insurance: ___, ...others } = facts;
  const [item] = (facts.items ?? []) as ImportFacts[];
  if (!item) return { ...others, price: { amount: amount.toFixed(), currency } };
  const { unit_price: ____, ...line } = item;
  return { ...others, currency, items: [{ ...line, value: amount.toFixed() }] };
}

function stateFact(facts: ImportFacts, name: string, value: string): ImportFacts {
  const items = (facts.items ?? []) as ImportFacts[];
  if (!factNamed(name)?.of.includes('item') || items.length === 0)
    return { ...facts, [name]: value };
  return { ...facts, items: [{ ...items[0], [name]: value }] };
}

function statePower(facts: ImportFacts, name: string, value: string): ImportFacts {
  const { power_kw: _, power_hp: __, ...others } = facts;
  return name === 'power_30min_kw' ? { ...facts, [name]: value } : { ...others, [name]: value };
}

function stateAge(facts: ImportFacts, date: string, months: number): ImportFacts {
  const { age_years: _, ...others } = facts;
  const [year, month] = date.split('-').map(Number) as [number, number];
  const produced = year * 12 + month - 1 - Math.round(months);
  const text = `${Math.floor(produced / 12)}-${String((produced % 12) + 1).padStart(2, '0')}`;
  return { ...others, production_date: text };
}

/** The step that a step merely repeats, by its derivation; null if it is worked out otherwise. */
function readDerivation(steps: readonly Step[], code: string): string | null {
  const step = steps.find((one) => one.code === code);
  if (step?.op === 'derive') return step.from;
  if (step?.op !== 'base' && step?.op !== 'sum') return null;
  const [only, ...others] = step.add;
  const isCopy = others.length === 0 && !step.sub && typeof only === 'string';
  return isCopy && only.startsWith('step:') ? readDerivation(steps, only.slice(5)) : null;
}

type Import = { facts: ImportFacts; date: string; currency: string };

/** The ways to bring an import to the limit; none for what is worked out from several facts. */
function drive(limit: Limit, steps: readonly Step[], { facts, date, currency }: Import): Driven[] {
  const way = (of: string, step: string, states: Driven['states'], times = '1') => [
    { of, step, states, times },
  ];
  if (!limit.of.startsWith('step:')) {
    const step = whole.includes(limit.of) ? '1' : '0.01';
    return way(limit.of, step, (value) => stateFact(facts, limit.of, value.toFixed()));
  }
  const code = limit.of.slice(5);
  const derivation = readDerivation(steps, code);
  if (derivation === 'cif' || derivation === 'fob') {
    const limitCurrency = limit.currency ?? currency;
    return way(code, '0.01', (value) => statePrice(facts, limitCurrency, value));
  }
  if (derivation === 'age_months' || derivation === 'age_years') {
    const times = derivation === 'age_years' ? '12' : '1';
    return way(code, '1', (value) => stateAge(facts, date, value.toNumber()), times);
  }
  if (derivation === 'mpg')
    return way(code, '0.01', (value) => stateFact(facts, 'mpg', value.toFixed()));
  if (!['POWER', 'HP', 'ENGINE_POWER'].includes(code)) return [];
  const hasMotor = facts.power_30min_kw !== undefined;
  return powers
    .filter((name) => hasMotor || name !== 'power_30min_kw')
    .flatMap((name) =>
      way(name, whole.includes(name) ? '1' : '0.01', (value) =>
        statePower(facts, name, value.toFixed()),
      ),
    );
}

const shift = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The days on which steps begin and end, and those beside them, while the set is in force. */
function listDays(steps: readonly Step[], ruleSet: RuleSet): string[] {
  const edges = steps.flatMap(({ valid_from: from, valid_to: to }) => [from, to]);
  const { effective_from: first, effective_to: last } = ruleSet;
  return [...new Set([...edges, first, last])]
    .filter((day) => typeof day === 'string')
    .flatMap((day) => [shift(day, -1), day, shift(day, 1)])
    .filter((day) => first <= day && (last === null || day <= last));
}

export function* listBeside(
  ruleSet: RuleSet,
  steps: readonly Step[],
  example: Import,
): Generator<Beside> {
  const { facts, date } = example;
  for (const day of listDays(steps, ruleSet)) yield { what: `on ${day}`, facts, date: day };
  for (const limit of listLimits(steps, ruleSet))
    for (const { of, step, states, times } of drive(limit, steps, example))
      for (const side of [-1, 0, 1]) {
        const value = new Decimal(limit.at).times(times).plus(new Decimal(step).times(side));
        if (value.lte(0)) continue;
        yield { what: `${of} ${value} ${limit.currency ?? ''}`, facts: states(value), date };
      }
}
