import { expect, test } from 'vitest';
import { judgeKeys, judgeProviders } from './payment-checks.ts';

const live = { name: 'nowpayments', isTest: false } as const;
const tests = { name: 'stripe', isTest: true } as const;

test.each([
  ['no provider', [], true, { state: 'off', message: 'No payment provider is configured.' }],
  ['a live one', [live], true, { state: 'ok', message: 'Customers pay by nowpayments.' }],
  ['test money in development', [tests], false, { state: 'ok' }],
  [
    'test money in production',
    [live, tests],
    true,
    { state: 'down', message: 'Test money by stripe: set live keys before customers pay.' },
  ],
] as const)('the System screen shows %s', (_, offered, isProduction, health) => {
  expect(judgeProviders(offered, { isProduction })).toMatchObject(health);
});

test('the System screen names what a restricted key may not read', () => {
  const missing = ['Refunds of stripe', 'Disputes of stripe'];
  expect(judgeKeys({ missing, elsewhere: [] })).toEqual({
    state: 'down',
    message:
      'The key may not read Refunds of stripe and Disputes of stripe: give it the permissions of docs/guides/deploy.md.',
  });
});

test('the System screen says what belongs to another account than that of the keys', () => {
  const elsewhere = [null, '1 customers and 2 cards belong to another account of stripe'];
  expect(judgeKeys({ missing: [], elsewhere })).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/^1 customers and 2 cards belong .*they can be used again/),
  });
  expect(judgeKeys({ missing: [], elsewhere: [null] }).state).toBe('ok');
});
