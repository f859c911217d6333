import { expect, it } from 'vitest';
import { toDecimalText } from '#lib/money.ts';
import { createStripe } from './stripe.ts';

const stripe = createStripe({
  secretKey: 'sk_test_1',
  webhookSecret: 'whsec_1',
  clock: { now: () => new Date(0) },
});

it.each([
  ['KZT', '999999.99'],
  ['USD', '999999.99'],
  ['JPY', '99999999'],
])('at most eight digits of %s are collected: %s', async (currency, most) => {
  expect(toDecimalText(stripe.maximumAmount(currency)!)).toBe(most);
  const { fixedRate } = await stripe.listCurrencies();
  expect(fixedRate).toContainEqual(expect.objectContaining({ currency, maxAmount: most }));
});
