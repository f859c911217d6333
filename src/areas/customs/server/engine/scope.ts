// What a step can see: the consignment's facts, its line's facts, the steps before it, the rates.
import { Decimal } from '#lib/decimal.ts';
import { add, exact, type Quantity, unknown } from './quantity.ts';
import type { RuleSet } from './rule-set.ts';

export type Money = { amount: Decimal; currency: string };
export type FactValue = Decimal | string | boolean | Money;
/** By the dictionary's names. An absent name is a fact that nobody stated. */
export type Facts = Readonly<Record<string, FactValue | undefined>>;

/** `rate` is units of `to` for one unit of `from`. */
export type UsedRate = { from: string; to: string; rate: Decimal; date: string; source: string };
/** Null when there is no such rate. */
export type FindRate = (from: string, to: string) => UsedRate | null;

/** A number, or text such as a group of countries. Text that is not known is an unknown number. */
export type StepValue = Quantity | string;

export type Warning = { code: string; message: string };

/** The whole run: one consignment, or one vehicle, and the lines of its goods. */
export type Run = {
  readonly ruleSet: RuleSet;
  readonly currency: string;
  readonly facts: Facts;
  readonly items: readonly Facts[];
  readonly date: string;
  readonly findRate: FindRate;
  readonly usedRates: Map<string, UsedRate>;
  readonly warnings: Map<string, Warning>;
};

/** Where a step is evaluated: for the consignment, or for one of its lines. */
export type Scope = {
  readonly run: Run;
  readonly steps: Map<string, StepValue>;
  /** For a line's step: its facts, and its place among the lines. */
  readonly item?: Facts;
  readonly parent?: Scope;
  /** For the consignment's step: the scopes of its lines. */
  readonly lines: readonly Scope[];
};

export function findFact(scope: Scope, name: string): FactValue | undefined {
  return scope.item?.[name] ?? scope.run.facts[name] ?? defaultOf(scope.run.ruleSet, name);
}

const defaults = new WeakMap<RuleSet, ReadonlyMap<string, FactValue>>();

/** The default that a rule set gives a fact nobody stated. */
function defaultOf(ruleSet: RuleSet, name: string): FactValue | undefined {
  const known = defaults.get(ruleSet);
  if (known) return known.get(name);
  const read = ruleSet.facts.flatMap((fact): [string, FactValue][] =>
    fact.default === undefined ? [] : [[fact.name, readDefault(fact.default)]],
  );
  defaults.set(ruleSet, new Map(read));
  return defaultOf(ruleSet, name);
}

function readDefault(value: string | number | boolean): FactValue {
  const isNumber = typeof value !== 'boolean' && /^-?\d+(\.\d+)?$/.test(String(value));
  if (isNumber) return new Decimal(value);
  return typeof value === 'number' ? String(value) : value;
}

export const isMoney = (value: FactValue): value is Money =>
  typeof value === 'object' && !(value instanceof Decimal);

/** Money in the set's currency; unknown, and a warning, where the rate is missing. */
export function convert(run: Run, { amount, currency }: Money, to = run.currency): Quantity {
  if (currency === to || amount.isZero()) return exact(amount);
  const found = run.findRate(currency, to);
  if (!found) {
    const message = `There is no exchange rate from ${currency} to ${to}.`;
    run.warnings.set(`rate_missing ${currency} ${to}`, { code: 'rate_missing', message });
    return unknown([`exchange_rate ${currency}/${to}`]);
  }
  run.usedRates.set(`${currency} ${to}`, found);
  return exact(amount.times(found.rate));
}

/** A number among the facts; unknown, naming the fact, when nobody stated it. */
export function numberOf(scope: Scope, name: string): Quantity {
  const value = findFact(scope, name);
  if (value === undefined) return unknown([name]);
  if (value instanceof Decimal) return exact(value);
  if (typeof value === 'object') return convert(scope.run, value);
  if (typeof value === 'boolean') return exact(value ? 1 : 0);
  throw new RangeError(`The fact "${name}" is no number.`);
}

/** A step before this one. A line's step, seen from the consignment, is the sum over the lines. */
export function stepValueOf(scope: Scope, code: string): StepValue | undefined {
  const own = scope.steps.get(code) ?? scope.parent?.steps.get(code);
  if (own !== undefined) return own;
  const ofLines = scope.lines.map((line) => line.steps.get(code)).filter(isQuantity);
  return ofLines.length > 0 ? add(ofLines) : undefined;
}

export const isQuantity = (value: StepValue | undefined): value is Quantity =>
  typeof value === 'object';
