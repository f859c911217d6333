import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, addAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import { computeCredit, convertAt, lockedRate, type Price } from './credit.ts';

const usd = (text: string): Amount => toAmount(text, 'USD');
const price = (amount: string, fee: string): Price => ({ amount: usd(amount), fee: usd(fee) });

/** What a series of arrivals brings in all. */
function creditAll(of: Price, worths: Amount[]): Amount {
  let before = zero('USD');
  let creditedBefore = zero('USD');
  for (const worth of worths) {
    const { credited } = computeCredit(of, { before, creditedBefore, worth });
    before = addAmounts(before, worth);
    creditedBefore = addAmounts(creditedBefore, credited);
  }
  return creditedBefore;
}

describe('what is credited', () => {
  test.each([
    ['the price in full', ['100.50'], '100.00'],
    ['99 % of it, in full', ['99.50'], '100.00'],
    ['less than 99 %, its part', ['50.25'], '50.00'],
    ['the rest of a short payment', ['50.25', '50.25'], '100.00'],
    ['more than the price, as it came', ['201.00'], '200.00'],
    ['a second arrival after all was paid', ['100.50', '10.05'], '110.00'],
  ])('%s', (_, arrivals, credited) => {
    expect(toDecimalText(creditAll(price('100.00', '0.50'), arrivals.map(usd)))).toBe(credited);
  });

  test('never exceeds what arrived by more than the tolerance and a rounding', () => {
    const cents = fc.bigInt({ min: 1n, max: 5_000_000n });
    fc.assert(
      fc.property(cents, cents, fc.array(cents, { minLength: 1, maxLength: 6 }), (a, f, list) => {
        const fee = { currency: 'USD', minor: f % (a / 10n + 1n) };
        const of = { amount: { currency: 'USD', minor: a }, fee };
        const worths = list.map((minor) => ({ currency: 'USD', minor }));
        const arrived = list.reduce((sum, minor) => sum + minor, 0n);
        const credited = creditAll(of, worths).minor;
        return credited >= 0n && credited <= arrived + a / 100n + 1n + BigInt(list.length);
      }),
    );
  });

  test('the asked quantity at the locked rate is worth exactly the price', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 100n, max: 5_000_000n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (cents, minor) => {
          const of = { amount: { currency: 'USD', minor: cents }, fee: zero('USD') };
          const quantity = { currency: 'btc', minor };
          const worth = convertAt(toDecimalText(quantity), lockedRate(of, quantity), 'USD');
          return worth.minor === cents;
        },
      ),
    );
  });
});
