import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mountMethodNotAllowed } from '#kernel/http/method-not-allowed.ts';
import { findCurrency as findInLib } from '#lib/currencies.ts';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { recordResponses } from '#test/response-coverage/recorded-responses.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import { scaledMs } from '#test/time-limits.ts';
import type { CurrencyWire, DetailedCurrencyWire } from '../../wire/currencies.ts';
import { createProviders } from '../providers/providers.ts';
import { currencyRoutes } from './currency-routes.ts';
import { createProviderCatalogCache } from './provider-catalog-cache.ts';

const base = '/apix/payments/currencies/';
const user = { authorization: 'Bearer account-7' };
const noRetries = { retriesMax: 0, timeoutMs: scaledMs(1500) };

const t = useKernel();
const withoutSandbox = useKernel({
  NOWPAYMENTS_API_KEY: 'key',
  NOWPAYMENTS_IPN_SECRET: 'secret',
  PAYMENTS_SANDBOX: 'off',
});
let wire: TestHttpServer;
let app: FastifyInstance;
let appOfNowpayments: FastifyInstance;

async function openApp(kernel: typeof t.kernel): Promise<FastifyInstance> {
  const api = await createTestApi(kernel);
  recordResponses(api.app, kernel);
  const options = { nowpayments: { baseUrl: wire.url, http: noRetries } };
  const providers = createProviders(kernel, options);
  const readCatalog = createProviderCatalogCache(kernel, providers);
  currencyRoutes(api, { kernel, providers, readCatalog });
  mountMethodNotAllowed(api.app, t.kernel.config, api.endpoints);
  return api.app;
}

beforeAll(async () => {
  wire = await startHttpServer();
  app = await openApp(t.kernel);
  appOfNowpayments = await openApp(withoutSandbox.kernel);
});
afterAll(async () => {
  await app.close();
  await appOfNowpayments.close();
  await wire.stop();
});

async function get(path: string, headers: Record<string, string> = user, from = app) {
  const reply = await from.inject({ url: `${base}${path}`, headers });
  return { status: reply.statusCode, headers: reply.headers, body: reply.body && reply.json() };
}
const listCodes = (body: { results: CurrencyWire[] }) => body.results.map(({ code }) => code);

it('every currency of the table is one that money may be in, with the same decimals', async () => {
  const { body } = await get('?page_size=100');
  expect(body.count).toBeGreaterThanOrEqual(15);
  for (const currency of body.results as CurrencyWire[])
    expect(findInLib(currency.code)).toMatchObject({
      kind: currency.currency_type,
      exponent: currency.decimal_places,
      token: currency.token,
    });
});

describe('the list', () => {
  it('shows fiat first, with amounts in the digits of each currency', async () => {
    const { status, body } = await get('?page_size=100');
    expect(status).toBe(200);
    expect(body.results[0]).toMatchObject({
      code: 'USD',
      currency_type: 'fiat',
      symbol: '$',
      min_amount: '1.00',
      max_amount: '50000.00',
      fee_percentage: 0,
      usd_rate: '1',
      usd_rate_updated_at: '2026-11-20T00:00:00.000Z',
      display_name: 'US Dollar (USD)',
    });
    const btc = body.results.find((one: CurrencyWire) => one.code === 'btc');
    expect(btc).toMatchObject({ min_amount: '0.00005000', max_amount: null, network: 'btc' });
  });

  it.each([
    ['?currency_type=crypto&is_stable=true', ['usdttrc20', 'usdterc20', 'usdc']],
    ['?is_active=false', ['RUB']],
    ['?network=trx', ['usdttrc20', 'trx']],
    ['?search=bit', ['btc']],
    ['?search=%25', []],
    ['?currency_type=fiat&ordering=-code&page_size=2', ['USD', 'RUB']],
    ['?currency_type=fiat&ordering=nothing&page_size=2', ['USD', 'EUR']],
  ])('%s finds %j', async (query, codes) => {
    expect(listCodes((await get(query)).body)).toEqual(codes);
  });

  it('refuses a filter that it can not read, and a page that is not there', async () => {
    expect(await get('?is_active=perhaps')).toMatchObject({
      status: 400,
      body: { is_active: ['Must be a valid boolean.'] },
    });
    expect(await get('?page=9')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('one currency', () => {
  it('is found by its id', async () => {
    const { body } = await get('?search=litecoin');
    const [ltc] = body.results as CurrencyWire[];
    expect((await get(`${ltc!.id}/`)).body).toEqual(ltc);
  });

  it.each(['999999', 'btc', '99999999999'])('%s is nobody', async (id) => {
    expect(await get(`${id}/`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

it('the checked list holds what is switched on, under both names', async () => {
  const { body } = await get('currencies_checked/');
  expect(body.currencies).toContain('btc');
  expect(body.currencies).not.toContain('RUB');
  expect(body.selectedCurrencies).toEqual(body.currencies);
});

it('the checked list leaves out what no configured provider takes', async () => {
  const { body } = await get('currencies_checked/', user, appOfNowpayments);
  expect(body.currencies).toContain('btc');
  expect(body.currencies).not.toContain('USD');
});

it('the detailed list says how to recognise an address and how to follow a transaction', async () => {
  const { body } = await get('currencies_detailed/');
  const byCode = new Map(
    (body.currencies as DetailedCurrencyWire[]).map((one) => [one.code, one] as const),
  );
  const usdt = byCode.get('usdttrc20')!;
  expect(new RegExp(usdt.wallet_regex).test('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(true);
  expect(new RegExp(usdt.wallet_regex).test('0xdAC17F958D2ee523a2206206994597C13D831ec7')).toBe(
    false,
  );
  expect(usdt.explorer_url_template).toContain('{hash}');
  expect(byCode.get('xrp')).toMatchObject({
    requires_extra_id: true,
    extra_id_regex: '^\\d{1,10}$',
  });
  expect(byCode.get('btc')!.available_for_payment).toBe(true);
  expect(byCode.get('RUB')!.available_for_payment).toBe(false);
});

// In order: each test starts from the cache that the one before left.
describe('the currencies of the providers', { shuffle: false }, () => {
  const offered = (query = '') => get(`currencies/${query}`, user, appOfNowpayments);
  const list = { status: 200, body: '{"currencies":["BTC","usdttrc20"]}' };
  const fixed = {
    status: 200,
    body: '{"currencies":[{"currency":"btc","min_amount":1e-4,"max_amount":5.10},{"currency":"eth","min_amount":"0.01","max_amount":null}]}',
  };

  beforeEach(() => {
    wire.reset();
  });

  it('are our own table for the sandbox', async () => {
    const { status, body, headers } = await get('currencies/');
    expect(status).toBe(200);
    expect(body.currencies).toContain('EUR');
    expect(headers['x-data-stale']).toBeUndefined();
    const { body: limits } = await get('currencies/?fixed_rate=true');
    expect(limits.currencies[0]).toEqual({
      currency: 'USD',
      min_amount: '1.00',
      max_amount: '50000.00',
    });
  });

  it('are 503 before the first response, and retried only after a pause', async () => {
    wire.on('GET /currencies', { status: 500 });
    expect(await offered()).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    const calls = wire.calls.length;
    expect((await offered()).status).toBe(503);
    expect(wire.calls).toHaveLength(calls);
    const detailed = await get('currencies_detailed/', user, appOfNowpayments);
    expect(detailed.headers['x-data-stale']).toBe('true');
    expect(
      detailed.body.currencies.some((one: DetailedCurrencyWire) => one.available_for_payment),
    ).toBe(false);
    withoutSandbox.kernel.clock.advance(31_000);
    wire.on('GET /currencies', list);
    wire.on('GET /currencies?fixed_rate=true', fixed);
    expect((await offered()).body).toEqual({ currencies: ['btc', 'usdttrc20'] });
  });

  it('are cached for five minutes, then fetched again', async () => {
    expect((await offered('?fixed_rate=1')).body).toEqual({
      currencies: [
        { currency: 'btc', min_amount: '0.00010000', max_amount: '5.10000000' },
        { currency: 'eth', min_amount: '0.010000000000000000', max_amount: null },
      ],
    });
    expect(wire.calls).toHaveLength(0);
    withoutSandbox.kernel.clock.advance(301_000);
    wire.on('GET /currencies', { status: 200, body: '{"currencies":["ltc"]}' });
    wire.on('GET /currencies?fixed_rate=true', fixed);
    const { body, headers } = await offered();
    expect(body.currencies).toEqual(['ltc']);
    expect(headers['x-data-stale']).toBeUndefined();
  });

  it.each([
    ['a broken server', { status: 502 } as const],
    ['silence', 'hang' as const],
    ['a closed connection', 'drop' as const],
    ['too many calls', { status: 429, headers: { 'retry-after': '7' } } as const],
    ['a refusal', { status: 400, body: { code: 'BAD_REQUEST' } } as const],
    ['another shape', { status: 200, body: '{"currencies":"none"}' } as const],
    ['no JSON', { status: 200, body: '<html>' } as const],
  ])('are served from the cache, marked as stale, after %s', async (_, reply) => {
    withoutSandbox.kernel.clock.advance(301_000);
    wire.on('GET /currencies', reply);
    const { status, body, headers } = await offered();
    expect(status).toBe(200);
    expect(body.currencies).toEqual(['ltc']);
    expect(headers['x-data-stale']).toBe('true');
    expect(headers['cache-control']).toBe('private, no-cache');
  });
});

describe('who may see them and for how long', () => {
  const paths = ['', 'currencies/', 'currencies_checked/', 'currencies_detailed/', '1/'];

  it.each(paths)('%s is for people who are signed in', async (path) => {
    expect(await get(path, {})).toMatchObject({
      status: 401,
      body: { code: 'not_authenticated' },
    });
    const key = { 'x-api-key': 'sk_test_customs' };
    expect(await get(path, key)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });

  it.each(paths)('%s may be kept by the browser alone, and is not sent twice', async (path) => {
    const first = await get(path);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      vary: 'Authorization, X-API-Key, X-Test-Mode',
    });
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{24}"$/);
    const again = await get(path, { ...user, 'if-none-match': `W/${etag}, "other"` });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(again.headers.etag).toBe(etag);
    expect((await get(path, { ...user, 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is not written to', async () => {
    const reply = await app.inject({ method: 'POST', url: base, headers: user, payload: {} });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toBe('GET, HEAD');
  });
});
