// The conditions under which a rule set asks for a fact, on what was typed so far.
import type { Values } from './rule-facts.ts';

type Comparison = { fact: string; op: string; value?: unknown };
type Condition =
  | Comparison
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };

/** Null: it takes a fact that nobody stated to tell. No condition always holds. */
export function holds(condition: unknown, values: Values): boolean | null {
  if (condition === null || condition === undefined) return true;
  return test(condition as Condition, values);
}

function test(condition: Condition, values: Values): boolean | null {
  if ('all' in condition) return decide(condition.all, values, false);
  if ('any' in condition) return decide(condition.any, values, true);
  if ('not' in condition) {
    const truth = test(condition.not, values);
    return truth === null ? null : !truth;
  }
  return compare(condition, values);
}

/** One part that equals `decisive` decides; otherwise one that can't be told leaves it open. */
function decide(parts: readonly Condition[], values: Values, decisive: boolean): boolean | null {
  const truths = parts.map((part) => test(part, values));
  if (truths.includes(decisive)) return decisive;
  return truths.includes(null) ? null : !decisive;
}

function compare({ fact, op, value }: Comparison, values: Values): boolean | null {
  const stated = values[fact];
  const isStated = stated !== undefined && stated !== '';
  if (op === 'present') return isStated === (value ?? true);
  if (!isStated) return null;
  const wanted = (Array.isArray(value) ? value : [value]).map(String);
  if (op === 'eq' || op === 'in') return wanted.includes(stated);
  if (op === 'ne') return !wanted.includes(stated);
  if (op === 'starts_with') return wanted.some((one) => stated.startsWith(one));
  const difference = Number(stated) - Number(wanted[0]);
  if (op === 'lt') return difference < 0;
  if (op === 'le') return difference <= 0;
  return op === 'gt' ? difference > 0 : difference >= 0;
}
