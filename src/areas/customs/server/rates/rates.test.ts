import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { insertRates, listRatesAt, type RateRow } from './rate-store.ts';
import { type DayRates, readRates } from './rates.ts';
import { readEcb, readFrankfurter, refreshRates, screenRates } from './refresh-rates.ts';

const t = useApp();
const currencies = '/apix/data_customs/currencies/';
const source = 'bank.example';
let who: SignedIn;
const get = (url: string) => send(t, 'GET', url, undefined, { headers: who.headers });

beforeAll(async () => {
  t.clock.set(new Date('2026-11-25T10:00:00Z'));
  who = await t.signIn('trader@example.com');
});

beforeEach(async () => {
  const db = t.kernel.database.write;
  await db.deleteFrom('exchange_rate').execute();
  await db.deleteFrom('exchange_rate_refusal').execute();
  const day = (rateDate: string, rates: Record<string, string>) =>
    Object.entries(rates).map(([currency, perEuro]) => ({ currency, perEuro, rateDate, source }));
  await insertRates(db, [
    ...day('2026-11-23', { EUR: '1', USD: '1.1', KRW: '1600' }),
    ...day('2026-11-24', { USD: '1.21' }),
  ]);
  t.areas.customs.rates.clear();
});

describe('conversion', () => {
  test('from the euro uses one rate, between two others it goes through the euro', async () => {
    expect((await get(`${currencies}convert/?from=eur&to=USD&amount=10`)).body).toEqual({
      amount: '10',
      from_currency: 'EUR',
      to_currency: 'USD',
      rate: '1.21',
      inverse_rate: '0.826446280992',
      result: '12.1',
      source,
      rate_date: '2026-11-24',
      path: null,
      is_stale: false,
    });
    const crossed = await get(
      `${currencies}convert/?from_currency=KRW&to_currency=USD&amount=1600`,
    );
    expect(crossed.body).toMatchObject({
      result: '1.21',
      path: 'KRW->EUR->USD',
      rate_date: '2026-11-23',
    });
  });

  test('for an earlier day uses the rates known then', async () => {
    const { body } = await get(`${currencies}convert/?from=EUR&to=USD&date=2026-11-23`);
    expect(body).toMatchObject({ rate: '1.1', rate_date: '2026-11-23' });
  });

  test('to the same currency is one for one', async () => {
    expect((await get(`${currencies}convert/?from=USD&to=USD&amount=3`)).body.result).toBe('3');
  });

  test('accepts any amount up to 10^15', async () => {
    const { status, body } = await get(
      `${currencies}convert/?from=EUR&to=USD&amount=1000000000000000&date=2026-11-24`,
    );
    expect([status, body.result]).toEqual([200, '1210000000000000']);
  });

  test('marks an old rate as stale', async () => {
    const { body } = await get(`${currencies}convert/?from=EUR&to=USD&date=2026-12-24`);
    expect(body).toMatchObject({ is_stale: true, rate_date: '2026-11-24' });
  });

  test('marks a rate of a later day as stale', async () => {
    const on = async (query: string) => (await get(`${currencies}${query}date=2026-01-10`)).body;
    const later = { is_stale: true, rate_date: snapshot.date, source: 'indicative' };
    expect(await on('convert/?from=EUR&to=USD&')).toMatchObject(later);
    expect(await on('convert/?from=JPY&to=EUR&')).toMatchObject(later);
    expect(await on('?base=EUR&')).toMatchObject({ is_stale: true, date: snapshot.date });
  });

  test('marks a rate as stale if only one of two currencies is known in time', async () => {
    await insertRates(t.kernel.database.write, [
      { currency: 'TRY', rateDate: '2026-01-09', perEuro: '50', source },
    ]);
    t.areas.customs.rates.clear();
    const on = (day: string, to: string) =>
      get(`${currencies}convert/?from=TRY&to=${to}&date=${day}`).then(({ body }) => body);
    expect(await on('2026-01-10', 'EUR')).toMatchObject({ is_stale: false, source });
    expect(await on('2026-01-10', 'USD')).toMatchObject({
      is_stale: true,
      rate_date: snapshot.date,
    });
    const list = (await get(`${currencies}?date=2026-01-10`)).body;
    expect(list).toMatchObject({ is_stale: false, date: '2026-01-09' });
    // The snapshot is newer by now than what was fetched.
    expect(await on('2026-11-21', 'EUR')).toMatchObject({ rate_date: snapshot.date });
  });

  test.each([
    ['from=EUR&to=XYZ', { to: ['Unsupported currency: XYZ'] }],
    ['from=EUR', { to: ['This field is required.'] }],
    ['from=EUR&to=USD&amount=-1', { amount: ['Ensure this value is greater than or equal to 0.'] }],
    [
      'from=EUR&to=USD&amount=1000000000000001',
      { amount: ['Ensure this value is less than or equal to 1000000000000000.'] },
    ],
    ['from=EUR&to=USD&date=yesterday', { date: ['Enter a date as YYYY-MM-DD.'] }],
  ])('by %s is refused', async (query, problems) => {
    const reply = await get(`${currencies}convert/?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(problems);
  });
});

describe('the list', () => {
  test('has every currency with its own date and the change since the previous day', async () => {
    const { body } = await get(`${currencies}?base=EUR&date=2026-11-24`);
    const of = (code: string) =>
      (body.results as { code: string }[]).find((one) => one.code === code);
    expect(body).toMatchObject({ base_currency: 'EUR', is_stale: false });
    expect(of('USD')).toEqual({
      code: 'USD',
      numeric_code: '840',
      name: 'US Dollar',
      minor_unit: 2,
      rate: '1.21',
      date: '2026-11-24',
      source,
      change_percent: 10,
    });
    expect(of('KRW')).toMatchObject({ minor_unit: 0, date: '2026-11-23', change_percent: null });
    expect(of('JPY')).toMatchObject({ source: 'indicative' });
    expect(of('btc')).toBeUndefined();
  });

  test('is sorted by code', async () => {
    const { body } = await get(currencies);
    const codes = (body.results as { code: string }[]).map(({ code }) => code);
    expect(codes).toEqual(codes.toSorted());
    expect(codes[0]).toBe('AED');
  });

  test('can be searched by name', async () => {
    const { body } = await get(`${currencies}?search=swiss`);
    expect(body).toMatchObject({ count: 1, results: [{ code: 'CHF' }] });
  });

  test('rejects a base without a rate', async () => {
    const reply = await get(`${currencies}?base=XXX`);
    expect(reply.body).toEqual({ base: ['Unsupported currency: XXX'] });
  });

  test('requires an account', async () => {
    expect((await send(t, 'GET', currencies)).status).toBe(401);
    expect((await send(t, 'GET', `${currencies}convert/`)).status).toBe(401);
  });
});

const ecb = `<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='2026-11-26'>
  <Cube currency='USD' rate='1.20'/><Cube currency='KRW' rate='3200'/></Cube></Cube></gesmes:Envelope>`;

describe('the daily refresh', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function serve(status: number, text: string): Promise<string> {
    const server = createServer((_, response) => response.writeHead(status).end(text));
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  const refreshFrom = (address: string) =>
    refreshRates(
      { ...t.kernel, config: { ...t.kernel.config, RATES_URL: address } },
      t.areas.customs.rates,
    );

  test('stores the rates, and refuses one that jumped by more than a fifth', async () => {
    const done = await refreshFrom(await serve(200, ecb));
    expect(done).toEqual({ kept: 1, refused: ['KRW'] });
    const rows = await listRatesAt(t.kernel.database.write, '2026-11-26');
    expect(rows.find(({ currency }) => currency === 'USD')).toMatchObject({
      rateDate: '2026-11-26',
    });
    expect(rows.find(({ currency }) => currency === 'KRW')).toMatchObject({
      rateDate: '2026-11-23',
    });
  });

  test.each([
    [500, ecb],
    [200, '<html>Maintenance</html>'],
  ])('fails loudly on an answer that is none: %i', async (status, text) => {
    await expect(refreshFrom(await serve(status, text))).rejects.toThrow();
  });

  test('does nothing without RATES_URL', async () => {
    expect(await refreshRates(t.kernel, t.areas.customs.rates)).toEqual({ kept: 0, refused: [] });
    await t.jobs.runSchedule('customs.refresh_rates');
  });

  test('reads both formats', () => {
    expect(readEcb(ecb)).toEqual({ date: '2026-11-26', perEuro: { USD: '1.20', KRW: '3200' } });
    const frankfurter = { base: 'EUR', date: '2026-11-26', rates: { USD: 1.2, BAD: -1 } };
    expect(readFrankfurter(JSON.stringify(frankfurter))).toEqual({
      date: '2026-11-26',
      perEuro: { USD: '1.2' },
    });
    expect(() => readFrankfurter('{"base":"USD"}')).toThrow('euro');
  });

  test('refuses a jump from the bundled snapshot until it is confirmed', async () => {
    const [cheap, on] = ['0.25', (day: number) => `2026-12-0${day}`];
    const fileOf = (day: number, rate: string) =>
      ecb
        .replace(/<Cube currency=.*\/>/, `<Cube currency='GBP' rate='${rate}'/>`)
        .replace('2026-11-26', on(day));
    const refreshed = async (day: number, rate = cheap) =>
      (await refreshFrom(await serve(200, fileOf(day, rate)))).refused;
    expect(await refreshed(1)).toEqual(['GBP']);
    expect(await refreshed(1)).toEqual(['GBP']);
    expect(await refreshed(2, '9')).toEqual(['GBP']);
    expect(await refreshed(2)).toEqual(['GBP']);
    const rates = await readRates(t.kernel.database.write, on(2));
    expect(rates.get('GBP')).toMatchObject({ source: 'indicative' });
    expect(await refreshed(3, '0.26')).toEqual(['GBP']);
    expect(await refreshed(4)).toEqual([]);
    const rows = await listRatesAt(t.kernel.database.write, on(4));
    expect(rows.find(({ currency }) => currency === 'GBP')).toMatchObject({ rateDate: on(4) });
    expect(await refreshed(5, '0.9')).toEqual(['GBP']);
  });

  const naira = (perEuro: string, rateDate: string): RateRow => ({
    ...{ currency: 'NGN', perEuro, rateDate, source },
  });
  const rates: DayRates = new Map([
    ['NGN', { perEuro: new Decimal(900), date: '2026-11-20', source, isLater: false }],
  ]);
  const isRefused = (refusals: readonly RateRow[], date = '2026-12-24') =>
    screenRates({ date, perEuro: { NGN: '1800' } }, { rates, refusals }, source).refused.length > 0;

  test('accepts a jump refused on three days, however old the last rate', () => {
    const [one, two, three] = ['2026-12-21', '2026-12-22', '2026-12-23'] as const;
    expect(isRefused([])).toBe(true);
    expect(isRefused([naira('1800', two), naira('1800', three)])).toBe(true);
    expect(isRefused([naira('1700', one), naira('1800', two), naira('1900', three)])).toBe(false);
    expect(isRefused([naira('18', one), naira('1800', two), naira('1800', three)])).toBe(true);
    expect(isRefused([naira('1800', '2026-11-19'), naira('1800', two), naira('1800', three)])).toBe(
      true,
    );
  });

  test('accepts a new currency', () => {
    const fetched = { date: '2026-11-26', perEuro: { USD: '1.2' } };
    const known = { rates: new Map(), refusals: [] };
    expect(screenRates(fetched, known, source)).toMatchObject({
      accepted: [{ currency: 'USD' }],
      refused: [],
    });
  });
});
