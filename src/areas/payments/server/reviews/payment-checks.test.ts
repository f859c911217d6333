import { expect, test } from 'vitest';
import { judgeProviders } from './payment-checks.ts';

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
  expect(judgeProviders(offered, { isProduction, missing: [], elsewhere: [null] })).toMatchObject(
    health,
  );
});

test('the System screen names what a restricted key may not read', () => {
  const missing = ['Refunds of stripe', 'Disputes of stripe'];
  expect(judgeProviders([live], { isProduction: true, missing, elsewhere: [] })).toEqual({
    state: 'down',
    message:
      'The key may not read Refunds of stripe and Disputes of stripe: give it the permissions of docs/guides/deploy.md.',
  });
});
