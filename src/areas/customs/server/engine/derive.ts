// `derive` steps: customs values, ages, power and country groups from the facts.
import { Decimal } from '#lib/decimal.ts';
import { add, exact, multiply, type Quantity, subtract, unknown, zero } from './quantity.ts';
import { findGroup } from './rules/country-groups.ts';
import type { Derivation } from './rules/rule-set.ts';
import { findFact, readNumber, type Scope, type StepValue } from './scope.ts';
import { type AgeDerivation, countAge } from './vehicle-age.ts';

/** What a price already includes, by incoterm (Incoterms 2020). */
const included: Record<string, readonly string[]> = {
  EXW: [],
  FCA: [],
  FAS: [],
  FOB: [],
  CFR: ['freight'],
  CPT: ['freight'],
  CIF: ['freight', 'insurance'],
  CIP: ['freight', 'insurance'],
  DAP: ['freight', 'insurance', 'onward_transport'],
  DPU: ['freight', 'insurance', 'onward_transport'],
};
const transport = ['freight', 'insurance'] as const;

/** Metric horsepower: 75 kgf m/s. */
export const kilowattsPerHorsepower = '0.73549875';
/** Miles per US gallon times litres per 100 km. */
const milesPerGallonTimesLitres = '235.214583';

const derivations: Record<Derivation, (scope: Scope) => StepValue> = {
  fob: (scope) => onBasis(scope, 'fob'),
  cif: (scope) => onBasis(scope, 'cif'),
  carriage: (scope) => add(transport.map((part) => transportCost(scope, part))),
  onward: (scope) => toShare(scope, 'onward_transport', readOr(scope, 'onward_transport', zero)),
  age_months: ageMonths,
  age_years: (scope) => ageInYears(scope),
  age_calendar_years: calendarYears,
  production_year: productionYear,
  power_kw: (scope) =>
    readEither(scope, 'power_kw', 'power_hp', (hp) => hp.times(kilowattsPerHorsepower)),
  power_hp: (scope) =>
    readEither(scope, 'power_hp', 'power_kw', (kw) => kw.div(kilowattsPerHorsepower)),
  mpg: (scope) =>
    readEither(scope, 'mpg', 'fuel_l_100km', (litres) =>
      new Decimal(milesPerGallonTimesLitres).div(litres),
    ),
  origin_group: (scope) => findFactGroup(scope, 'origin_country'),
  shipped_from_group: (scope) => findFactGroup(scope, 'shipped_from'),
  lines_count: ({ run }) => exact(run.items.length),
  subheading_lines_before: linesBefore,
};

export const derive = (scope: Scope, name: Derivation): StepValue => derivations[name](scope);

const sums = new WeakMap<Scope, Quantity>();

/** The price of the vehicle, of the line, or of all lines. */
function sumPrices(scope: Scope): Quantity {
  if (scope.item) return readNumber(scope, 'value');
  if (scope.run.items.length === 0) return readNumber(scope, 'price');
  // Every line needs the sum of all.
  const sum = sums.get(scope) ?? add(scope.lines.map(sumPrices));
  sums.set(scope, sum);
  return sum;
}

/**
 * The value with (cif) or without (fob) carriage. Freight and insurance of the consignment are
 * divided among its lines by value.
 */
function onBasis(scope: Scope, basis: 'fob' | 'cif'): Quantity {
  const price = sumPrices(scope);
  const inPrice = partsInPrice(scope);
  if (basis === 'cif') {
    const missing = transport.filter((part) => !inPrice.includes(part));
    const toBorder = inPrice.includes('onward_transport') ? deductOnward(scope, price) : price;
    return add([toBorder, ...missing.map((part) => toShare(scope, part, costToAdd(scope, part)))]);
  }
  return inPrice.reduce((value, part) => deductFrom(scope, value, part), price);
}

/** What a price to the door includes beyond the border. Not stated, it stays in the value. */
const deductOnward = (scope: Scope, price: Quantity): Quantity =>
  findFact(scope, 'onward_transport') === undefined
    ? price
    : deductFrom(scope, price, 'onward_transport');

/** The price and every stated cost of transport that it does not include. */
export function sumCosts(scope: Scope): Quantity {
  const incoterm = findFact(scope, 'incoterm');
  const inPrice = typeof incoterm === 'string' ? (included[incoterm] ?? []) : [];
  const parts = [...transport, 'onward_transport'].filter((part) => !inPrice.includes(part));
  return add([sumPrices(scope), ...parts.map((part) => readOr(scope, part, zero))]);
}

function deductFrom(scope: Scope, value: Quantity, part: string): Quantity {
  if (findFact(scope, part) === undefined) {
    warn(
      scope,
      'freight_not_deducted',
      'The price includes carriage whose cost is not stated: it is not taken off.',
    );
    return value;
  }
  const left = subtract(value, toShare(scope, part, readNumber(scope, part)));
  if (!left.floor.isNegative()) return left;
  warn(
    scope,
    'carriage_exceeds_price',
    'The price includes its carriage, but the carriage costs more: please check both.',
  );
  return zero;
}

/**
 * Without an incoterm the price is taken to be on the basis of the rule set, but a cost that is
 * stated is taken as not included: it is never dropped.
 */
function partsInPrice(scope: Scope): readonly string[] {
  const incoterm = findFact(scope, 'incoterm');
  if (typeof incoterm === 'string') return included[incoterm] ?? [];
  const { basis } = scope.run.ruleSet;
  const known = transport.filter((part) => findFact(scope, part) !== undefined);
  const assumed = `No delivery term is stated: the price is taken as ${basis.toUpperCase()}`;
  const added = `, and the stated ${known.join(' and ')} as not included in it`;
  warn(scope, 'incoterm_assumed', `${assumed}${known.length > 0 ? added : ''}.`);
  return basis === 'cif' ? transport.filter((part) => !known.includes(part)) : [];
}

/** The cost of transport, whether the price includes it or not. */
function transportCost(scope: Scope, part: string): Quantity {
  const incoterm = findFact(scope, 'incoterm');
  const isInPrice = typeof incoterm === 'string' && (included[incoterm] ?? []).includes(part);
  const cost = isInPrice ? readOr(scope, part, zero) : costToAdd(scope, part);
  return toShare(scope, part, cost);
}

const readOr = (scope: Scope, fact: string, otherwise: Quantity): Quantity =>
  findFact(scope, fact) === undefined ? otherwise : readNumber(scope, fact);

/** Without a stated freight the value is a minimum. Insurance is added only if it is stated. */
function costToAdd(scope: Scope, part: string): Quantity {
  if (findFact(scope, part) !== undefined) return readNumber(scope, part);
  if (part === 'insurance') return zero;
  warn(
    scope,
    'freight_missing',
    'The freight to the border belongs to the customs value and is not stated: the amounts are minimums.',
  );
  return unknown([part]);
}

function toShare(scope: Scope, part: string, cost: Quantity): Quantity {
  if (!scope.parent || scope.item?.[part] !== undefined) return cost;
  const total = sumPrices(scope.parent);
  const own = sumPrices(scope);
  if (!total.isExact || !own.isExact) return unknown([...total.missing, ...own.missing]);
  const share = total.floor.isZero()
    ? new Decimal(1).div(scope.run.items.length)
    : own.floor.div(total.floor);
  return multiply([cost, exact(share)]);
}

function ageMonths(scope: Scope): Quantity {
  const counted = readAge(scope, 'age_months');
  if (counted !== null) return exact(counted);
  if (findFact(scope, 'age_years') === undefined) return unknown(['production_date']);
  return multiply([readNumber(scope, 'age_years'), exact(12)]);
}

function ageInYears(scope: Scope): Quantity {
  const counted = readAge(scope, 'age_years');
  if (counted !== null) return exact(counted);
  const months = ageMonths(scope);
  return months.isExact ? exact(months.floor.div(12).floor()) : months;
}

function calendarYears(scope: Scope): Quantity {
  const counted = readAge(scope, 'age_calendar_years');
  return counted === null ? ageInYears(scope) : exact(counted);
}

const readAge = (scope: Scope, derivation: AgeDerivation) =>
  countAge(
    derivation,
    findFact(scope, 'production_date'),
    scope.run.agesOn,
    scope.run.ruleSet.incomplete_production_date,
  );

/** An age alone does not say in which calendar year it began. */
function productionYear(scope: Scope): Quantity {
  const produced = findFact(scope, 'production_date');
  return typeof produced === 'string'
    ? exact(Number(produced.slice(0, 4)))
    : unknown(['production_date']);
}

/** A fact, or its equivalent in another unit. */
function readEither(
  scope: Scope,
  fact: string,
  other: string,
  toFact: (value: Decimal) => Decimal,
): Quantity {
  if (findFact(scope, fact) !== undefined) return readNumber(scope, fact);
  const value = findFact(scope, other);
  if (!(value instanceof Decimal) || value.isZero()) return unknown([fact]);
  return exact(toFact(value));
}

function findFactGroup(scope: Scope, fact: string): StepValue {
  const country = findFact(scope, fact);
  return typeof country === 'string' ? findGroup(country) : unknown([fact]);
}

const subheadingDigits = 6;

/**
 * Lines before this one in the same sub-heading of the tariff: the first six digits of its code.
 * Lines with a rate of the user's own are not counted: no duty of the tariff is charged on them.
 */
function linesBefore(scope: Scope): Quantity {
  const lines = scope.parent?.lines ?? [];
  const before = lines
    .slice(0, lines.indexOf(scope))
    .filter((line) => findFact(line, 'duty_rate_percent') === undefined)
    .map((line) => isSameSubheading(scope, line));
  return before.includes(undefined)
    ? unknown(['hs_code'])
    : exact(before.filter((isSame) => isSame).length);
}

/** Undefined if a code is missing or too short to say. */
function isSameSubheading(scope: Scope, other: Scope): boolean | undefined {
  const codes = [scope, other].map((one) => String(findFact(one, 'hs_code') ?? ''));
  const length = Math.min(subheadingDigits, ...codes.map((code) => code.length));
  const [own, others] = codes.map((code) => code.slice(0, length));
  if (own !== others) return false;
  return length === subheadingDigits ? true : undefined;
}

function warn({ run }: Scope, code: string, message: string): void {
  run.warnings.set(code, { code, message });
}
