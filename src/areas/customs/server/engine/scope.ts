// What a step can read: facts of the consignment and of its line, earlier steps, exchange rates.
import { Decimal } from '#lib/decimal.ts';
import { add, exact, type Quantity, unknown } from './quantity.ts';
import type { RuleSet } from './rules/rule-set.ts';

export type Money = { amount: Decimal; currency: string };
export type FactValue = Decimal | string | boolean | Money;
/** By their names in the dictionary. An absent name is a fact that is not stated. */
export type Facts = Readonly<Record<string, FactValue | undefined>>;

/** `rate` is units of `to` for one unit of `from`. */
export type UsedRate = { from: string; to: string; rate: Decimal; date: string; source: string };
/** Null if there is no such rate. */
export type FindRate = (from: string, to: string) => UsedRate | null;

/** A number, or text such as a country group. Unknown text is an unknown number. */
export type StepValue = Quantity | string;

export type Warning = { code: string; message: string };

/** One evaluation, of a vehicle or of a consignment of goods. */
export type Run = {
  readonly ruleSet: RuleSet;
  readonly currency: string;
  readonly facts: Facts;
  readonly items: readonly Facts[];
  /** The day that ages are counted to. */
  readonly agesOn: string;
  /** Nobody reads the formulas. */
  readonly totalOnly: boolean;
  readonly findRate: FindRate;
  readonly usedRates: Map<string, UsedRate>;
  readonly warnings: Map<string, Warning>;
};

/** A step is evaluated for the consignment or for one of its lines. */
export type Scope = {
  readonly run: Run;
  readonly steps: Map<string, StepValue>;
  /** For a step of a line: its facts. */
  readonly item?: Facts;
  readonly parent?: Scope;
  /** For a step of the consignment: the scopes of its lines. */
  readonly lines: readonly Scope[];
};

export function findFact(scope: Scope, name: string): FactValue | undefined {
  return scope.item?.[name] ?? scope.run.facts[name] ?? findDefault(scope.run.ruleSet, name);
}

const defaults = new WeakMap<RuleSet, ReadonlyMap<string, FactValue>>();

/** The rule set's default for a fact that is not stated. */
function findDefault(ruleSet: RuleSet, name: string): FactValue | undefined {
  const known = defaults.get(ruleSet);
  if (known) return known.get(name);
  const read = ruleSet.facts.flatMap((fact): [string, FactValue][] =>
    fact.default === undefined ? [] : [[fact.name, readDefault(fact.default)]],
  );
  defaults.set(ruleSet, new Map(read));
  return findDefault(ruleSet, name);
}

function readDefault(value: string | number | boolean): FactValue {
  const isNumber = typeof value !== 'boolean' && /^-?\d+(\.\d+)?$/.test(String(value));
  if (isNumber) return new Decimal(value);
  return typeof value === 'number' ? String(value) : value;
}

export const isMoney = (value: FactValue): value is Money =>
  typeof value === 'object' && !(value instanceof Decimal);

/** Money in the set's currency; unknown, with a warning, if there is no rate. */
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

/** A fact as a number; unknown, naming the fact, if it is not stated. */
export function readNumber(scope: Scope, name: string): Quantity {
  const value = findFact(scope, name);
  if (value === undefined) return unknown([name]);
  if (value instanceof Decimal) return exact(value);
  if (typeof value === 'object') return convert(scope.run, value);
  if (typeof value === 'boolean') return exact(value ? 1 : 0);
  throw new RangeError(`The fact "${name}" is not a number.`);
}

/** An earlier step. For the consignment, the step of a line is the sum over all lines. */
export function readStepValue(scope: Scope, code: string): StepValue | undefined {
  const own = scope.steps.get(code) ?? scope.parent?.steps.get(code);
  if (own !== undefined) return own;
  const lineValues = scope.lines.map((line) => line.steps.get(code)).filter(isQuantity);
  return lineValues.length > 0 ? add(lineValues) : undefined;
}

export const isQuantity = (value: StepValue | undefined): value is Quantity =>
  typeof value === 'object';
