// The examples that a rule set ships with: run, and compared to the cent.
import { Decimal } from '#lib/decimal.ts';
import { readConsignment } from '../read-facts.ts';
import { evaluate, type Input, type Outcome } from './evaluate.ts';
import type { RuleSet, RuleTest } from './rule-set.ts';
import type { FindRate } from './scope.ts';

/** `rates` of an example: `{"EUR/RUB": "95"}` is 95 roubles for a euro. */
export function ratesOf({ rates = {}, date }: RuleTest): FindRate {
  return (from, to) => {
    const straight = rates[`${from}/${to}`];
    const inverse = rates[`${to}/${from}`];
    const rate = straight ? new Decimal(straight) : inverse && new Decimal(1).div(inverse);
    return rate ? { from, to, rate, date, source: 'the example' } : null;
  };
}

type Stated = Readonly<Record<string, unknown>>;

export function inputOf(
  { currencies }: RuleSet,
  { date, facts: own }: RuleTest,
  stated: Stated = own,
): Input {
  const { facts, items } = readConsignment(stated);
  const currency = currencies?.[String(own.destination_country)];
  return { facts, items, date, ...(currency && { currency }) };
}

export const runExample = (ruleSet: RuleSet, example: RuleTest, stated?: Stated): Outcome =>
  evaluate(ruleSet, inputOf(ruleSet, example, stated), ratesOf(example));

/** A line that the set has no cause to charge is not there; an example writes 0.00 for it. */
const amountIn = ({ lines }: Outcome, code: string): string => {
  const line = lines.find((one) => one.code === code);
  return line ? (line.amount?.toFixed(2) ?? 'unknown') : '0.00';
};

/** What an outcome does not share with its example, in words. Empty: they are the same. */
export function differencesOf(outcome: Outcome, example: RuleTest): string[] {
  const expected = Object.entries(example.lines).map(([code, amount]) => ({
    what: code,
    wanted: amount === null ? 'unknown' : new Decimal(amount).toFixed(2),
    found: amountIn(outcome, code),
  }));
  const kind = (isMinimum: boolean) => (isMinimum ? 'a minimum' : 'complete');
  return [
    ...expected,
    {
      what: 'the total',
      wanted: new Decimal(example.total).toFixed(2),
      found: outcome.total.toFixed(2),
    },
    {
      what: 'the total',
      wanted: kind(example.total_is_minimum ?? false),
      found: kind(outcome.isMinimum),
    },
  ]
    .filter(({ wanted, found }) => wanted !== found)
    .map(({ what, wanted, found }) => `${what} should be ${wanted} and is ${found}`);
}
