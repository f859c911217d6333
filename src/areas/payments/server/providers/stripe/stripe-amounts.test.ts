import { describe, expect, it } from 'vitest';
import { toAmount } from '#lib/money.ts';
import { fromStripeUnits, toStripeUnits } from './stripe-amounts.ts';

describe('amounts', () => {
  it.each([
    ['12.50', 'USD', 1250],
    ['150', 'JPY', 150],
    ['1.234', 'KWD', 1240],
    ['7.01', 'MGA', 8],
    ['500', 'ISK', 50000],
  ])('%s %s is %i of Stripe', (text, currency, units) => {
    expect(toStripeUnits(toAmount(text, currency))).toBe(units);
  });

  it('are read back in the same units', () => {
    expect(fromStripeUnits(5, 'usd')).toEqual({ currency: 'USD', amount: '0.05' });
    expect(fromStripeUnits(150, 'jpy')).toEqual({ currency: 'JPY', amount: '150' });
  });
});
