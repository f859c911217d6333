import { beforeAll, expect, test } from 'vitest';
import { createSandboxPayment, paymentsPath } from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const adjustmentsPath = '/apix/admin/adjustments/';
const unknownId = '01900000-0000-7000-8000-000000000000';
const wrong = [5, -1, 1.5, 1e300, true, null, '', 'x', '\0', [], [1], {}, { a: [{}] }];
let customer: SignedIn;
let finance: SignedIn;
let pending: string;

beforeAll(async () => {
  customer = await t.signIn('customer@example.com');
  finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  pending = `${paymentsPath}${(await createSandboxPayment(t, customer)).uuid}/`;
});

const payment = {
  amount: '25.00',
  amount_usd: '25.00',
  currency: 'USD',
  pay_currency: 'USD',
  currency_code: 'USD',
  purpose: 'deposit',
  subscription: unknownId,
  description: 'x',
  success_url: '/',
  cancel_url: '/',
  metadata: {},
};
const adjustment = {
  kind: 'adjustment',
  user: 1,
  direction: 'credit',
  amount: '1.00',
  currency: 'USD',
  reason: 'x',
};
const about = { payment: unknownId, amount: '1.00', reason: 'x' };

type Case = readonly [
  'POST' | 'PUT' | 'PATCH',
  url: () => string,
  by: () => SignedIn,
  body: object,
];
const cases: readonly Case[] = [
  ['PATCH', () => pending, () => customer, { description: 'x', metadata: {} }],
  ['PUT', () => pending, () => customer, { description: 'x', metadata: {} }],
  ['POST', () => `${paymentsPath}${unknownId}/cancel/`, () => customer, { reason: 'x' }],
  ['POST', () => `${paymentsPath}${unknownId}/refund/`, () => finance, about],
  ['POST', () => adjustmentsPath, () => finance, adjustment],
  ['POST', () => adjustmentsPath, () => finance, { kind: 'refund', ...about }],
  ['POST', () => adjustmentsPath, () => finance, { kind: 'complete', ...about }],
  ['POST', () => `${adjustmentsPath}${unknownId}/approve/`, () => finance, { note: 'x' }],
  ['POST', () => `${adjustmentsPath}${unknownId}/reject/`, () => finance, { note: 'x' }],
];

test.each(cases)(
  'no wrong type in a body of %s is a failure of ours (%#)',
  async (method, url, by, body) => {
    for (const field of Object.keys(body))
      for (const value of wrong) {
        const input = { ...body, [field]: value };
        const { status } = await send(t, method, url(), input, by());
        expect([200, 201, 400, 404], JSON.stringify(input)).toContain(status);
      }
  },
);

test('no wrong type in a new payment is a failure of ours', async () => {
  for (const field of Object.keys(payment)) {
    // An account may ask for 30 payments in ten minutes.
    const by = await t.signIn(`${field.replace('_', '-')}@example.com`);
    for (const value of wrong) {
      const input = { ...payment, [field]: value };
      const { status } = await send(t, 'POST', paymentsPath, input, by);
      expect([201, 400], JSON.stringify(input)).toContain(status);
    }
  }
});
