// Whose exchange rate a calculation uses, and what it says where that rate is not known.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { petrolCar as car } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { ResultWire } from '../../../wire/calculations/calculation-results.ts';
import { insertQuotations } from '../../rates/rate-store.ts';

const t = useApp();
let who: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-25T10:00:00Z'));
  who = await t.signIn('importer@example.com');
});

beforeEach(async () => {
  await t.kernel.database.write.deleteFrom('customs_rate').execute();
  t.areas.customs.rates.clear();
});

/** `2026-11-24 EUR/USD 1.1`, with a last day for a rate of a period. */
const store = (source: string, ...quotations: string[]) =>
  insertQuotations(
    t.kernel.database.write,
    source,
    quotations.map((text) => {
      const [date, pair, rate, validUntil = null] = text.split(' ') as [string, string, string];
      const [base, currency] = pair.split('/') as [string, string];
      return { base, currency, units: '1', rate, date, validUntil };
    }),
  );

const post = (facts: object, query = '?preview=true') => {
  const url = `/apix/data_customs/vehicle-calculation/calculate/${query}`;
  return send(t, 'POST', url, { ...car, ...facts }, { headers: who.headers });
};
async function calculate(facts: object): Promise<ResultWire> {
  const { status, body } = await post(facts);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as ResultWire;
}
const price = { amount: '10000', currency: 'USD' };
const dollars = { destination_country: 'DE', origin_country: 'JP', price };
const listCodes = ({ warnings }: ResultWire) =>
  warnings.map(({ code }) => code).filter((code) => code.includes('rate'));

describe('the rate of the place', () => {
  test('in Germany is that of the second-last Wednesday of the month before', async () => {
    await store('ecb', '2026-10-21 EUR/USD 1.25', '2026-11-18 EUR/USD 1.6', '2026-11-24 EUR/USD 2');
    const november = await calculate({ ...dollars, calculation_date: '2026-11-30' });
    expect(november).toMatchObject({
      customs_value: '8000.00',
      rates_status: 'official',
      exchange_rates: [
        {
          ...{ from: 'USD', to: 'EUR', rate: '0.8', date: '2026-10-21' },
          source: 'European Central Bank',
          policy:
            'The rate of the European Central Bank of the second-last Wednesday of the month before.',
          is_policy_rate: true,
        },
      ],
    });
    expect(listCodes(november)).toEqual([]);
    const december = await calculate({ ...dollars, calculation_date: '2026-12-01' });
    expect(december).toMatchObject({ customs_value: '6250.00', rates_status: 'official' });
  });

  test('in Britain is that of the month', async () => {
    const car = { ...dollars, destination_country: 'GB' };
    await store('hmrc', '2026-11-01 GBP/USD 1.25 2026-11-30');
    await store('ecb', '2026-11-24 EUR/USD 1.2', '2026-11-24 EUR/GBP 0.9');
    const november = await calculate({ ...car, calculation_date: '2026-11-30' });
    expect(november).toMatchObject({ customs_value: '8000.00', rates_status: 'official' });
    const december = await calculate({ ...car, calculation_date: '2026-12-01' });
    expect(december).toMatchObject({ customs_value: '7500.00', rates_status: 'other' });
    expect(december.exchange_rates[0]).toMatchObject({
      source: 'European Central Bank',
      policy: 'The rate of HM Revenue and Customs for the month of the declaration.',
      is_policy_rate: false,
    });
  });

  test('goes through its own currency for a third one', async () => {
    await store('nbu', '2026-11-25 USD/UAH 40', '2026-11-25 EUR/UAH 50');
    const result = await calculate({ ...dollars, destination_country: 'UA' });
    expect(result).toMatchObject({ customs_value: '8000.00', rates_status: 'official' });
  });
});

describe('without it', () => {
  test('the rate of another bank is used, and a warning names both', async () => {
    await store('ecb', '2026-11-24 EUR/USD 1.25');
    const result = await calculate(dollars);
    expect(result).toMatchObject({ customs_value: '8000.00', rates_status: 'other' });
    expect(listCodes(result)).toEqual(['rate_policy_not_met']);
    expect(result.warnings.find(({ code }) => code === 'rate_policy_not_met')!.message).toBe(
      'Customs apply: The rate of the European Central Bank of the second-last Wednesday of the month before. It is not known, so from USD to EUR that of the European Central Bank of 24 Nov 2026 is used.',
    );
  });

  test('the snapshot makes the result indicative', async () => {
    const result = await calculate(dollars);
    expect(result).toMatchObject({ rates_status: 'indicative' });
    expect(listCodes(result)).toEqual(['rate_policy_not_met', 'rate_indicative']);
  });

  test('an amount in the currency of the place needs no rate', async () => {
    const result = await calculate({ ...dollars, price: { ...price, currency: 'EUR' } });
    expect(result).toMatchObject({ rates_status: null });
    expect(listCodes(result)).toEqual([]);
  });
});

describe('an own rate', () => {
  const own = (from: string, to: string, rate: unknown) => ({ from, to, rate });

  test('replaces the one of the place', async () => {
    const result = await calculate({ ...dollars, exchange_rates: [own('USD', 'EUR', '0.8')] });
    expect(result).toMatchObject({ customs_value: '8000.00', rates_status: 'own' });
    expect(result.exchange_rates[0]).toMatchObject({ source: 'own', is_policy_rate: false });
    expect(listCodes(result)).toEqual([]);
  });

  test('may have twelve decimals, or an exponent', async () => {
    for (const rate of ['0.000000012345', '0.800000000001', 8e-7, '2.5E3'])
      expect((await post({ ...dollars, exchange_rates: [own('USD', 'EUR', rate)] })).status).toBe(
        200,
      );
    const { body } = await post({ exchange_rates: [own('USD', 'EUR', '0.8000000000001')] });
    expect(body).toEqual({
      exchange_rates: [{ rate: ['Ensure that there are no more than 12 decimal places.'] }],
    });
  });

  test.each([
    [own('USD', 'EUR', '0.9'), 'EUR/USD'],
    [own('EUR', 'USD', '1.1'), 'EUR/USD'],
  ])('for one pair can be stated only once: %o', async (second, pair) => {
    const rates = [own('USD', 'EUR', '0.8'), own('GBP', 'EUR', '1.1'), second];
    const { status, body } = await post({ ...dollars, exchange_rates: rates });
    expect(status).toBe(400);
    expect(body).toEqual({ exchange_rates: [{}, {}, { to: [`State one rate for ${pair}.`] }] });
  });

  test('that no amount needs is named', async () => {
    const rates = [own('USD', 'EUR', '0.8'), own('JPY', 'EUR', '0.006')];
    const { warnings } = await calculate({ ...dollars, exchange_rates: rates });
    expect(warnings).toContainEqual({
      code: 'own_rate_unused',
      message: 'Your exchange rate from JPY to EUR is not used: no amount needs it.',
    });
  });
});

test('the original rates keep whose they were', async () => {
  await store('ecb', '2026-10-21 EUR/USD 1.25');
  const saved = await send(
    t,
    'POST',
    '/apix/data_customs/vehicle-calculation/',
    { ...car, ...dollars },
    { headers: who.headers },
  );
  expect(saved.body).toMatchObject({ rates_status: 'official' });
  await t.kernel.database.write.deleteFrom('customs_rate').execute();
  t.areas.customs.rates.clear();
  const { body } = await send(
    t,
    'PATCH',
    `/apix/data_customs/vehicle-calculation/${saved.body.id}/?rates=original`,
    { make: 'Toyota' },
    { headers: who.headers },
  );
  expect(body).toMatchObject({ customs_value: '8000.00', rates_status: 'official' });
});

test('an old rate is a warning only where an amount was converted by it', async () => {
  const later = { calculation_date: '2027-03-01' };
  const listCodes = async (facts: object) =>
    (await calculate({ ...facts, ...later })).warnings.map(({ code }) => code);
  expect(await listCodes({})).not.toContain('rate_stale');
  const price = { amount: '10000', currency: 'USD' };
  expect(await listCodes({ price })).toContain('rate_stale');
});
