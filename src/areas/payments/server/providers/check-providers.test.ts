import { expect, test } from 'vitest';
import { judgeProviders } from './check-providers.ts';

const stripe = { name: 'stripe', isTest: false } as const;
const nowpayments = { name: 'nowpayments', isTest: false } as const;

test.each([
  [[], true, 'off', 'Nobody can pay: set the keys of Stripe or NOWPayments.'],
  [
    [stripe, nowpayments],
    true,
    'ok',
    'Payments by Stripe (real money) and Nowpayments (real money).',
  ],
  [
    [{ ...stripe, isTest: true }],
    true,
    'warning',
    'Payments by Stripe (test money): set live keys before customers pay.',
  ],
  [[{ ...stripe, isTest: true }], false, 'ok', 'Payments by Stripe (test money).'],
] as const)('%j with production %s', (offered, isProduction, state, message) => {
  expect(judgeProviders(offered, { isProduction })).toEqual({ state, message });
});
