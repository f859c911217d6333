// Net and tax of prices that include the tax. The tax is computed once, on the total, and rounded
// half up; the lines share the net so that they add up to it. The customer has paid the gross
// amount, so it is never changed by rounding.
import { toDecimal } from '#lib/decimal.ts';
import { type Amount, addAmounts, roundToAmount, subtractAmounts, zero } from '#lib/money.ts';

/** The tax in an amount; `percent` is 0 to 100 as decimal text. */
export const taxIn = (gross: Amount, percent: string): Amount => {
  const decimal = toDecimal(gross);
  const whole = toDecimal({ currency: gross.currency, minor: 0n }).plus(percent).plus(100);
  return roundToAmount(decimal.times(percent).div(whole), gross.currency, 'half-up');
};

const netIn = (gross: Amount, percent: string): Amount =>
  subtractAmounts(gross, taxIn(gross, percent));

export type PricedLines = { nets: Amount[]; net: Amount; tax: Amount; gross: Amount };

/** Differences of the net totals, so that lines add up, each within a unit of its rounding. */
export function priceLines(lines: readonly Amount[], percent: string): PricedLines {
  let gross = zero(lines[0]!.currency);
  const nets = lines.map((line) => {
    const before = netIn(gross, percent);
    gross = addAmounts(gross, line);
    return subtractAmounts(netIn(gross, percent), before);
  });
  return { nets, net: netIn(gross, percent), tax: taxIn(gross, percent), gross };
}

/** All parts together have exactly the net and the tax of the whole. */
export function pricePart(part: Amount, before: Amount, percent: string) {
  const tax = subtractAmounts(taxIn(addAmounts(before, part), percent), taxIn(before, percent));
  return { net: subtractAmounts(part, tax), tax };
}
