import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { insertQuotations } from './rate-store.ts';

const t = useApp();
const currencies = '/apix/data_customs/currencies/';
const source = 'European Central Bank';
let who: SignedIn;
const get = (url: string) => send(t, 'GET', url, undefined, { headers: who.headers });

beforeAll(async () => {
  t.clock.set(new Date('2026-11-25T10:00:00Z'));
  who = await t.signIn('trader@example.com');
});

const insert = (date: string, rates: Record<string, string>) =>
  insertQuotations(
    t.kernel.database.write,
    'ecb',
    Object.entries(rates).map(([currency, rate]) => ({
      ...{ base: 'EUR', currency, units: '1', rate, date, validUntil: null },
    })),
  );

beforeEach(async () => {
  await t.kernel.database.write.deleteFrom('customs_rate').execute();
  await insert('2026-11-23', { USD: '1.1', KRW: '1600' });
  await insert('2026-11-24', { USD: '1.21' });
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
    for (const amount of ['1000000000000000', '1e15', '1E%2B15']) {
      const { status, body } = await get(
        `${currencies}convert/?from=EUR&to=USD&amount=${amount}&date=2026-11-24`,
      );
      expect([status, body.result]).toEqual([200, '1210000000000000']);
    }
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
    await insert('2026-01-09', { TRY: '50' });
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
