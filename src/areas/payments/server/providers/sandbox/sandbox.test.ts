import { createSecretKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import { type PaymentProvider, ProviderRefused, type WebhookEvent } from '../provider.ts';
import { createProviders } from '../providers.ts';
import { mountSandbox } from './sandbox-routes.ts';
import { sandboxKeys, signSandboxBody } from './sandbox-signature.ts';

const t = useKernel();
let app: FastifyInstance;
let sandbox: PaymentProvider;
/** What our own endpoint was sent: the event, or null when its signature did not hold. */
let received: (WebhookEvent | null)[] = [];
let endpointStatus = 200;

beforeAll(async () => {
  sandbox = createProviders(t.kernel).find('sandbox')!;
  ({ app } = await createTestApi(t.kernel));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/apix/payments/webhook/', async (request, reply) => {
      const event = sandbox.verifyWebhook(request.headers, request.body as Buffer);
      received.push(event);
      return reply.code(event ? endpointStatus : 400).send();
    });
  });
  mountSandbox(app, t.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(() => {
  received = [];
  endpointStatus = 200;
});

async function create(values: { payCurrency?: string; price?: string; description?: string } = {}) {
  const uuid = createId(t.kernel.clock.now());
  const created = await sandbox.createPayment({
    uuid,
    price: toAmount(values.price ?? '100', 'USD'),
    payCurrency: values.payCurrency ?? 'btc',
    description: values.description ?? 'Top-up of the wallet',
    successUrl: 'http://localhost:3000/dashboard/wallet',
    cancelUrl: 'javascript:alert(1)',
    expiresAt: new Date(t.kernel.clock.now().getTime() + hourMs),
  });
  return { uuid, made: created, id: created.providerPaymentId };
}
const push = (uuid: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: `/pay/sandbox/${uuid}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const page = async (uuid: string) => (await app.inject(`/pay/sandbox/${uuid}`)).body;

describe('a new payment', () => {
  it('asks for the price at the known rate, to an address of the chain', async () => {
    const { made: created, uuid } = await create();
    expect(created).toMatchObject({
      payAmount: { currency: 'btc', minor: 100_000n },
      extraId: null,
      paymentUrl: `http://localhost:3000/pay/sandbox/${uuid}`,
    });
    expect(created.payAddress).toMatch(/^bc1q[02-9ac-hj-np-z]{38}$/);
    expect(created.qrData).toBe(`bitcoin:${created.payAddress}?amount=0.001`);
    expect(await sandbox.fetchPayment(created.providerPaymentId)).toMatchObject({
      status: 'pending',
      orderId: uuid,
      price: { currency: 'USD', amount: '100.00' },
      payAmount: { currency: 'btc', amount: '0.00100000' },
      actuallyPaid: { currency: 'btc', amount: '0.00000000' },
      transfers: [],
      reversals: [],
    });
  });

  it('has a memo where an address serves many', async () => {
    const { made: created } = await create({ payCurrency: 'xrp' });
    expect(created.extraId).toMatch(/^\d{6,9}$/);
    expect(created.qrData).toContain(`dt=${created.extraId}`);
  });

  it('in fiat has no address, and rounds up', async () => {
    const { made: created } = await create({ payCurrency: 'JPY', price: '0.99' });
    expect(created.payAddress).toBeNull();
    expect(toDecimalText(created.payAmount)).toBe('149');
    expect(created.qrData).toBe(created.paymentUrl);
  });

  it('is made once, however often it is asked for', async () => {
    const price = toAmount('5', 'USD');
    const request = {
      uuid: createId(),
      price,
      payCurrency: 'ltc',
      description: '',
      successUrl: '',
      cancelUrl: '',
      expiresAt: new Date(),
    };
    const first = await sandbox.createPayment(request);
    expect(await sandbox.createPayment(request)).toEqual(first);
  });
});

describe('the buttons', () => {
  const snapshotAfter = async (...pushed: Record<string, string>[]) => {
    const { uuid, id } = await create();
    for (const fields of pushed) expect((await push(uuid, fields)).statusCode).toBe(303);
    return sandbox.fetchPayment(id);
  };
  const amounts = (transfers: { amount: string; isSettled: boolean }[]) =>
    transfers.map(({ amount, isSettled }) => [amount, isSettled]);

  it('pay in full', async () => {
    const snapshot = await snapshotAfter({ action: 'pay' });
    expect(snapshot.status).toBe('completed');
    expect(amounts(snapshot.transfers)).toEqual([['0.00100000', true]]);
    expect(received).toEqual([
      expect.objectContaining({
        providerPaymentId: snapshot.providerPaymentId,
        orderId: snapshot.orderId,
        providerStatus: 'finished',
      }),
    ]);
  });

  it('pay step by step', async () => {
    const { uuid, id } = await create();
    for (const [action, status, isSettled] of [
      ['send', 'confirming', false],
      ['confirm', 'confirmed', false],
      ['finish', 'completed', true],
    ] as const) {
      await push(uuid, { action });
      const snapshot = await sandbox.fetchPayment(id);
      expect(snapshot.status).toBe(status);
      expect(snapshot.transfers[0]!.isSettled).toBe(isSettled);
    }
    expect(received.map((event) => event?.providerStatus)).toEqual([
      'confirming',
      'confirmed',
      'finished',
    ]);
  });

  it('pay a part, and then the rest', async () => {
    const part = await snapshotAfter({ action: 'pay_part', amount: '0.0004' });
    expect(part.status).toBe('partially_paid');
    const { uuid, id } = await create();
    await push(uuid, { action: 'pay_part', amount: '0.0004' });
    expect(await page(uuid)).toMatch(/Still missing<\/dt><dd><code>0\.0006 BTC/);
    await push(uuid, { action: 'pay_rest' });
    const snapshot = await sandbox.fetchPayment(id);
    expect(snapshot.status).toBe('completed');
    expect(amounts(snapshot.transfers)).toEqual([
      ['0.00040000', true],
      ['0.00060000', true],
    ]);
  });

  it('pay too much, twice, and late', async () => {
    expect(amounts((await snapshotAfter({ action: 'pay_over' })).transfers)).toEqual([
      ['0.00120000', true],
    ]);
    expect((await snapshotAfter({ action: 'pay' }, { action: 'pay' })).transfers).toHaveLength(2);
    const late = await snapshotAfter({ action: 'expire' }, { action: 'pay' });
    expect(late).toMatchObject({ status: 'completed', transfers: [{ isSettled: true }] });
  });

  it('fail and expire', async () => {
    expect((await snapshotAfter({ action: 'fail' })).status).toBe('failed');
    expect((await snapshotAfter({ action: 'expire' })).status).toBe('expired');
  });

  it.each(['refund', 'chargeback'])('give it all back: %s', async (action) => {
    const snapshot = await snapshotAfter({ action: 'pay' }, { action });
    expect(snapshot.status).toBe('refunded');
    expect(snapshot.reversals).toMatchObject([{ kind: action, currency: 'USD', amount: '100.00' }]);
  });

  it.each([
    [{ action: 'pay_part', amount: '-1' }, 'above zero'],
    [{ action: 'pay_part', amount: '0.000000001' }, 'above zero'],
    [{ action: 'pay_part', amount: '' }, 'above zero'],
    [{ action: 'finish' }, 'Send something first'],
    [{ action: 'refund' }, 'nothing to give back'],
    [{ action: 'no_such_action' }, 'no longer valid'],
    [{ event: 'sbe_unknown' }, 'no longer valid'],
    [{}, 'no longer valid'],
  ])('say why %j does nothing', async (fields, words) => {
    const { uuid, id } = await create();
    const reply = await push(uuid, fields as Record<string, string>);
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain(words);
    expect((await sandbox.fetchPayment(id)).status).toBe('pending');
    expect(received).toEqual([]);
  });
});

describe('deliveries', () => {
  const lastEvent = async (uuid: string) =>
    /name="event" value="(sbe_\w+)"/.exec(await page(uuid))![1]!;

  it('can be repeated with the same event', async () => {
    const { uuid } = await create();
    await push(uuid, { action: 'pay' });
    await push(uuid, { event: await lastEvent(uuid) });
    expect(received).toHaveLength(2);
    expect(received[1]).toEqual(received[0]);
    expect(await page(uuid)).toContain('200, sent 2 times');
  });

  it('can be forged, and are then refused', async () => {
    const { uuid } = await create();
    await push(uuid, { action: 'pay' });
    await push(uuid, { event: await lastEvent(uuid), how: 'forged' });
    expect(received.at(-1)).toBeNull();
    expect(await page(uuid)).toContain('400, sent 2 times');
  });

  it('keep the event when the endpoint fails', async () => {
    endpointStatus = 500;
    const { uuid } = await create();
    expect((await push(uuid, { action: 'pay' })).statusCode).toBe(303);
    expect(await page(uuid)).toContain('<td>500</td>');
  });
});

describe('the page', () => {
  it('shows what to pay, in plain HTML that nothing can run in', async () => {
    const { uuid, made: created } = await create({ description: '<script>alert(1)</script>' });
    const reply = await app.inject(`/pay/sandbox/${uuid}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-security-policy']).toMatch(
      /default-src 'none'; style-src 'sha256-/,
    );
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toContain(created.payAddress);
    expect(reply.body).toContain('<svg');
    expect(reply.body).toContain('href="http://localhost:3000/dashboard/wallet"');
    expect(reply.body).not.toContain('javascript:');
    expect(reply.body).not.toContain('<script');
  });

  it.each([createId(), 'x', '%27'])('says that %s is no payment', async (uuid) => {
    expect((await app.inject(`/pay/sandbox/${uuid}`)).statusCode).toBe(404);
    expect((await push(uuid, { action: 'pay' })).statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('the page of a card', () => {
  async function createSetup() {
    const uuid = createId(t.kernel.clock.now());
    const setup = await sandbox.cards!.createSetup({
      uuid,
      customerId: await sandbox.cards!.createCustomer({ key: uuid, email: 'ada@example.com' }),
      successUrl: `http://localhost:3000/dashboard/wallet/payment-methods?setup=${uuid}`,
      cancelUrl: 'http://localhost:3000/dashboard/wallet/payment-methods',
      expiresAt: new Date(t.kernel.clock.now().getTime() + hourMs),
    });
    return { uuid, id: setup.providerSetupId };
  }
  const open = (uuid: string) => app.inject(`/pay/sandbox/cards/${uuid}`);
  const save = (uuid: string, card: string) => push(`cards/${uuid}`, { card });

  it('has a button for each card, and saves the first one that is chosen', async () => {
    const { uuid, id } = await createSetup();
    const page = await open(uuid);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body.match(/name="card" value="\w+"/g)).toHaveLength(4);
    expect(await sandbox.cards!.fetchSetup(id)).toEqual({
      orderId: uuid,
      status: 'open',
      card: null,
    });
    expect((await save(uuid, 'gold')).statusCode).toBe(400);
    const saved = await save(uuid, 'pays');
    expect([saved.statusCode, saved.headers.location]).toEqual([
      303,
      `http://localhost:3000/dashboard/wallet/payment-methods?setup=${uuid}`,
    ]);
    expect(received).toMatchObject([{ orderId: uuid, providerStatus: 'card_saved' }]);
    await save(uuid, 'is_declined');
    expect((await sandbox.cards!.fetchSetup(id)).card).toMatchObject({
      brand: 'visa',
      last4: '4242',
    });
  });

  it('ends with the setup, and is there for no other', async () => {
    const { uuid, id } = await createSetup();
    t.kernel.clock.advance(2 * hourMs);
    for (const name of [uuid, createId(t.kernel.clock.now()), 'x']) {
      expect((await open(name)).statusCode).toBe(404);
      expect((await save(name, 'pays')).statusCode).toBe(404);
    }
    expect(await sandbox.cards!.fetchSetup(id)).toMatchObject({ status: 'expired', card: null });
    await expect(sandbox.cards!.fetchSetup('sbs_none')).rejects.toThrow(ProviderRefused);
  });
});

describe('asked as a provider', () => {
  it('ends what waits, and nothing else', async () => {
    const { id, uuid } = await create();
    expect(await sandbox.expirePayment(id)).toBe(true);
    expect((await sandbox.fetchPayment(id)).status).toBe('expired');
    await push(uuid, { action: 'pay' });
    expect(await sandbox.expirePayment(id)).toBe(false);
  });

  it('refunds in parts, each key once, and never more than there is', async () => {
    const { id, uuid } = await create();
    const part = { key: createId(), amount: toAmount('40', 'USD') };
    await expect(sandbox.refund(id, part)).rejects.toThrow(ProviderRefused);
    await push(uuid, { action: 'pay' });
    const first = await sandbox.refund(id, part);
    expect(first).toMatchObject({ kind: 'refund', amount: '40.00' });
    expect(await sandbox.refund(id, part)).toEqual(first);
    const tooMuch = { key: createId(), amount: toAmount('61', 'USD') };
    await expect(sandbox.refund(id, tooMuch)).rejects.toThrow(ProviderRefused);
    expect((await sandbox.fetchPayment(id)).status).toBe('completed');
    await sandbox.refund(id, { key: createId() });
    const snapshot = await sandbox.fetchPayment(id);
    expect(snapshot.status).toBe('refunded');
    expect(snapshot.reversals.map(({ amount }) => amount)).toEqual(['40.00', '60.00']);
  });

  it('knows no payment of another name', async () => {
    await expect(sandbox.fetchPayment('sbx_nobody')).rejects.toThrow(ProviderRefused);
  });

  it('says minimums and rates', async () => {
    expect(Number((await sandbox.minimumAmount('btc', 'USD')).amount)).toBe(0.00005);
    expect(await sandbox.fetchRate('btc', 'USD')).toMatchObject({ rate: '100000' });
    await expect(sandbox.fetchRate('btc', 'XTS')).rejects.toThrow(ProviderRefused);
  });
});

describe('a webhook', () => {
  const body = JSON.stringify({
    id: 'sbe_1',
    payment_id: 'sbx_1',
    order_id: null,
    status: 'finished',
    price_amount: '1.00',
    price_currency: 'USD',
  });
  const verify = (signature: unknown, text = body) =>
    sandbox.verifyWebhook({ 'x-sandbox-signature': signature as string }, Buffer.from(text));
  const sign = (text: string, key = sandboxKeys(t.kernel.config.APP_SECRET)[0], at?: Date) =>
    signSandboxBody(key, text, at ?? t.kernel.clock.now());
  const minutesAgo = (minutes: number) =>
    new Date(t.kernel.clock.now().getTime() - minutes * minuteMs);

  it('holds when signed with our key, now', () => {
    expect(verify(sign(body))).toMatchObject({ eventId: 'sbe_1', providerStatus: 'finished' });
  });

  it('is nothing otherwise', () => {
    expect(verify(sign(body, createSecretKey(Buffer.alloc(32))))).toBeNull();
    expect(verify(sign(body, undefined, minutesAgo(6)))).toBeNull();
    expect(verify(sign(body, undefined, minutesAgo(-6)))).toBeNull();
    expect(verify(sign(`${body} `))).toBeNull();
    expect(verify(sign('{'), '{')).toBeNull();
    expect(verify(sign('[]'), '[]')).toBeNull();
    for (const signature of [undefined, '', 'v1=', 't=1,v1=00', ['a', 'b']])
      expect(verify(signature)).toBeNull();
  });
});
