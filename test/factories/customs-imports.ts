// Imports that nobody thought of: facts of a rule set, any of them missing, as the wire states
// them.
import fc from 'fast-check';
import type { RuleSet } from '#areas/customs/server/engine/rules/rule-set.ts';
import type { FindRate } from '#areas/customs/server/engine/scope.ts';
import { factNamed } from '#areas/customs/wire/facts/facts.constants.ts';
import { Decimal } from '#lib/decimal.ts';

export type ImportFacts = Record<string, unknown>;

const perEuro: Record<string, string> = { EUR: '1', USD: '1.0812', JPY: '164.3', RUB: '95.5' };

/** A constant rate for every pair of currencies. */
export const constantRate: FindRate = (from, to) => {
  const rate = new Decimal(perEuro[to] ?? '7.31').div(perEuro[from] ?? '7.31');
  return { from, to, rate, date: '2026-11-20', source: 'test' };
};

const cents = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((n) => `${n / 100}`);
const countries = fc.constantFrom('US', 'DE', 'CN', 'JP', 'KR', 'GB', 'MX', 'RU', 'VN', 'TR', 'IN');
const codes = [
  '61091000',
  '62034231',
  '64041990',
  '85171300',
  '87032319',
  '87083050',
  '30049092',
  '22042100',
  '9102',
  '12',
];

/** What facts without a bound may be at most here: the limits of the rules lie well within. */
const most: Readonly<Record<string, number>> = {
  gross_weight_kg: 6000,
  mpg: 60,
  battery_kwh: 150,
};

function listValues(name: string, choices: readonly string[], currency: string) {
  const { type } = factNamed(name)!;
  if (name === 'hs_code') return fc.constantFrom(...codes);
  if (type === 'money')
    return fc.record({ amount: cents(200_000), currency: fc.constantFrom('EUR', 'JPY', currency) });
  if (type === 'boolean') return fc.boolean();
  if (type === 'choice') return fc.constantFrom(...choices);
  if (type === 'country') return countries;
  if (type === 'integer') return fc.integer({ min: 0, max: 7000 }).map(String);
  if (type === 'month')
    return fc
      .tuple(fc.integer({ min: 1985, max: 2026 }), fc.integer({ min: 1, max: 11 }))
      .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`);
  return type === 'decimal'
    ? cents(factNamed(name)!.max ?? most[name] ?? 500)
    : fc.constant('words');
}

/** Alternatives to other facts, which are enough. */
const alternativeFacts = ['age_years', 'power_hp', 'fuel_l_100km'];

function listFacts({ facts, currency }: RuleSet, place: 'vehicle' | 'consignment' | 'item') {
  const used = facts.filter(
    ({ name }) => factNamed(name)!.of.includes(place) && !alternativeFacts.includes(name),
  );
  return Object.fromEntries(
    used.map(({ name, choices }) => {
      const all = factNamed(name)!.choices?.map(({ value }) => value) ?? [];
      return [name, listValues(name, choices ?? all, currency)];
    }),
  );
}

const arbitraryFacts = (
  shape: Record<string, fc.Arbitrary<unknown>>,
  always: readonly string[] = [],
) =>
  fc.record(shape, {
    requiredKeys: always.filter((name) => name in shape),
  }) as fc.Arbitrary<ImportFacts>;

/** Imports that a rule set covers. With `isComplete` all facts that it uses are present. */
export function arbitraryImport(
  ruleSet: RuleSet,
  { isComplete = false } = {},
): fc.Arbitrary<ImportFacts> {
  const destination_country = ruleSet.countries?.[0] ?? ruleSet.jurisdiction;
  const shapeAll = (shape: Record<string, fc.Arbitrary<unknown>>, always: readonly string[]) =>
    arbitraryFacts(shape, isComplete ? Object.keys(shape) : always);
  if (ruleSet.kind === 'vehicle')
    return shapeAll(listFacts(ruleSet, 'vehicle'), ['price']).map((facts) => ({
      ...facts,
      destination_country,
    }));
  const item = shapeAll(
    { ...listFacts(ruleSet, 'item'), quantity: cents(300), value: cents(9000) },
    ['quantity', 'value'],
  );
  const items = fc.array(item, { minLength: 1, maxLength: 4 });
  return fc
    .tuple(shapeAll(listFacts(ruleSet, 'consignment'), []), items)
    .map(([facts, lines]) => ({ ...facts, destination_country, currency: 'USD', items: lines }));
}
