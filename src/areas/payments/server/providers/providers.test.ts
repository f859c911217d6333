import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import { createProviders } from './providers.ts';
import { mountSandbox } from './sandbox/sandbox-routes.ts';

const keys = {
  NOWPAYMENTS_API_KEY: 'key',
  NOWPAYMENTS_IPN_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const plain = useKernel();
const all = useKernel(keys);
const closed = useKernel({ PAYMENTS_SANDBOX: 'off' });
const listNames = ({ kernel }: typeof plain) =>
  createProviders(kernel).offered.map(({ name }) => name);

const test = useKernel({
  ...keys,
  STRIPE_SECRET_KEY: 'rk_test_1',
  NOWPAYMENTS_URL: 'https://api-sandbox.nowpayments.io/v1',
});

describe('which providers there are', () => {
  it('follows from the configuration', () => {
    expect(listNames(plain)).toEqual(['sandbox']);
    expect(listNames(all)).toEqual(['nowpayments', 'stripe', 'sandbox']);
    expect(listNames(closed)).toEqual([]);
  });

  it('prefers those that take real money', () => {
    const providers = createProviders(all.kernel);
    expect(providers.forCurrency('crypto')?.name).toBe('nowpayments');
    expect(providers.forCurrency('fiat')?.name).toBe('stripe');
    expect(createProviders(plain.kernel).forCurrency('fiat')?.name).toBe('sandbox');
    expect(createProviders(closed.kernel).forCurrency('fiat')).toBeUndefined();
    expect(providers.offered.map(({ isTest }) => isTest)).toEqual([false, false, true]);
  });

  it('marks restricted test keys and the sandbox of NOWPayments as tests', () => {
    const { offered } = createProviders(test.kernel);
    expect(offered.map(({ name, isTest }) => [name, isTest])).toEqual([
      ['nowpayments', true],
      ['stripe', true],
      ['sandbox', true],
    ]);
  });

  it('knows whose webhook it is', () => {
    const providers = createProviders(all.kernel);
    expect(providers.forWebhook({ 'x-nowpayments-sig': 'a' })?.name).toBe('nowpayments');
    expect(providers.forWebhook({ 'stripe-signature': 'a' })?.name).toBe('stripe');
    expect(providers.forWebhook({ 'x-sandbox-signature': 'a' })?.name).toBe('sandbox');
    expect(providers.forWebhook({}, 'stripe')?.name).toBe('stripe');
    expect(providers.forWebhook({})).toBeUndefined();
    expect(providers.forWebhook({ 'x-nowpayments-sig': 'a' }, 'paypal')).toBeUndefined();
    expect(createProviders(plain.kernel).find('stripe')).toBeUndefined();
  });
});

it('a changed key is used from the next call on', () => {
  const config = { ...all.kernel.config };
  const providers = createProviders({ ...all.kernel, config });
  const object = { object: 'checkout.session', id: 'cs_1', amount_total: 100, currency: 'usd' };
  const event = { object: 'event', id: 'evt_1', type: 'checkout.session.completed' };
  const body = Buffer.from(JSON.stringify({ ...event, data: { object } }));
  const accepts = (secret: string) => {
    const at = Math.floor(all.kernel.clock.now().getTime() / 1000);
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const headers = { 'stripe-signature': `t=${at},v1=${signature}` };
    return providers.forWebhook(headers)?.verifyWebhook(headers, body) !== null;
  };
  expect(providers.offered).toBe(providers.offered);
  expect([accepts('whsec_1'), accepts('whsec_2')]).toEqual([true, false]);
  Object.assign(config, { STRIPE_WEBHOOK_SECRET: 'whsec_2', STRIPE_SECRET_KEY: 'sk_test_2' });
  expect([accepts('whsec_1'), accepts('whsec_2')]).toEqual([false, true]);
  expect(providers.find('stripe')?.isTest).toBe(true);
});

it('without the sandbox there is no checkout of it', async () => {
  const { app } = await createTestApi(closed.kernel);
  mountSandbox(app, closed.kernel);
  const reply = await app.inject('/pay/sandbox/0193a5b0-0000-7000-8000-000000000001');
  expect(reply.statusCode).toBe(404);
  expect(reply.headers['content-type']).toContain('application/json');
  await app.close();
});
