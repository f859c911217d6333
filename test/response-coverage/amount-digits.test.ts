import { expect, test } from 'vitest';
import { listShortAmounts } from './amount-digits.ts';

test('amounts with too few decimals for the currency of their object are found', () => {
  const sums = [
    { currency: 'USD', balance_after: '7737.5', net: '-15308', tax_percent: '20', pay_fee: '1' },
    { currency: 'USD', amount: '309.51', cost: '0.0002', units: '3' },
    { currency: 'JPY', total: '5', inputs: { currency: 'USD', price: '5' } },
  ];
  expect(listShortAmounts({ sums })).toEqual([
    '.sums.0.balance_after: 7737.5 USD',
    '.sums.0.net: -15308 USD',
  ]);
});
