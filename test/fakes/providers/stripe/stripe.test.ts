// What the fake refuses, and that it keeps the books of what it accepts.
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadStripe } from '#areas/payments/server/providers/stripe/stripe-sdk.ts';
import { startHttpServer } from '../../http-server.ts';
import { endPayout, payOut } from './balance.ts';
import { visa } from './pages.ts';
import { closeDispute, failRefund, openDispute } from './reversals.ts';
import { decideDebit, paySession, saveCard } from './sessions.ts';
import { type FakeStripe, startStripe } from './stripe.ts';

const keys = {
  sk_test_all: { account: 'acct_one' },
  sk_live_all: { account: 'acct_one' },
  rk_test_few: { account: 'acct_one', permissions: ['rak_customer_write', 'rak_charge_read'] },
};
let nowMs = Date.parse('2026-11-20T12:00:00Z');
const sent: { body: string; headers: Record<string, string> }[] = [];
let fake: FakeStripe;
let stripe: Stripe;
const openClient = (key: keyof typeof keys) =>
  new (loadStripe())(key, {
    host: '127.0.0.1',
    port: fake.port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });

beforeAll(async () => {
  fake = await startStripe({
    keys,
    now: () => new Date(nowMs),
    send: async (body, headers) => {
      sent.push({ body, headers });
      return 200;
    },
  });
  stripe = openClient('sk_test_all');
});
afterAll(() => fake.close());

/** As a client of any language would send it. */
async function post(path: string, form: Record<string, string>, headers: object = {}) {
  const response = await fetch(`${fake.address}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_all', ...headers },
    body: new URLSearchParams(form),
  });
  const { error } = (await response.json()) as { error?: Record<string, unknown> };
  return { status: response.status, ...error };
}

const order = {
  mode: 'payment',
  success_url: 'https://example.com/ok',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '5000',
  'line_items[0][price_data][product_data][name]': 'Top-up',
};
const sessionsPath = '/v1/checkout/sessions';

describe('parameters', () => {
  test.each([
    ['an unknown one', { ...order, colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      'an unknown one inside another',
      { ...order, 'line_items[0][price_data][vat]': '1' },
      'parameter_unknown',
      'line_items[0][price_data][vat]',
    ],
    [
      'one that was removed',
      { ...order, 'payment_method_types[0]': 'card' },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    ['no text', { ...order, success_url: '' }, 'parameter_invalid_empty', 'success_url'],
    [
      'a number with decimals',
      { ...order, 'line_items[0][quantity]': '1.5' },
      'parameter_invalid_integer',
      'line_items[0][quantity]',
    ],
    ['another word than those of a choice', { ...order, mode: 'gift' }, undefined, 'mode'],
    ['no list', { ...order, expand: 'payment_intent' }, undefined, 'expand'],
    ['an end that is too near', { ...order, expires_at: '1' }, undefined, 'expires_at'],
    ['no order', { mode: 'payment' }, 'parameter_missing', 'line_items'],
    [
      'a currency that is missing in an order',
      Object.fromEntries(Object.entries(order).filter(([name]) => !name.endsWith('[currency]'))),
      'parameter_missing',
      'line_items[0][price_data][currency]',
    ],
    [
      'nine digits',
      { ...order, 'line_items[0][price_data][unit_amount]': '100000000' },
      'amount_too_large',
      'line_items',
    ],
    [
      'too little',
      { ...order, 'line_items[0][price_data][unit_amount]': '49' },
      'amount_too_small',
      'line_items',
    ],
    [
      'a customer that is not there',
      { ...order, customer: 'cus_1' },
      'resource_missing',
      'customer',
    ],
    [
      'a long value of metadata',
      { ...order, 'metadata[a]': 'x'.repeat(501) },
      undefined,
      'metadata[a]',
    ],
  ])('%s is refused', async (_, form, code, param) => {
    expect(await post(sessionsPath, form)).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param,
      ...(code && { code }),
    });
  });

  test('a call that we do not make is refused, and so are another version and an unknown key', async () => {
    expect(await post('/v1/subscriptions', {})).toMatchObject({ status: 404 });
    const old = { 'stripe-version': '2024-06-20' };
    expect(await post(sessionsPath, order, old)).toMatchObject({ status: 400 });
    const unknown = { authorization: 'Bearer sk_test_x' };
    expect(await post(sessionsPath, order, unknown)).toMatchObject({ status: 401 });
  });

  test('only what is an object can be expanded', async () => {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'setup',
      allowed_payment_method_types: ['card'],
      success_url: 'https://example.com',
    });
    const expanding = (path: string) => stripe.checkout.sessions.retrieve(id, { expand: [path] });
    await expect(expanding('status')).rejects.toMatchObject({ param: 'expand' });
    expect(await expanding('setup_intent.payment_method')).toMatchObject({ setup_intent: null });
  });
});

test('a restricted key does only what it is permitted, and writing includes reading', async () => {
  const few = openClient('rk_test_few');
  expect(await few.customers.create({ email: 'a@example.com' })).toMatchObject({ livemode: false });
  await few.customers.list();
  await expect(few.disputes.list()).rejects.toMatchObject({
    statusCode: 403,
    message: expect.stringContaining("account 'acct_one'. Having the 'rak_dispute_read'"),
  });
  await expect(few.refunds.create({ charge: 'ch_1' })).rejects.toMatchObject({ statusCode: 403 });
});

test('an object of the test mode is not there in the live mode', async () => {
  const { id } = await stripe.customers.create({ email: 'a@example.com' });
  const live = openClient('sk_live_all');
  await expect(live.customers.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' });
});

test('an idempotency key repeats its answer for a day, and refuses another body', async () => {
  const create = (email: string) => stripe.customers.create({ email }, { idempotencyKey: 'k1' });
  const first = await create('a@example.com');
  expect((await create('a@example.com')).id).toBe(first.id);
  await expect(create('b@example.com')).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  nowMs += 25 * 3_600_000;
  expect((await create('b@example.com')).id).not.toBe(first.id);
});

test('lists have pages, in both directions, and filters', async () => {
  const email = 'pages@example.com';
  for (let at = 0; at < 3; at++) await stripe.customers.create({ email });
  const all = await stripe.customers.list({ email, limit: 2 });
  expect(all).toMatchObject({ has_more: true, data: [{ email }, { email }] });
  const [newest, second] = all.data;
  const rest = await stripe.customers.list({ email, limit: 2, starting_after: second!.id });
  expect(rest).toMatchObject({ has_more: false, data: [{ email }] });
  const before = await stripe.customers.list({ email, ending_before: second!.id });
  expect(before.data.map(({ id }) => id)).toEqual([newest!.id]);
  const future = { gt: Math.floor(nowMs / 1000) };
  expect((await stripe.customers.list({ email, created: future })).data).toEqual([]);
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  await expect(stripe.customers.list({ starting_after: 'cus_x' })).rejects.toThrow('No such');
});

async function createSession(metadata: Record<string, string> = {}) {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://example.com/ok',
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: 10_000, product_data: { name: 'Top-up' } },
      },
    ],
  });
}

async function payForSession() {
  const { id } = await createSession();
  paySession(fake.account, id, 'pay');
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  return { session, intent, charge: intent.latest_charge as Stripe.Charge };
}

test('a saved card is charged for its own customer, or declined as it was told', async () => {
  const { id: customer } = await stripe.customers.create({ email: 'a@example.com' });
  const save = async (code?: string) => {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'setup',
      customer,
      allowed_payment_method_types: ['card'],
      success_url: 'https://example.com',
    });
    return saveCard(fake.account, id, visa, code).id;
  };
  const charge = (payment_method: string, owner: string | null = customer) =>
    stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      ...(owner && { customer: owner }),
      payment_method,
      off_session: true,
      confirm: true,
    });
  const good = await save();
  expect(await charge(good)).toMatchObject({ status: 'succeeded', amount_received: 500 });
  await expect(charge(good, null)).rejects.toMatchObject({ param: 'payment_method' });
  await expect(charge('pm_gone')).rejects.toMatchObject({ code: 'resource_missing' });
  const refusal = charge(await save('insufficient_funds'));
  await expect(refusal).rejects.toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    payment_intent: { status: 'requires_payment_method' },
  });
  await stripe.paymentMethods.detach(good);
  await expect(stripe.paymentMethods.detach(good)).rejects.toThrow('not attached');
});

describe('money', () => {
  test('of a payment is converted, with a fee, and paid out with what it consists of', async () => {
    const { charge } = await payForSession();
    const transaction = charge.balance_transaction as Stripe.BalanceTransaction;
    expect(transaction).toMatchObject({ currency: 'usd', type: 'charge', status: 'pending' });
    expect(transaction.net).toBe(transaction.amount - transaction.fee);
    const pending = (await stripe.balance.retrieve()).pending[0]!.amount;
    expect(pending).toBeGreaterThanOrEqual(transaction.net);
    nowMs += 3 * 86_400_000;
    const payout = payOut(fake.account)!;
    const { data } = await stripe.balanceTransactions.list({ payout: payout.id, limit: 100 });
    expect(data.reduce((sum, { net }) => sum + net, 0)).toBe(0);
    expect(data.map(({ id }) => id)).toContain(transaction.id);
    expect((await stripe.balance.retrieve()).available[0]!.amount).toBe(0);
    endPayout(fake.account, payout.id, 'failed');
    expect((await stripe.balance.retrieve()).available[0]!.amount).toBe(payout.amount);
    expect(await stripe.payouts.retrieve(payout.id)).toMatchObject({ status: 'failed' });
  });

  test('is refunded up to what was paid, and is there again when a refund fails', async () => {
    const { intent } = await payForSession();
    const refund = (amount?: number) =>
      stripe.refunds.create({ payment_intent: intent.id, ...(amount && { amount }) });
    const part = await refund(4000);
    await expect(refund(6001)).rejects.toThrow('greater than unrefunded');
    await refund();
    await expect(refund(1)).rejects.toMatchObject({ code: 'charge_already_refunded' });
    failRefund(fake.account, part.id);
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ status: 'failed' });
    await refund(4000);
    const open = await createSession();
    await expect(stripe.refunds.create({ payment_intent: open.id })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  test('is withdrawn by a dispute, reinstated when it is won, and withdrawn again by an appeal', async () => {
    const { intent } = await payForSession();
    const { id } = openDispute(fake.account, intent.id, 'dispute');
    const read = async () => {
      const dispute = await stripe.disputes.retrieve(id);
      const moves = dispute.balance_transactions.map(({ amount }) => Math.sign(amount));
      return [dispute.status, ...moves];
    };
    expect(await read()).toEqual(['needs_response', -1]);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    closeDispute(fake.account, id, 'won');
    expect(await read()).toEqual(['won', -1, 1]);
    closeDispute(fake.account, id, 'lost');
    expect(await read()).toEqual(['lost', -1, 1, -1]);
    expect(await stripe.disputes.list({ payment_intent: intent.id })).toMatchObject({
      data: [{ id }],
    });
  });

  test.each(['inquiry', 'prevented'] as const)('stays where it is by an %s', async (start) => {
    const { intent } = await payForSession();
    const { id } = openDispute(fake.account, intent.id, start);
    expect((await stripe.disputes.retrieve(id)).balance_transactions).toEqual([]);
  });

  test('of a bank debit is decided later', async () => {
    const { id } = await createSession();
    paySession(fake.account, id, 'pay_later');
    const read = () => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(await read()).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    });
    decideDebit(fake.account, id, true);
    expect(await read()).toMatchObject({
      payment_status: 'paid',
      payment_intent: { status: 'succeeded' },
    });
  });
});

test('a session ends by itself, and an ended one can not be ended again', async () => {
  const { id } = await createSession();
  nowMs += 25 * 3_600_000;
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
  await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow('status of expired');
});

test('events are signed, and sent in the order and as often as it is wanted', async () => {
  await fake.outbox.deliver();
  sent.length = 0;
  await payForSession();
  await fake.outbox.deliver({ copies: 2, isReversed: true, ageSeconds: 10 });
  const events = sent.map(({ body, headers }) =>
    stripe.webhooks.constructEvent(
      body,
      headers['stripe-signature']!,
      fake.settings.STRIPE_WEBHOOK_SECRET!,
      11,
      undefined,
      nowMs,
    ),
  );
  const order = [
    'checkout.session.completed',
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
  ];
  expect(events.map(({ type }) => type)).toEqual(order.flatMap((type) => [type, type]));
  expect(events[0]!.id).toBe(events[1]!.id);
  expect(await stripe.events.retrieve(events[0]!.id)).toEqual(events[0]);
});

test('what Stripe does not accept is sent again', async () => {
  const closed = await startStripe({ send: async () => 500 });
  const { STRIPE_SECRET_KEY = '' } = closed.settings;
  const options = { host: '127.0.0.1', port: closed.port, protocol: 'http' } as const;
  await new (loadStripe())(STRIPE_SECRET_KEY, options).customers.create();
  expect(await closed.outbox.deliver()).toMatchObject([{ status: 500 }]);
  expect(closed.outbox.waiting).toHaveLength(1);
  await closed.close();
});

test('events are sent at once where that is wanted', async () => {
  const receiver = await startHttpServer();
  receiver.on('POST /hook', { status: 200 });
  const webhookUrl = `${receiver.url}/hook`;
  const open = await startStripe({ webhookUrl, sendsAtOnce: true });
  const { STRIPE_SECRET_KEY = '' } = open.settings;
  const options = { host: '127.0.0.1', port: open.port, protocol: 'http' } as const;
  await new (loadStripe())(STRIPE_SECRET_KEY, options).customers.create();
  await expect
    .poll(() => receiver.calls.map(({ body }) => JSON.parse(body).type))
    .toEqual(['customer.created']);
  await Promise.all([open.close(), receiver.stop()]);
});

describe('the pages', () => {
  const press = (path: string, action: string, id = '') =>
    fetch(`${fake.address}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ action, id }),
      redirect: 'manual',
    });

  test('pay, after a refusal of the bank, and lead back', async () => {
    const { id, url } = await createSession();
    const { pathname } = new URL(url!);
    expect(await (await fetch(url!)).text()).toContain('Pay 100.00 EUR');
    expect(await (await press(pathname, 'bank')).text()).toContain('The bank asks');
    const refused = await press(pathname, 'authentication_required');
    expect(await refused.text()).toContain('Your card was declined');
    const paid = await press(pathname, 'pay');
    expect(paid.headers.get('location')).toBe('https://example.com/ok');
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(session).toMatchObject({ payment_intent: { status: 'succeeded' } });
    expect((await press(pathname, 'pay')).status).toBe(400);
  });

  test('start what nobody at a keyboard starts', async () => {
    const { intent } = await payForSession();
    expect(await (await fetch(fake.address)).text()).toContain(intent.id);
    expect((await press('/', 'dispute', intent.id)).status).toBe(303);
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    await press('/', 'won', data[0]!.id);
    expect(await stripe.disputes.retrieve(data[0]!.id)).toMatchObject({ status: 'won' });
  });
});
