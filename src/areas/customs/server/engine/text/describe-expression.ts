// Expressions as people calculate them: `1,998 cm³ ÷ 1,000 × 6 years`.
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import { evaluate } from '../expressions.ts';
import type { Expression } from '../rules/rule-expressions.ts';
import type { Derivation, RuleSet } from '../rules/rule-set.ts';
import type { Scope } from '../scope.ts';
import { formatQuantity } from './format-quantity.ts';

const units: Partial<Record<Derivation, [one: string, many: string]>> = {
  age_months: ['month', 'months'],
  age_years: ['year', 'years'],
  age_calendar_years: ['year', 'years'],
  power_kw: ['kW', 'kW'],
  power_hp: ['hp', 'hp'],
  lines_count: ['line', 'lines'],
};

/** Products and quotients by their parts; anything else by its value, with its unit if any. */
export function describeExpression(scope: Scope, expression: Expression): string {
  if (typeof expression !== 'string' && 'mul' in expression)
    return expression.mul.map((part) => describeExpression(scope, part)).join(' × ');
  if (typeof expression !== 'string' && 'div' in expression && isSimple(expression.div[1]))
    return expression.div.map((part) => describeExpression(scope, part)).join(' ÷ ');
  const value = formatQuantity(evaluate(scope, expression));
  const unit = describeUnit(scope.run.ruleSet, expression, value === '1');
  return unit && value !== 'unknown' ? `${value} ${unit}` : value;
}

/** It can follow `÷` without brackets. */
const isSimple = (expression: Expression): boolean => typeof expression === 'string';

/** Of a fact, a derived step, or a limit of one; undefined for plain numbers. */
export function describeUnit(
  ruleSet: RuleSet,
  expression: Expression,
  isOne: boolean,
): string | undefined {
  if (typeof expression === 'string') {
    if (expression.startsWith('fact:')) return factNamed(expression.slice(5))?.unit;
    if (!expression.startsWith('step:')) return undefined;
    const code = expression.slice(5);
    const step = ruleSet.steps.find((one) => one.op === 'derive' && one.code === code);
    return step?.op === 'derive' ? units[step.from]?.[isOne ? 0 : 1] : undefined;
  }
  const parts = 'min' in expression ? expression.min : 'max' in expression ? expression.max : [];
  const found = parts.flatMap((part) => describeUnit(ruleSet, part, isOne) ?? []);
  return found[0];
}
