// Runs the examples of a rule set and compares the results to the cent.
import { Decimal } from '#lib/decimal.ts';
import { type Evaluation, type EvaluationInput, evaluate } from '../evaluate.ts';
import { readConsignment } from '../read-facts.ts';
import type { RuleSet, RuleTest } from '../rules/rule-set.ts';
import type { FindRate } from '../scope.ts';

/** `rates` of an example: `{"EUR/RUB": "95"}` is 95 roubles for a euro. */
export function toRates({ rates = {}, date }: RuleTest): FindRate {
  return (from, to) => {
    const straight = rates[`${from}/${to}`];
    const inverse = rates[`${to}/${from}`];
    const rate = straight ? new Decimal(straight) : inverse && new Decimal(1).div(inverse);
    return rate ? { from, to, rate, date, source: 'the example' } : null;
  };
}

/** The facts that an example states, by name. */
export type ImportFacts = Readonly<Record<string, unknown>>;

export function toInput(
  { currencies }: RuleSet,
  { date, facts: own }: RuleTest,
  input: ImportFacts = own,
): EvaluationInput {
  const { facts, items } = readConsignment(input);
  const currency = currencies?.[String(own.destination_country)];
  return { facts, items, date, ...(currency && { currency }) };
}

export const runExample = (ruleSet: RuleSet, example: RuleTest, input?: ImportFacts): Evaluation =>
  evaluate(ruleSet, toInput(ruleSet, example, input), toRates(example));

/** A charge that does not apply has no line; an example writes 0.00 for it. */
const amountIn = ({ lines }: Evaluation, code: string): string => {
  const line = lines.find((one) => one.code === code);
  return line ? (line.amount?.toFixed(2) ?? 'unknown') : '0.00';
};

/** The differences between a result and its example. Empty if they are the same. */
export function listDifferences(evaluation: Evaluation, example: RuleTest): string[] {
  const lines = Object.entries(example.lines).map(([code, amount]) => ({
    what: code,
    expected: amount === null ? 'unknown' : new Decimal(amount).toFixed(2),
    found: amountIn(evaluation, code),
  }));
  const kind = (isMinimum: boolean) => (isMinimum ? 'a minimum' : 'complete');
  return [
    ...lines,
    {
      what: 'the total',
      expected: new Decimal(example.total).toFixed(2),
      found: evaluation.total.toFixed(2),
    },
    {
      what: 'the total',
      expected: kind(example.total_is_minimum ?? false),
      found: kind(evaluation.isMinimum),
    },
  ]
    .filter(({ expected, found }) => expected !== found)
    .map(({ what, expected, found }) => `${what} should be ${expected} and is ${found}`);
}
