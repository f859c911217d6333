// Evaluates the expressions of a rule set.
import * as quantity from './quantity.ts';
import type { Expression } from './rules/rule-expressions.ts';
import { isQuantity, readNumber, readStepValue, type Scope } from './scope.ts';
import { cellNumber, lookUp } from './tables.ts';

/**
 * The value of an expression; money is in the rule set's currency. It is inexact if it depends on
 * something unknown; see `Quantity`.
 */
export function evaluate(scope: Scope, expression: Expression): quantity.Quantity {
  if (typeof expression === 'string') return reference(scope, expression);
  if ('table' in expression) return tableCell(scope, expression);
  if ('add' in expression) return quantity.add(all(scope, expression.add));
  if ('mul' in expression) return quantity.multiply(all(scope, expression.mul));
  if ('min' in expression) return quantity.least(all(scope, expression.min));
  if ('max' in expression) return quantity.greatest(all(scope, expression.max));
  if ('whole' in expression) return quantity.roundDown(evaluate(scope, expression.whole));
  if ('at_least' in expression) return quantity.atMinimum(evaluate(scope, expression.at_least));
  const [left, right] = 'sub' in expression ? expression.sub : expression.div;
  const operation = 'sub' in expression ? quantity.subtract : quantity.divide;
  return operation(evaluate(scope, left), evaluate(scope, right));
}

const all = (scope: Scope, expressions: readonly Expression[]) =>
  expressions.map((expression) => evaluate(scope, expression));

function reference(scope: Scope, text: string): quantity.Quantity {
  if (text.startsWith('fact:')) return readNumber(scope, text.slice('fact:'.length));
  if (!text.startsWith('step:')) return quantity.literal(text);
  // A step whose condition is not met charges nothing.
  const value = readStepValue(scope, text.slice('step:'.length));
  return isQuantity(value) ? value : quantity.zero;
}

function tableCell(
  scope: Scope,
  { table, col }: { table: string; col: string },
): quantity.Quantity {
  const found = lookUp(scope, table);
  if (!found.row) return quantity.unknown(found.missing);
  return cellNumber(found.row, col) ?? quantity.unknown();
}
