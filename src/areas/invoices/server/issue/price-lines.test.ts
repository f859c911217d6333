import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amount, addAmounts, zero } from '#lib/money.ts';
import { priceLines, pricePart, taxIn } from './price-lines.ts';

const percents = fc.constantFrom('0', '7.7', '8.1', '16', '19', '20', '25.5', '27');
const cents = (max: number) => fc.bigInt({ min: 1n, max: BigInt(max) });
const usd = (minor: bigint): Amount => ({ currency: 'USD', minor });
const add = (amounts: readonly Amount[]) => amounts.reduce(addAmounts, zero('USD'));

test('lines add up to the net, and net and tax to what was paid', () => {
  fc.assert(
    fc.property(fc.array(cents(10_000_000), { minLength: 1 }), percents, (lines, percent) => {
      const { nets, net, tax, gross } = priceLines(lines.map(usd), percent);
      expect(add(nets)).toEqual(net);
      expect(addAmounts(net, tax)).toEqual(gross);
      expect(gross).toEqual(add(lines.map(usd)));
    }),
  );
});

test('no line is more than a cent off its own rounding', () => {
  fc.assert(
    fc.property(fc.array(cents(10_000_000), { minLength: 1 }), percents, (lines, percent) => {
      const { nets } = priceLines(lines.map(usd), percent);
      for (const [at, line] of lines.entries()) {
        const alone = line - taxIn(usd(line), percent).minor;
        const off = nets[at]!.minor - alone;
        expect(off >= -1n && off <= 1n).toBe(true);
      }
    }),
  );
});

test('the tax is the rate of the net to within a cent', () => {
  fc.assert(
    fc.property(cents(1_000_000_000), percents, (gross, percent) => {
      const { net, tax } = priceLines([usd(gross)], percent);
      const exact = (Number(net.minor) * Number(percent)) / 100;
      expect(Math.abs(exact - Number(tax.minor))).toBeLessThanOrEqual(1);
    }),
  );
});

test('parts that return everything return exactly its tax', () => {
  fc.assert(
    fc.property(fc.array(cents(100_000), { minLength: 1 }), percents, (parts, percent) => {
      let before = zero('USD');
      let tax = zero('USD');
      for (const part of parts.map(usd)) {
        const priced = pricePart(part, before, percent);
        expect(addAmounts(priced.net, priced.tax)).toEqual(part);
        tax = addAmounts(tax, priced.tax);
        before = addAmounts(before, part);
      }
      expect(tax).toEqual(taxIn(before, percent));
    }),
  );
});
