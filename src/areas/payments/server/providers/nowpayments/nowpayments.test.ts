import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import { coinCodes } from '#test/fakes/providers/nowpayments/coins.ts';
import type { PlayName } from '#test/fakes/providers/nowpayments/plays.ts';
import {
  type Nowpayments,
  startNowpayments,
} from '#test/fakes/providers/nowpayments/start-nowpayments.ts';
import { blockPage } from '#test/fakes/providers/serve-provider.ts';
import { scaledMs } from '#test/time-limits.ts';
import {
  type PaymentProvider,
  ProviderRefused,
  type ProviderSnapshot,
  ProviderUnavailable,
} from '../provider.ts';
import { createNowpayments } from './nowpayments.ts';

const uuid = '0193a5b0-0000-7000-8000-000000000001';
const ipnSecret = 'ipn-secret';
const now = new Date('2026-11-20T12:00:00Z');
let wire: Nowpayments;
let provider: PaymentProvider;

beforeAll(async () => {
  wire = await startNowpayments({
    apiKey: 'the-key',
    ipnSecret,
    now: () => now,
    coins: coinCodes.filter((code) => code !== 'shib'),
    deliver: null,
  });
  provider = createNowpayments(options());
});
afterAll(() => wire.close());
beforeEach(() => wire.reset());

const options = () => ({
  apiKey: 'the-key',
  ipnSecret,
  webhookUrl: 'https://example.com/apix/payments/webhook/',
  clock: { now: () => now },
  baseUrl: wire.settings.NOWPAYMENTS_URL!,
  http: { timeoutMs: scaledMs(1500), retriesMax: 2, retryDelayMs: 1 },
});
const request = {
  uuid,
  price: toAmount('12.50', 'USD'),
  payCurrency: 'btc',
  description: 'Top-up',
  successUrl: 'https://example.com/ok',
  cancelUrl: 'https://example.com/no',
  expiresAt: new Date('2026-11-20T13:00:00Z'),
};
/** A payment as the wire has it; the values are JSON, so that numbers can be odd. */
const paymentJson = (values: Record<string, string> = {}): string => {
  const fields = {
    payment_id: '5045208125',
    payment_status: '"waiting"',
    pay_address: '"bc1qexample"',
    price_amount: '12.5',
    price_currency: '"usd"',
    pay_amount: '0.000123',
    pay_currency: '"btc"',
    order_id: `"${uuid}"`,
    created_at: '"2026-11-20T12:00:00.000Z"',
    updated_at: '"2026-11-20T12:00:01.000Z"',
    ...values,
  };
  const pairs = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);
  return `{${pairs.join(',')}}`;
};

describe('a new payment', () => {
  it('is asked for with the exact price, and answered with what to send where', async () => {
    const created = await provider.createPayment(request);
    const order = wire.findOrder(uuid)!;
    expect(created).toMatchObject({
      providerPaymentId: String(order.id),
      payAmount: { currency: 'btc', minor: 12657n },
      payAddress: order.address,
      extraId: null,
      paymentUrl: null,
      qrData: `bitcoin:${order.address}?amount=0.00012657`,
      expiresAt: request.expiresAt,
    });
    expect(order).toMatchObject({
      priceCurrency: 'usd',
      payCurrency: 'btc',
      description: 'Top-up',
      callbackUrl: 'https://example.com/apix/payments/webhook/',
    });
    expect(order.priceAmount.toFixed()).toBe('12.5');
  });

  it.each(coinCodes.filter(isCurrency))('can be made in %s', async (payCurrency) => {
    const created = await provider.createPayment({ ...request, payCurrency });
    expect(created.payAmount.currency).toBe(payCurrency);
    expect(created.extraId).toBe(wire.findOrder(uuid)!.extraId);
    const least = await provider.minimumAmount(payCurrency, 'USD');
    expect(new Decimal(least.amount).lt(toDecimalText(created.payAmount))).toBe(true);
  });

  it('of a currency that NOWPayments does not price is asked for in dollars', async () => {
    const price = toAmount('50000', 'KZT');
    const { convertedPrice } = await provider.createPayment({ ...request, price });
    const { priceAmount, priceCurrency } = wire.findOrder(uuid)!;
    expect(priceCurrency).toBe('usd');
    expect(priceAmount.gt(10) && priceAmount.lt(500)).toBe(true);
    expect(toDecimalText(convertedPrice!)).toBe(priceAmount.toFixed(2));
    const { rate } = await provider.fetchRate('usdc', 'KZT');
    const worth = new Decimal('0.9998').times(50_000).div(priceAmount);
    expect(Number(rate)).toBeCloseTo(worth.toNumber(), 0);
    expect(wire.calls.at(-1)).toContain('currency_to=usd');
  });

  it.each([
    ['below the minimum', { price: toAmount('1', 'USD') }, /larger amount/],
    ['in a coin that is switched off', { payCurrency: 'shib' }, /Choose another/],
    ['in no coin', { payCurrency: 'nothing' }, /Choose another/],
  ])('%s is refused in words for a person', async (_, values, words) => {
    const refused = provider.createPayment({ ...request, ...values });
    await expect(refused).rejects.toThrow(ProviderRefused);
    await expect(refused).rejects.toThrow(words);
  });

  it.each([
    ['0.0001234567891', 12346n],
    ['1e-7', 10n],
    ['"0.5"', 50_000_000n],
    ['170.0', 17_000_000_000n],
  ])('asks for the amount %s rounded up to the smallest unit', async (text, minor) => {
    wire.failNext({ status: 201, body: paymentJson({ pay_amount: text }) });
    expect((await provider.createPayment(request)).payAmount.minor).toBe(minor);
  });

  it('keeps an id that no number can hold, the memo, and the earlier end', async () => {
    const body = paymentJson({
      payment_id: '90071992547409931234',
      pay_currency: '"xrp"',
      pay_amount: '5',
      payin_extra_id: '421337',
      valid_until: '"2026-11-20T12:20:00Z"',
    });
    wire.failNext({ status: 201, body });
    const created = await provider.createPayment({ ...request, payCurrency: 'xrp' });
    expect(created).toMatchObject({
      providerPaymentId: '90071992547409931234',
      extraId: '421337',
      qrData: 'xrpl:bc1qexample?amount=5&dt=421337',
      expiresAt: new Date('2026-11-20T12:20:00Z'),
    });
  });

  it.each([
    ['another currency', { pay_currency: '"eth"' }],
    ['no address', { pay_address: 'null' }],
    ['no amount', { pay_amount: '"NaN"' }],
    ['a negative amount', { pay_amount: '-1' }],
    ['a path for an id', { payment_id: '"../x"' }],
  ])('is not believed with %s', async (_, values) => {
    wire.failNext({ status: 201, body: paymentJson(values) });
    await expect(provider.createPayment(request)).rejects.toThrow(ProviderUnavailable);
  });

  it.each([
    [400, { code: 'AMOUNT_MINIMAL_ERROR', message: 'amountTo is too small' }, /larger amount/],
    [400, { message: 'amount is too large' }, /smaller amount/],
    [400, { code: 'INVALID_REQUEST_PARAMS', message: 'payCurrency is invalid' }, /Choose another/],
    [400, { message: '<b>inner</b> workings' }, /did not accept/],
  ])('refused with %i %j is explained to a person', async (status, body, words) => {
    wire.failNext({ status, body });
    const refusal = await provider.createPayment(request).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProviderRefused);
    expect((refusal as Error).message).toMatch(words);
    expect((refusal as Error).message).not.toContain('inner');
  });

  it.each([
    ['a broken server', { status: 503 } as const],
    ['silence', 'hang' as const],
    ['a closed connection', 'drop' as const],
  ])('is asked for once when there is %s, because it may exist', async (_, reply) => {
    wire.failNext(reply);
    await expect(provider.createPayment(request)).rejects.toThrow(ProviderUnavailable);
    expect(wire.calls).toHaveLength(1);
  });
});

describe('asking for a payment', () => {
  const answer = (values: Record<string, string>) =>
    wire.failNext({ status: 200, body: paymentJson(values) });
  const snapshot = () => provider.fetchPayment('5045208125');

  it.each([
    ['waiting', 'pending'],
    ['confirming', 'confirming'],
    ['confirmed', 'confirmed'],
    ['sending', 'confirmed'],
    ['partially_paid', 'partially_paid'],
    ['finished', 'completed'],
    ['failed', 'failed'],
    ['refunded', 'refunded'],
    ['expired', 'expired'],
    ['a_new_word', 'pending'],
  ])('reads %s as %s', async (word, status) => {
    answer({ payment_status: `"${word}"` });
    expect(await snapshot()).toMatchObject({ status, providerStatus: word, orderId: uuid });
  });

  it('sees no money where none was sent', async () => {
    answer({ actually_paid: '0.0', payin_hash: '"null"' });
    expect(await snapshot()).toMatchObject({
      transfers: [],
      reversals: [],
      price: { currency: 'USD', amount: '12.5' },
      payAmount: { currency: 'btc', amount: '0.000123' },
      actuallyPaid: { currency: 'btc', amount: '0' },
    });
  });

  it('settles money when it is finished, with every digit', async () => {
    const paid = { actually_paid: '1.23456789012345e-4', payin_hash: '"abc"' };
    answer({ ...paid, payment_status: '"confirming"' });
    expect((await snapshot()).transfers).toMatchObject([{ isSettled: false }]);
    answer({ ...paid, payment_status: '"finished"' });
    expect((await snapshot()).transfers).toEqual([
      {
        id: '5045208125',
        currency: 'btc',
        amount: '0.000123456789012345',
        at: new Date('2026-11-20T12:00:01.000Z'),
        confirmations: null,
        hash: 'abc',
        isSettled: true,
        isStuck: false,
      },
    ]);
  });

  it('counts every further deposit to the address, also of another coin', async () => {
    answer({
      payment_status: '"partially_paid"',
      actually_paid: '0.0001',
      payment_extra_ids: '[111,"222"]',
    });
    const further = { payment_status: '"finished"', parent_payment_id: '5045208125' };
    wire.failNext({
      status: 200,
      body: paymentJson({ ...further, payment_id: '111', actually_paid: '0.000023' }),
    });
    wire.failNext({
      status: 200,
      body: paymentJson({
        ...further,
        payment_id: '222',
        actually_paid: '3',
        pay_currency: '"usdtmatic"',
      }),
    });
    const { transfers } = await snapshot();
    expect(transfers.map(({ id, currency, amount }) => [id, currency, amount])).toEqual([
      ['5045208125', 'btc', '0.0001'],
      ['111', 'btc', '0.000023'],
      ['222', 'usdtmatic', '3'],
    ]);
  });

  it.each([
    ['confirming', false, false],
    ['failed', true, false],
    ['expired', true, false],
    ['wrong_asset_confirmed', true, true],
  ])('knows what becomes of money that is %s', async (word, isStuck, hasUnknownStatus) => {
    answer({ payment_status: `"${word}"`, actually_paid: '0.0001' });
    const money = { isSettled: false, isStuck };
    expect(await snapshot()).toMatchObject({ transfers: [money], hasUnknownStatus });
  });

  it('tries again after a broken answer, and gives up in the end', async () => {
    const good = { status: 200, body: paymentJson() };
    wire.failNext({ status: 502 }, 'drop', good);
    expect((await snapshot()).status).toBe('pending');
    expect(wire.calls).toHaveLength(3);
    wire.failNext({ status: 502 }, { status: 502 }, { status: 502 });
    await expect(snapshot()).rejects.toThrow('nowpayments: responded with 502');
  });

  it.each([
    ['7', 7],
    ['soon', 60],
    ['999999', 3600],
  ])('does not try again at once when it asks too often (%s)', async (header, seconds) => {
    wire.failNext({ status: 429, headers: { 'retry-after': header } });
    await expect(snapshot()).rejects.toMatchObject({ retryAfterSeconds: seconds });
    expect(wire.calls).toHaveLength(1);
  });

  it('says nothing to customers of a key that is not taken', async () => {
    const other = createNowpayments({ ...options(), apiKey: 'another-key' });
    await expect(other.fetchPayment('5045208125')).rejects.toThrow(ProviderUnavailable);
    await expect(other.fetchPayment('5045208125')).rejects.toThrow('does not accept our API key');
  });

  it.each([403, 429, 503])('names the guard that refuses us with %i', async (status) => {
    wire.failNext({ ...blockPage('cloudflare'), status });
    await expect(snapshot()).rejects.toThrow(
      `nowpayments: Cloudflare in front of it refuses us with ${status}`,
    );
  });

  it('follows no redirect with our key', async () => {
    const redirect = { status: 302, headers: { location: `${wire.address}/elsewhere` } };
    wire.failNext(redirect, redirect, redirect);
    await expect(snapshot()).rejects.toThrow(ProviderUnavailable);
    expect(wire.calls).not.toContain('GET /elsewhere');
  });

  it('knows that a payment is not there', async () => {
    await expect(snapshot()).rejects.toThrow('does not know this payment');
  });
});

it('says the least amount and the rate of the moment', async () => {
  expect(await provider.minimumAmount('btc', 'USD')).toEqual({
    currency: 'btc',
    amount: '0.00003',
  });
  expect(await provider.fetchRate('btc', 'USD')).toEqual({
    rate: '98765.4321',
    source: 'nowpayments',
    at: now,
  });
});

it('can neither end nor refund a payment', async () => {
  expect(await provider.expirePayment('1')).toBe(false);
  await expect(provider.refund('1', { key: 'k' })).rejects.toThrow(ProviderRefused);
  expect(wire.calls).toHaveLength(0);
});

describe('what becomes of a payment', () => {
  const create = async (payCurrency = 'usdttrc20') => {
    const created = await provider.createPayment({ ...request, payCurrency });
    return { id: created.providerPaymentId, amount: toDecimalText(created.payAmount) };
  };
  const play = async (id: string, ...names: PlayName[]) => {
    for (const name of names) await wire.play(Number(id), name);
    return provider.fetchPayment(id);
  };
  const money = ({ transfers, reversals, status }: ProviderSnapshot) => ({
    status,
    transfers: transfers.map(
      ({ currency, isSettled, isStuck }) =>
        `${currency}${isSettled ? ' settled' : ''}${isStuck ? ' stuck' : ''}`,
    ),
    reversals: reversals.length,
  });

  it.each<[PlayName[], string, string[], number]>([
    [['pay'], 'completed', ['usdttrc20 settled'], 0],
    [['send'], 'confirming', ['usdttrc20'], 0],
    [['send', 'confirm'], 'completed', ['usdttrc20 settled'], 0],
    [['pay_less'], 'partially_paid', ['usdttrc20 settled'], 0],
    [['pay_less', 'pay_rest'], 'partially_paid', ['usdttrc20 settled', 'usdttrc20 settled'], 0],
    [['pay_more'], 'completed', ['usdttrc20 settled'], 0],
    [['pay_dust'], 'pending', [], 0],
    [['pay_other_coin'], 'pending', ['usdterc20 stuck'], 0],
    [['pay_unknown_coin'], 'pending', ['shib stuck'], 0],
    [['fail'], 'failed', [], 0],
    [['fail_paid'], 'failed', ['usdttrc20 stuck'], 0],
    [['expire'], 'expired', [], 0],
    [['expire', 'pay'], 'expired', ['usdttrc20 settled'], 0],
    [['pay', 'refund'], 'refunded', ['usdttrc20'], 1],
    [['pay', 'pay', 'refund'], 'completed', ['usdttrc20 settled', 'usdttrc20'], 1],
  ])('%j', async (names, status, transfers, reversals) => {
    const { id } = await create();
    expect(money(await play(id, ...names))).toEqual({ status, transfers, reversals });
    expect((await provider.fetchPayment(id)).orderId).toBe(uuid);
  });

  it('has every digit that was sent', async () => {
    const { id, amount } = await create('eth');
    const { transfers, price } = await play(id, 'pay');
    expect(transfers).toMatchObject([{ id, currency: 'eth' }]);
    expect(new Decimal(transfers[0]!.amount).eq(amount)).toBe(true);
    expect(price).toEqual({ currency: 'USD', amount: '12.5' });
    const { reversals } = await play(id, 'refund');
    expect(reversals).toMatchObject([{ id: `${id}:refund`, transferId: id, kind: 'refund' }]);
  });

  it('is reported by notifications, each of which is about that payment', async () => {
    const { id } = await create();
    wire.takeNotifications();
    await play(id, 'pay', 'pay');
    const events = wire.takeNotifications().map(({ headers, body: sent }) => {
      const other = sent.replace(uuid, uuid.replace('1', '2'));
      expect(provider.verifyWebhook(headers, Buffer.from(other))).toBeNull();
      return provider.verifyWebhook(headers, Buffer.from(sent))!;
    });
    const steps = ['confirming', 'confirmed', 'sending', 'finished'];
    expect(events.map(({ providerStatus }) => providerStatus)).toEqual([...steps, ...steps]);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(8);
    for (const event of events)
      expect(event).toMatchObject({ providerPaymentId: id, orderId: uuid });
  });
});

describe('a webhook', () => {
  const body = paymentJson({
    payment_status: '"finished"',
    pay_amount: '170.0',
    updated_at: '1763640001000',
    fee: '{"serviceFee":0.10,"currency":"btc"}',
  });
  const sign = (text: string, secret = ipnSecret) =>
    createHmac('sha512', secret).update(text).digest('hex');
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value;
  const json = JSON.parse(body) as Record<string, unknown>;
  const verify = (signature: unknown, text = body) =>
    provider.verifyWebhook({ 'x-nowpayments-sig': signature as string }, Buffer.from(text, 'utf8'));

  it.each([
    ['the bytes as sent', body],
    ['all keys in order', JSON.stringify(sorted(json))],
    ['the form of the documentation', JSON.stringify(json, Object.keys(json).sort())],
  ])('is taken when signed over %s', (_, text) => {
    expect(verify(sign(text))).toEqual({
      eventId: '5045208125:finished:1763640001000',
      providerPaymentId: '5045208125',
      reference: null,
      orderId: uuid,
      providerStatus: 'finished',
      price: { currency: 'USD', amount: '12.5' },
    });
    expect(verify(sign(text).toUpperCase())).not.toBeNull();
  });

  it('is taken with keys in order and numbers as they were written', () => {
    const text = body
      .slice(1, -1)
      .split(/,(?="[a-z_]+":)(?!"currency")/)
      .sort()
      .join(',');
    const ordered = `{${text.replace('"serviceFee":0.10,"currency":"btc"', '"currency":"btc","serviceFee":0.10')}}`;
    expect(ordered).toContain('170.0');
    expect(verify(sign(ordered))).not.toBeNull();
  });

  it.each([
    ['another secret', sign(body, 'other')],
    ['another body', sign(`${body} `)],
    ['half a signature', sign(body).slice(0, 64)],
    ['no hex', 'z'.repeat(128)],
    ['nothing', ''],
    ['no header', undefined],
    ['two headers', [sign(body), sign(body)]],
  ])('is nothing when signed with %s', (_, signature) => {
    expect(verify(signature)).toBeNull();
  });

  it.each(['', '{', 'null', '[]', '"text"', '\0', `${'['.repeat(100_000)}`])(
    'is nothing when its body is no JSON object and unsigned (%#)',
    (text) => {
      expect(verify('0'.repeat(128), text)).toBeNull();
    },
  );

  it('about a further deposit names the payment that it belongs to', () => {
    const text = paymentJson({ payment_id: '111', parent_payment_id: '5045208125' });
    expect(verify(sign(text), text)).toMatchObject({ providerPaymentId: '5045208125' });
    const alone = paymentJson({ payment_id: '111', parent_payment_id: '0' });
    expect(verify(sign(alone), alone)).toMatchObject({ providerPaymentId: '111' });
  });

  it('that is signed but about nothing we know is kept without a payment', () => {
    const text = '{"type":"payout","id":"77"}';
    expect(verify(sign(text), text)).toMatchObject({ providerPaymentId: null, orderId: null });
  });

  it('has another id for another status and the same for a repetition', () => {
    const later = body.replace('"finished"', '"refunded"');
    expect(verify(sign(body))!.eventId).toBe(verify(sign(body))!.eventId);
    expect(verify(sign(later), later)!.eventId).not.toBe(verify(sign(body))!.eventId);
  });
});
