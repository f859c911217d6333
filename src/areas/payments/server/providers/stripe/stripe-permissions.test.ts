import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { scaledMs } from '#test/time-limits.ts';
import { customerMissing, type PaymentProvider } from '../provider.ts';
import { createStripe } from './stripe.ts';

let wire: TestHttpServer;
let stripe: PaymentProvider;
beforeAll(async () => {
  wire = await startHttpServer();
  stripe = createStripe({
    secretKey: 'rk_live_1',
    webhookSecret: 'whsec_1',
    clock: { now: () => new Date() },
    client: {
      host: '127.0.0.1',
      port: wire.port,
      protocol: 'http',
      timeout: scaledMs(1500),
      maxNetworkRetries: 0,
    },
  });
});
afterAll(() => wire.stop());
beforeEach(() => wire.reset());

test('what a restricted key may not read is found by reading', async () => {
  const list = { status: 200, body: { object: 'list', data: [] } };
  const names = ['checkout/sessions', 'payment_intents', 'setup_intents', 'payment_methods'];
  for (const name of [...names, 'customers', 'charges']) wire.on(`GET /v1/${name}`, list);
  const refusal = { error: { type: 'invalid_request_error', message: 'no permission' } };
  wire.on('GET /v1/disputes', { status: 403, body: refusal });
  wire.on('GET /v1/refunds', { status: 500, body: { error: {} } });
  expect(await stripe.listMissingPermissions!()).toEqual(['Disputes']);
  expect(wire.calls.every(({ method }) => method === 'GET')).toBe(true);
});

test('a customer that Stripe does not know is told apart from other missing objects', async () => {
  const refusal = (param: string) => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'resource_missing', param } },
  });
  const setup = {
    uuid: 's1',
    customerId: 'cus_1',
    successUrl: 'https://example.com/ok',
    cancelUrl: 'https://example.com/no',
    expiresAt: new Date(),
  };
  wire.on('POST /v1/checkout/sessions', refusal('customer'));
  await expect(stripe.cards!.createSetup(setup)).rejects.toMatchObject({ code: customerMissing });
  wire.on('POST /v1/checkout/sessions', refusal('payment_method'));
  await expect(stripe.cards!.createSetup(setup)).rejects.toMatchObject({
    code: 'resource_missing',
  });
});
