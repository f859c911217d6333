// Evaluates the conditions under which a rule set asks for a fact, on what the user has typed.

/** Typed text by name of the fact; the currency of money is under `price_currency`. */
export type Values = Readonly<Record<string, string>>;
type Comparison = { fact: string; op: string; value?: unknown };
type Condition =
  | Comparison
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };

/** Null if it depends on a fact that is not stated. Without a condition, true. */
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

/** One part that equals `decisive` decides; otherwise an undecided part leaves it open. */
function decide(parts: readonly Condition[], values: Values, decisive: boolean): boolean | null {
  const truths = parts.map((part) => test(part, values));
  if (truths.includes(decisive)) return decisive;
  return truths.includes(null) ? null : !decisive;
}

function compare({ fact, op, value }: Comparison, values: Values): boolean | null {
  const current = values[fact];
  const isPresent = current !== undefined && current !== '';
  if (op === 'present') return isPresent === (value ?? true);
  if (!isPresent) return null;
  const expected = (Array.isArray(value) ? value : [value]).map(String);
  if (op === 'eq' || op === 'in') return expected.includes(current);
  if (op === 'ne') return !expected.includes(current);
  if (op === 'starts_with') return expected.some((one) => current.startsWith(one));
  const difference = Number(current) - Number(expected[0]);
  if (op === 'lt') return difference < 0;
  if (op === 'le') return difference <= 0;
  return op === 'gt' ? difference > 0 : difference >= 0;
}
