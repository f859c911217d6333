import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { scaledMs } from '#test/time-limits.ts';
import { type PaymentProvider, ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { createStripe } from './stripe.ts';
import { loadStripe } from './stripe-sdk.ts';

const uuid = '0193a5b0-0000-7000-8000-000000000001';
const webhookSecret = 'whsec_test';
const now = new Date('2026-11-20T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
let wire: TestHttpServer;
let provider: PaymentProvider;

beforeAll(async () => {
  wire = await startHttpServer();
  provider = createStripe({
    secretKey: 'sk_test_123',
    webhookSecret,
    clock: { now: () => now },
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

const request = {
  uuid,
  price: toAmount('12.50', 'USD'),
  payCurrency: 'USD',
  description: 'Top-up',
  successUrl: 'https://example.com/ok',
  cancelUrl: 'https://example.com/no',
  expiresAt: new Date(now.getTime() + hourMs),
};
const session = (values: object = {}) => ({
  id: 'cs_1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 1250,
  currency: 'usd',
  client_reference_id: uuid,
  payment_intent: null,
  url: 'https://checkout.stripe.example/cs_1',
  expires_at: seconds + 3600,
  ...values,
});
const intent = (values: object = {}, charge: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount_received: 1250,
  currency: 'usd',
  created: seconds,
  latest_charge: {
    id: 'ch_1',
    object: 'charge',
    created: seconds + 5,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    ...charge,
  },
  ...values,
});
const paid = (values: object = {}, charge: object = {}) =>
  session({ status: 'complete', payment_status: 'paid', payment_intent: intent(values, charge) });

describe('a new payment', () => {
  it('becomes a session with our id in every place where events look for it', async () => {
    wire.on('POST /v1/checkout/sessions', { status: 200, body: session() });
    expect(await provider.createPayment(request)).toMatchObject({
      providerPaymentId: 'cs_1',
      payAmount: { currency: 'USD', minor: 1250n },
      payAddress: null,
      paymentUrl: 'https://checkout.stripe.example/cs_1',
      expiresAt: request.expiresAt,
    });
    const [call] = wire.calls;
    const form = Object.fromEntries(new URLSearchParams(call!.body));
    expect(form).toMatchObject({
      mode: 'payment',
      client_reference_id: uuid,
      'metadata[payment]': uuid,
      'payment_intent_data[metadata][payment]': uuid,
      'line_items[0][price_data][unit_amount]': '1250',
      'line_items[0][price_data][currency]': 'usd',
      expires_at: String(seconds + 3600),
    });
    expect(call!.headers).toMatchObject({
      authorization: 'Bearer sk_test_123',
      'idempotency-key': `payment:${uuid}`,
    });
  });

  it('lives no shorter than Stripe allows', async () => {
    wire.on('POST /v1/checkout/sessions', { status: 200, body: session() });
    await provider.createPayment({ ...request, expiresAt: now });
    const form = new URLSearchParams(wire.calls[0]!.body);
    expect(Number(form.get('expires_at'))).toBe(seconds + 31 * 60);
  });

  it('is refused before the call when it is to be paid in another currency', async () => {
    await expect(provider.createPayment({ ...request, payCurrency: 'EUR' })).rejects.toThrow(
      ProviderRefused,
    );
    expect(wire.calls).toHaveLength(0);
  });

  const stripeError = (type: string, code: string) => ({ error: { type, code, message: 'inner' } });
  it.each([
    [400, stripeError('invalid_request_error', 'amount_too_small'), /larger amount/],
    [400, stripeError('invalid_request_error', 'parameter_invalid'), /did not accept/],
  ])('refused with %i %j is explained to a person', async (status, body, words) => {
    wire.on('POST /v1/checkout/sessions', { status, body });
    const refusal = await provider.createPayment(request).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProviderRefused);
    expect((refusal as Error).message).toMatch(words);
  });

  it.each([
    ['a broken server', { status: 500, body: stripeError('api_error', 'x') } as const],
    ['silence', 'hang' as const],
    ['a closed connection', 'drop' as const],
    ['a key that is not taken', { status: 401, body: stripeError('invalid_request_error', '') }],
    ['no JSON', { status: 200, body: '<html>' } as const],
    ['a session without an address', { status: 200, body: session({ url: null }) } as const],
  ])('can be tried later after %s', async (_, reply) => {
    wire.on('POST /v1/checkout/sessions', reply);
    await expect(provider.createPayment(request)).rejects.toThrow(ProviderUnavailable);
  });

  it('says when to come back after too many calls', async () => {
    const body = stripeError('rate_limit_error', 'rate_limit');
    wire.on('POST /v1/checkout/sessions', { status: 429, body });
    await expect(provider.createPayment(request)).rejects.toMatchObject({ retryAfterSeconds: 30 });
  });
});

describe('asking for a payment', () => {
  const answer = (body: object) => wire.on('GET /v1/checkout/sessions/cs_1', { status: 200, body });
  const snapshot = () => provider.fetchPayment('cs_1');
  const refunds = (data: object[]) =>
    wire.on('GET /v1/refunds', { status: 200, body: { object: 'list', data } });
  beforeEach(() => refunds([]));

  it.each([
    ['an open session', session(), 'pending'],
    ['an ended session', session({ status: 'expired' }), 'expired'],
    ['money that came', paid(), 'completed'],
    [
      'a bank debit under way',
      session({ status: 'complete', payment_intent: intent({ status: 'processing' }) }),
      'confirming',
    ],
    [
      'a bank debit that failed',
      session({
        status: 'complete',
        payment_intent: intent({ status: 'requires_payment_method' }),
      }),
      'failed',
    ],
  ])('reads %s', async (_, body, status) => {
    answer(body);
    expect(await snapshot()).toMatchObject({
      status,
      orderId: uuid,
      price: { currency: 'USD', amount: '12.50' },
    });
  });

  it('settles money under the name of its intent', async () => {
    answer(paid());
    const { transfers, reference, reversals } = await snapshot();
    expect(reference).toBe('pi_1');
    expect(reversals).toEqual([]);
    expect(transfers).toEqual([
      {
        id: 'pi_1',
        currency: 'USD',
        amount: '12.50',
        at: new Date((seconds + 5) * 1000),
        confirmations: null,
        hash: null,
        isSettled: true,
      },
    ]);
  });

  it('sees refunds and disputes that took money, and the refund that came to nothing', async () => {
    answer(paid({}, { amount_refunded: 500, disputed: true }));
    const returned = { currency: 'usd', created: seconds, payment_intent: 'pi_1' };
    refunds([
      { id: 're_1', status: 'succeeded', amount: 500, ...returned },
      { id: 're_2', status: 'failed', amount: 100, ...returned },
    ]);
    wire.on('GET /v1/disputes', {
      status: 200,
      body: {
        object: 'list',
        data: [
          {
            id: 'dp_1',
            status: 'needs_response',
            amount: 750,
            balance_transactions: [{ amount: -750, created: seconds, currency: 'usd' }],
            ...returned,
          },
        ],
      },
    });
    const { reversals } = await snapshot();
    const rows = reversals.map(({ id, transferId, amount, isUndone }) => [
      id,
      transferId,
      amount,
      isUndone,
    ]);
    expect(rows).toEqual([
      ['re_1', 'pi_1', '5.00', false],
      ['re_2', 'pi_1', '1.00', true],
      ['dp_1', 'pi_1', '7.50', false],
    ]);
  });

  it('sees the one refund that failed, which the charge does not count any more', async () => {
    answer(paid());
    refunds([{ id: 're_1', status: 'failed', amount: 500, currency: 'usd', created: seconds }]);
    expect((await snapshot()).reversals).toMatchObject([{ id: 're_1', isUndone: true }]);
  });

  it('knows that a payment is not there', async () => {
    wire.on('GET /v1/checkout/sessions/cs_1', {
      status: 404,
      body: { error: { type: 'invalid_request_error', code: 'resource_missing' } },
    });
    await expect(snapshot()).rejects.toThrow(ProviderRefused);
  });
});

describe('ending a payment', () => {
  it('ends an open session, and says when there was none to end', async () => {
    wire.on('POST /v1/checkout/sessions/cs_1/expire', { status: 200, body: session() });
    expect(await provider.expirePayment('cs_1')).toBe(true);
    wire.on('POST /v1/checkout/sessions/cs_1/expire', {
      status: 400,
      body: { error: { type: 'invalid_request_error', message: 'not open' } },
    });
    expect(await provider.expirePayment('cs_1')).toBe(false);
    wire.on('POST /v1/checkout/sessions/cs_1/expire', { status: 500, body: { error: {} } });
    await expect(provider.expirePayment('cs_1')).rejects.toThrow(ProviderUnavailable);
  });
});

describe('a refund', () => {
  it('is asked for by its key, in part or whole', async () => {
    wire.on('GET /v1/checkout/sessions/cs_1', { status: 200, body: paid() });
    const money = { amount: 500, currency: 'usd', created: seconds, payment_intent: 'pi_1' };
    wire.on('POST /v1/refunds', { status: 200, body: { id: 're_1', status: 'pending', ...money } });
    const amount = toAmount('5', 'USD');
    expect(await provider.refund('cs_1', { key: 'k1', amount })).toEqual({
      id: 're_1',
      transferId: 'pi_1',
      kind: 'refund',
      currency: 'USD',
      amount: '5.00',
      at: now,
      isUndone: false,
    });
    const call = wire.calls.at(-1)!;
    expect(call.headers['idempotency-key']).toBe('refund:k1');
    expect(call.body).toBe('payment_intent=pi_1&amount=500');
  });

  it('is refused where nothing was paid', async () => {
    wire.on('GET /v1/checkout/sessions/cs_1', { status: 200, body: session() });
    await expect(provider.refund('cs_1', { key: 'k1' })).rejects.toThrow(ProviderRefused);
    expect(wire.calls).toHaveLength(1);
  });
});

describe('a card', () => {
  const cards = () => provider.cards!;
  const setup = {
    uuid,
    customerId: 'cus_1',
    successUrl: 'https://example.com/ok',
    cancelUrl: 'https://example.com/no',
    expiresAt: new Date(now.getTime() + hourMs),
  };
  const setupSession = (values: object = {}) =>
    session({ mode: 'setup', amount_total: null, currency: null, setup_intent: null, ...values });
  const setupIntent = (values: object = {}) => ({
    id: 'seti_1',
    object: 'setup_intent',
    status: 'succeeded',
    metadata: { card_setup: uuid },
    payment_method: {
      id: 'pm_1',
      object: 'payment_method',
      card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029, fingerprint: 'fp_1' },
    },
    ...values,
  });
  const answer = (values: object) =>
    wire.on('GET /v1/checkout/sessions/cs_1', { status: 200, body: setupSession(values) });

  it('has a customer, created once', async () => {
    wire.on('POST /v1/customers', { status: 200, body: { id: 'cus_1', object: 'customer' } });
    const customer = { key: uuid, email: 'ada@example.com' };
    expect(await cards().createCustomer(customer)).toBe('cus_1');
    expect(wire.calls[0]).toMatchObject({
      body: 'email=ada%40example.com',
      headers: { 'idempotency-key': `customer:${uuid}` },
    });
  });

  it('is entered on the page of a session in setup mode', async () => {
    wire.on('POST /v1/checkout/sessions', { status: 200, body: setupSession() });
    expect(await cards().createSetup(setup)).toEqual({
      providerSetupId: 'cs_1',
      url: 'https://checkout.stripe.example/cs_1',
      expiresAt: setup.expiresAt,
    });
    const [call] = wire.calls;
    expect(Object.fromEntries(new URLSearchParams(call!.body))).toEqual({
      mode: 'setup',
      customer: 'cus_1',
      client_reference_id: uuid,
      'setup_intent_data[metadata][card_setup]': uuid,
      'allowed_payment_method_types[0]': 'card',
      success_url: setup.successUrl,
      cancel_url: setup.cancelUrl,
      expires_at: String(seconds + 3600),
    });
    expect(call!.headers).toMatchObject({ 'idempotency-key': `card_setup:${uuid}:cus_1` });
    wire.on('POST /v1/checkout/sessions', { status: 200, body: setupSession({ url: null }) });
    await expect(cards().createSetup(setup)).rejects.toThrow(ProviderUnavailable);
  });

  it('is there once its intent has succeeded', async () => {
    answer({ status: 'complete', setup_intent: setupIntent() });
    expect(await cards().fetchSetup('cs_1')).toEqual({
      orderId: uuid,
      status: 'open',
      card: {
        id: 'pm_1',
        fingerprint: 'fp_1',
        brand: 'visa',
        last4: '4242',
        expMonth: 4,
        expYear: 2029,
      },
    });
    expect(wire.calls[0]!.path).toContain('setup_intent.payment_method');
  });

  it.each([
    ['before anything is entered', {}, 'open'],
    ['of an intent that waits', { setup_intent: setupIntent({ status: 'processing' }) }, 'open'],
    ['of a session that ended', { status: 'expired' }, 'expired'],
  ])('is not there %s', async (_, values, status) => {
    answer(values);
    expect(await cards().fetchSetup('cs_1')).toEqual({ orderId: uuid, status, card: null });
  });

  it('is fetched with the expiry that its network knows, while a customer has it', async () => {
    const method = { ...setupIntent().payment_method, customer: 'cus_1' };
    wire.on('GET /v1/payment_methods/pm_1', { status: 200, body: method });
    expect(await cards().fetchCard('pm_1')).toMatchObject({ id: 'pm_1', expYear: 2029 });
    wire.on('GET /v1/payment_methods/pm_1', { status: 200, body: { ...method, customer: null } });
    expect(await cards().fetchCard('pm_1')).toBeNull();
    const error = { type: 'invalid_request_error', code: 'resource_missing' };
    wire.on('GET /v1/payment_methods/pm_1', { status: 404, body: { error } });
    expect(await cards().fetchCard('pm_1')).toBeNull();
    wire.on('GET /v1/payment_methods/pm_1', { status: 500, body: { error: {} } });
    await expect(cards().fetchCard('pm_1')).rejects.toThrow(ProviderUnavailable);
  });

  it.each([
    ['a card', 'POST /v1/payment_methods/pm_1/detach', () => cards().removeCard('pm_1')],
    ['a customer', 'DELETE /v1/customers/cus_1', () => cards().removeCustomer('cus_1')],
  ])('is removed with %s, also if Stripe has forgotten it', async (_, call, remove) => {
    wire.on(call, { status: 200, body: { id: 'x' } });
    await remove();
    const error = { type: 'invalid_request_error', code: 'resource_missing' };
    wire.on(call, { status: 404, body: { error } });
    await remove();
    wire.on(call, { status: 500, body: { error: {} } });
    await expect(remove()).rejects.toThrow(ProviderUnavailable);
  });
});

describe('a webhook', () => {
  const createPayload = (type: string, object: object) =>
    JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const Stripe = loadStripe();
  const sdk = new Stripe('sk_test_123');
  const headerFor = (payload: string, options: { secret?: string; timestamp?: number } = {}) =>
    sdk.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
      timestamp: seconds,
      ...options,
    });
  const verify = (payload: string, signature: unknown = headerFor(payload)) =>
    provider.verifyWebhook({ 'stripe-signature': signature as string }, Buffer.from(payload));

  it('about a session names our payment', () => {
    const payload = createPayload(
      'checkout.session.completed',
      session({ payment_intent: 'pi_1' }),
    );
    expect(verify(payload)).toEqual({
      eventId: 'evt_1',
      providerPaymentId: 'cs_1',
      reference: 'pi_1',
      orderId: uuid,
      providerStatus: 'checkout.session.completed',
      price: { currency: 'USD', amount: '12.50' },
    });
  });

  it.each([
    ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent', metadata: {} }, null],
    [
      'charge.refunded',
      { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: { payment: uuid } },
      uuid,
    ],
    ['setup_intent.succeeded', { object: 'setup_intent', metadata: { card_setup: uuid } }, uuid],
    [
      'charge.dispute.created',
      { id: 'dp_1', object: 'dispute', payment_intent: { id: 'pi_1' }, metadata: {} },
      null,
    ],
  ])('%s is known by its intent', (type, object, orderId) => {
    expect(verify(createPayload(type, object))).toMatchObject({
      providerPaymentId: null,
      reference: type === 'setup_intent.succeeded' ? null : 'pi_1',
      orderId,
    });
  });

  it('about something else is valid but has no payment', () => {
    expect(verify(createPayload('product.created', { id: 'p', object: 'product' }))).toMatchObject({
      providerPaymentId: null,
      reference: null,
      orderId: null,
    });
  });

  const payload = createPayload('checkout.session.completed', session());
  it.each([
    ['another secret', headerFor(payload, { secret: 'whsec_other' })],
    ['a signature of six minutes ago', headerFor(payload, { timestamp: seconds - 360 })],
    ['a signature of six minutes ahead', headerFor(payload, { timestamp: seconds + 360 })],
    ['another body', headerFor(`${payload} `)],
    ['rubbish', 't=1,v1=zz'],
    ['nothing', ''],
    ['no header', undefined],
  ])('is nothing with %s', (_, signature) => {
    const headers = { 'stripe-signature': signature as string };
    expect(provider.verifyWebhook(headers, Buffer.from(payload))).toBeNull();
  });

  it.each([-290, 290])('may be signed by a clock that is %i s off', (offset) => {
    const signature = headerFor(payload, { timestamp: seconds + offset });
    expect(verify(payload, signature)?.eventId).toBe('evt_1');
  });

  it('is nothing when its signed body is not JSON', () => {
    expect(verify('{')).toBeNull();
  });
});
