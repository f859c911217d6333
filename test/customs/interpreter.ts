// Decides by itself which step of a rule set charges what, and which row of a table holds. Knows
// less than the engine: what depends on something missing is `null`, and is not compared.
import type { Comparison, Condition } from '#areas/customs/server/engine/rules/rule-expressions.ts';
import type { RuleSet, Step, Table } from '#areas/customs/server/engine/rules/rule-set.ts';
import type { Facts, FindRate } from '#areas/customs/server/engine/scope.ts';
import { Decimal } from '#lib/decimal.ts';

type Value = Decimal | string | boolean;

/** What a step of the consignment, or of its only line, can read. */
export type World = {
  ruleSet: RuleSet;
  facts: Facts;
  /** Undefined if there is none, null if it is not known. */
  step: (code: string) => Value | null | undefined;
  currency: string;
  findRate: FindRate;
};

type Truth = boolean | null;

export function holds(condition: Condition | undefined, world: World): Truth {
  if (!condition) return true;
  if ('not' in condition) {
    const inner = holds(condition.not, world);
    return inner === null ? null : !inner;
  }
  if ('all' in condition) return every(condition.all.map((one) => holds(one, world)));
  if ('any' in condition) {
    const none = every(condition.any.map((one) => holds({ not: one }, world)));
    return none === null ? null : !none;
  }
  return compare(condition, world);
}

function every(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

function readDefault({ ruleSet }: World, name: string): Value | undefined {
  const value = ruleSet.facts.find((fact) => fact.name === name)?.default;
  if (typeof value === 'number') return new Decimal(value);
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? new Decimal(value) : value;
}

/** Units of the second currency for one of the first. */
function readRate({ findRate }: World, from: string, to: string): Decimal {
  return from === to ? new Decimal(1) : (findRate(from, to)?.rate ?? new Decimal(NaN));
}

function readFact(world: World, name: string): Value | undefined {
  const value = world.facts[name] ?? readDefault(world, name);
  if (typeof value !== 'object' || value instanceof Decimal) return value;
  return value.amount.times(readRate(world, value.currency, world.currency));
}

const toName = (reference = '') => reference.replace('step:', '');

function valueFor(world: World, { fact, ref }: { fact?: string; ref?: string }) {
  return fact === undefined ? world.step(toName(ref)) : readFact(world, fact);
}

const orders: Record<string, (value: Decimal, limit: Decimal) => boolean> = {
  lt: (value, limit) => value.lt(limit),
  le: (value, limit) => !value.gt(limit),
  gt: (value, limit) => value.gt(limit),
  ge: (value, limit) => !value.lt(limit),
};

function compare(comparison: Comparison, world: World): Truth {
  const { op, fact, value: against = true } = comparison;
  const found = valueFor(world, comparison);
  if (op === 'present') return found === null ? null : (found !== undefined) === against;
  // A step that does not apply is zero, a fact that is missing is not.
  const value = found ?? (found === undefined && fact === undefined ? new Decimal(0) : null);
  if (value === null) return null;
  const among = [against].flat().map(String);
  if (op === 'starts_with') return startsWith(String(value), among);
  const order = orders[op];
  if (order) return value instanceof Decimal ? order(value, readLimit(world, comparison)) : null;
  const isAmong = among.some((one) => isSame(value, one));
  return op === 'ne' ? !isAmong : isAmong;
}

function isSame(value: Value, text: string): boolean {
  if (!(value instanceof Decimal)) return String(value) === text;
  return /^-?[\d.]+$/.test(text) && value.eq(text);
}

function startsWith(code: string, beginnings: readonly string[]): Truth {
  if (beginnings.some((one) => code.startsWith(one))) return true;
  return beginnings.some((one) => one.startsWith(code)) ? null : false;
}

const readLimit = (world: World, { value, currency }: Comparison): Decimal =>
  new Decimal(String(value)).times(currency ? readRate(world, currency, world.currency) : 1);

/** The row of a table; undefined if none matches, null if it depends on something missing. */
export function findRow(table: Table, world: World): number | null | undefined {
  for (const [index, row] of table.rows.entries()) {
    const truth = every(
      Object.entries(table.keys).map(([column, key]): Truth => {
        const cell = row[column];
        if (cell === undefined || cell === null) return true;
        const value = valueFor(world, withoutUndefined(key)) ?? null;
        if (value === null) return null;
        const cells = [cell].flat().map(String);
        if (key.match !== 'upto') return cells.some((one) => isSame(value, one));
        const bound = { op: 'le', value: cells[0]!, ...withoutUndefined(key) } as const;
        return value instanceof Decimal ? value.lte(readLimit(world, bound)) : null;
      }),
    );
    if (truth === null) return null;
    if (truth) return index;
  }
  return undefined;
}

type Key = { fact?: string; ref?: string; currency?: string };
const withoutUndefined = ({
  fact,
  ref,
  currency,
}: { [Name in keyof Key]: Key[Name] | undefined }) => ({
  ...(fact !== undefined && { fact }),
  ...(ref !== undefined && { ref }),
  ...(currency !== undefined && { currency }),
});

const isOn = ({ valid_from: from, valid_to: to }: Step, date: string): boolean =>
  !(from && date < from) && !(to && date > to);

/**
 * The index of the step that charges the code, or of the exemption that makes it zero; undefined if
 * none does, null if it cannot be said.
 */
export function stepFor(
  code: string,
  steps: readonly Step[],
  worlds: { line: World; consignment: World },
  date: string,
): number | null | undefined {
  const chooseWorld = ({ per }: Step) => (per === 'line' ? worlds.line : worlds.consignment);
  const exemptions: number[] = [];
  for (const [index, step] of steps.entries()) {
    const isExemption = step.op === 'exempt' && step.codes.includes(code);
    const isCharge = step.code === code && 'label' in step;
    if ((!isExemption && !isCharge) || !isOn(step, date)) continue;
    const truth = holds(step.when, chooseWorld(step));
    if (truth === null) return null;
    if (!truth) continue;
    if (isCharge) return exemptionFirst(exemptions, steps) ?? index;
    exemptions.push(index);
  }
  return undefined;
}

/** That of the consignment precedes that of the line; of several the first. */
const exemptionFirst = (exemptions: readonly number[], steps: readonly Step[]) =>
  exemptions.find((index) => steps[index]!.per !== 'line') ?? exemptions[0];
