import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import { visa } from '#test/fakes/providers/stripe/pages.ts';
import { saveCard } from '#test/fakes/providers/stripe/sessions.ts';
import { type FakeStripe, startStripe } from '#test/fakes/providers/stripe/stripe.ts';
import { scaledMs } from '#test/time-limits.ts';
import { customerMissing, type PaymentProvider } from '../provider.ts';
import { createStripe } from './stripe.ts';

const now = new Date('2026-11-20T12:00:00Z');
const names = [
  'checkout_session_write',
  'payment_intent_write',
  'setup_intent_read',
  'payment_method_write',
  'customer_write',
  'charge_write',
];
const permissions = names.map((name) => `rak_${name}`);
const keys = {
  sk_live_1: { account: 'acct_1' },
  rk_live_1: { account: 'acct_1', permissions },
  rk_test_1: { account: 'acct_1', permissions },
};
let server: FakeStripe;
beforeAll(async () => {
  server = await startStripe({ keys, now: () => now });
});
afterAll(() => server.close());

const open = (secretKey: keyof typeof keys): PaymentProvider =>
  createStripe({
    secretKey,
    webhookSecret: 'whsec_1',
    clock: { now: () => now },
    client: {
      host: '127.0.0.1',
      port: server.port,
      protocol: 'http',
      timeout: scaledMs(5000),
      maxNetworkRetries: 0,
    },
  });

test('what a restricted key may not read is found by reading', async () => {
  server.received.length = 0;
  server.disturb({ call: 'GET /v1/refunds', count: 1, result: 500, isPerformed: false });
  expect(await open('rk_live_1').listMissingPermissions!()).toEqual([
    'Disputes',
    'Balance',
    'Balance transaction sources',
  ]);
  expect(server.received.every(({ call }) => call.startsWith('GET '))).toBe(true);
});

test.each([
  ['sk_live_1', 'acct_1/live'],
  ['rk_live_1', 'acct_1/live'],
  ['rk_test_1', 'acct_1/test'],
] as const)('the account of %s is %s, also if it may not read it', async (key, account) => {
  const cards = open(key).cards!;
  expect(cards.account()).toBeNull();
  expect(await cards.loadAccount()).toBe(account);
  expect(cards.account()).toBe(account);
});

test('a customer that Stripe does not know is told apart from other missing objects', async () => {
  const cards = open('sk_live_1').cards!;
  const setup = {
    uuid: 's1',
    customerId: await cards.createCustomer({ key: 'c1', email: 'a@example.com' }),
    successUrl: 'https://example.com/ok',
    cancelUrl: 'https://example.com/no',
    expiresAt: new Date(now.getTime() + 60 * minuteMs),
  };
  const { providerSetupId } = await cards.createSetup(setup);
  const { id: cardId } = saveCard(server.account, providerSetupId, visa);
  const charge = {
    uuid: 'p1',
    key: 'k1',
    startedAt: now,
    customerId: setup.customerId,
    cardId,
    price: toAmount('5.00', 'USD'),
    description: 'Plan',
  };
  const gone = { code: customerMissing };
  const other = { ...charge, key: 'k2', cardId: 'pm_gone' };
  await expect(cards.charge(other)).rejects.toMatchObject({ code: 'resource_missing' });
  await cards.removeCustomer(setup.customerId);
  await expect(cards.charge(charge)).rejects.toMatchObject(gone);
  await expect(cards.createSetup({ ...setup, uuid: 's2' })).rejects.toMatchObject(gone);
});
