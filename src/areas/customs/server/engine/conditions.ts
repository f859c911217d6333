// Three-valued conditions: one on a fact that is not stated is neither true nor false.
import { Decimal } from '#lib/decimal.ts';
import { exact, type Quantity } from './quantity.ts';
import type { Comparison, Condition } from './rules/rule-expressions.ts';
import { convert, findFact, isMoney, readStepValue, type Scope } from './scope.ts';

/** `null` if it depends on the facts in `missing`. */
export type Truth = { holds: boolean | null; missing: readonly string[] };

const yes: Truth = { holds: true, missing: [] };
const no: Truth = { holds: false, missing: [] };
const truth = (holds: boolean): Truth => (holds ? yes : no);
const undecided = (missing: readonly string[]): Truth => ({ holds: null, missing });

export function test(scope: Scope, condition: Condition | undefined): Truth {
  if (!condition) return yes;
  if ('all' in condition) return decide(scope, condition.all, false);
  if ('any' in condition) return decide(scope, condition.any, true);
  if ('not' in condition) {
    const { holds, missing } = test(scope, condition.not);
    return holds === null ? undecided(missing) : truth(!holds);
  }
  return compare(scope, condition);
}

/** One part that equals `decisive` decides; otherwise an undecided part leaves it open. */
function decide(scope: Scope, parts: readonly Condition[], decisive: boolean): Truth {
  const missing: string[] = [];
  let isOpen = false;
  for (const part of parts) {
    const one = test(scope, part);
    if (one.holds === decisive) return truth(decisive);
    if (one.holds === null) {
      isOpen = true;
      missing.push(...one.missing);
    }
  }
  return isOpen ? undecided([...new Set(missing)]) : truth(!decisive);
}

function compare(scope: Scope, comparison: Comparison): Truth {
  const { fact, ref, op, value } = comparison;
  const compared =
    fact === undefined
      ? readComparedStep(scope, ref ?? '')
      : readComparedFact(scope, fact, comparison);
  if (op === 'present') return truth((compared !== undefined) === (value ?? true));
  if (compared === undefined) return undecided(fact === undefined ? [] : [fact]);
  if (typeof compared === 'object') return compareNumbers(scope, compared, comparison);
  const values = (Array.isArray(value) ? value : [value]).map(String);
  const text = String(compared);
  if (op === 'starts_with') return startsWith(fact, text, values);
  const isAmong = values.includes(text);
  return truth(op === 'ne' ? !isAmong : isAmong);
}

/** A code that is shorter than one that begins with it may or may not be meant. */
function startsWith(fact: string | undefined, text: string, prefixes: readonly string[]): Truth {
  if (prefixes.some((one) => text.startsWith(one))) return yes;
  const mayStart = fact !== undefined && prefixes.some((one) => one.startsWith(text));
  return mayStart ? undecided([fact]) : no;
}

/** Money in the currency of the rule set; in that of the limit only if it is stated in it. */
function readComparedFact(scope: Scope, name: string, { currency }: Comparison) {
  const value = findFact(scope, name);
  if (value === undefined || typeof value === 'string' || typeof value === 'boolean') return value;
  if (!isMoney(value)) return exact(value);
  return value.currency === currency ? exact(value.amount) : convert(scope.run, value);
}

function readComparedStep(scope: Scope, reference: string) {
  return readStepValue(scope, reference.replace(/^step:/, '')) ?? exact(0);
}

function compareNumbers(scope: Scope, compared: Quantity, comparison: Comparison): Truth {
  const { op, value } = comparison;
  const { floor, isExact, missing } = compared;
  if (!isExact && !ordering.has(op)) return undecided(missing);
  const values = (Array.isArray(value) ? value : [value]).map(String);
  // A step that does not apply is zero, not text.
  if (!values.every((one) => isNumber.test(one))) return truth(op === 'ne');
  const limits = values.map((one) => convertLimit(scope, new Decimal(one), comparison));
  if (limits.some((limit) => !limit.isExact))
    return undecided(limits.flatMap((one) => one.missing));
  const bounds = limits.map((limit) => limit.floor);
  if (isExact) return truth(holdsExactly(op, floor, bounds));
  return holdsFrom(op, floor, bounds[0]!) ?? undecided(missing);
}

const ordering = new Set<Comparison['op']>(['lt', 'le', 'gt', 'ge']);
const isNumber = /^-?\d+(\.\d+)?$/;

/** The limit is brought to the value: an inverse rate would move the value over the limit. */
function convertLimit(scope: Scope, amount: Decimal, { currency, fact }: Comparison): Quantity {
  const factValue = fact === undefined ? undefined : findFact(scope, fact);
  const isSame =
    typeof factValue === 'object' && 'currency' in factValue && factValue.currency === currency;
  return currency === undefined || isSame
    ? exact(amount)
    : convert(scope.run, { amount, currency });
}

/** What follows from a value being at least `floor`. */
function holdsFrom(op: Comparison['op'], floor: Decimal, limit: Decimal): Truth | null {
  if (op === 'gt' && floor.gt(limit)) return yes;
  if (op === 'ge' && floor.gte(limit)) return yes;
  if (op === 'lt' && floor.gte(limit)) return no;
  if (op === 'le' && floor.gt(limit)) return no;
  return null;
}

function holdsExactly(op: Comparison['op'], value: Decimal, limits: readonly Decimal[]): boolean {
  const limit = limits[0]!;
  if (op === 'lt') return value.lt(limit);
  if (op === 'le') return value.lte(limit);
  if (op === 'gt') return value.gt(limit);
  if (op === 'ge') return value.gte(limit);
  const isAmong = limits.some((one) => value.eq(one));
  return op === 'ne' ? !isAmong : isAmong;
}
