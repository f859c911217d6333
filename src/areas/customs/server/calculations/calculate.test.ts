import { beforeAll, describe, expect, test } from 'vitest';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';

const t = useApp();
const vehicles = '/apix/data_customs/vehicle-calculation/';
const goods = '/apix/data_customs/custom-calculation/';
const car = {
  ...petrolCar,
  make: 'Toyota',
};
const shirts = {
  destination_country: 'DE',
  origin_country: 'CN',
  currency: 'EUR',
  incoterm: 'CIF',
  items: [
    { description: 'T-shirts', hs_code: '6109 10.00', quantity: '100', unit_price: '10' },
    { description: 'Toys', hs_code: '950300', quantity: 5, value: '250' },
    { description: 'Trainers', hs_code: '64041100', quantity: '2', unit: 'pair', value: '100' },
  ],
};
const today = new Date('2026-11-21T10:00:00Z');
let who: SignedIn;
let other: SignedIn;
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  by: SignedIn | null = who,
) => send(t, method, url, body, by ? { headers: by.headers } : {});
const create = async (url: string, body: object) =>
  (await call('POST', url, body)).body as unknown as CalculationWire;

beforeAll(async () => {
  t.clock.set(today);
  who = await t.signIn('importer@example.com');
  other = await t.signIn('stranger@example.com');
});

describe('a vehicle', () => {
  test('is calculated line by line, each with its source', async () => {
    const reply = await call('POST', `${vehicles}calculate/`, car);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      kind: 'vehicle',
      status: 'complete',
      currency: 'EUR',
      customs_value: '10000.00',
      total_payments: '3919.28',
      landed_cost: '13919.28',
      total_is_minimum: false,
      is_saved: false,
      rule_set: { id: 'ua.vehicle', version: 2 },
      subtotals: { duty: '1000.00', excise: '599.40', vat: '2319.88', fee: '0.00' },
      effective_rate_percent: 39.19,
    });
    const { breakdown } = reply.body as unknown as CalculationWire;
    expect(breakdown[1]).toMatchObject({
      code: 'EXCISE',
      amount: '599.40',
      formula: '1,998 cm³ ÷ 1,000 × 6 years × 50 EUR',
      source: 'Tax Code of Ukraine, art. 215.3.5-1 (excise on vehicles)',
      confidence: 'medium',
    });
  });

  test('with an unknown part has a minimum as total', async () => {
    const { engine_capacity_cc: _, ...rest } = car;
    const reply = await call('POST', `${vehicles}calculate/`, rest);
    expect(reply.body).toMatchObject({
      status: 'partial',
      total_is_minimum: true,
      missing: ['engine_capacity_cc'],
      breakdown: [{}, { code: 'EXCISE', status: 'unknown', amount: null }, { at_least: true }, {}],
    });
  });

  test('of a year alone is taken as of 1 July in the Eurasian Union', async () => {
    const russian = { ...car, destination_country: 'RU', power_kw: '84' };
    const totals = ['2023', 2023, '2023-07-01', '2023-06-30'].map(async (production_date) => {
      const { body } = await call('POST', `${vehicles}calculate/`, { ...russian, production_date });
      return [body.status, body.total_payments];
    });
    const [year, number, day, dayBefore] = await Promise.all(totals);
    expect([year, number, dayBefore]).toEqual([day, day, day]);
  });

  test('whose age is open by its month has a least and a most amount, and the question', async () => {
    const american = {
      ...{ destination_country: 'US', price: { amount: '20000', currency: 'USD' } },
      ...{ incoterm: 'FOB', freight: { amount: '2000', currency: 'USD' }, origin_country: 'JP' },
      ...{ vehicle_category: 'motorhome', powertrain: 'petrol', engine_capacity_cc: 2000 },
      ...{ is_new: false, mode: 'sea', production_date: '2001-11' },
    };
    const { body } = await call('POST', `${vehicles}calculate/`, american);
    expect(body).toMatchObject({ status: 'partial', total_most: null, landed_cost_most: null });
    expect(body.questions).toMatchObject([
      {
        fact: 'production_date',
        answers: [{ value: '2001-11-01' }, { value: '2001-11-30' }],
      },
    ]);
  });

  test('has a hint if the total will change with its age', async () => {
    const almostThree = {
      ...car,
      destination_country: 'RU',
      power_kw: '84',
      production_date: '2024-01',
    };
    const { body } = await call('POST', `${vehicles}calculate/`, almostThree);
    expect(body.hints).toMatchObject([{ code: 'age_cliff' }]);
  });

  test('is calculated in a preview without being stored', async () => {
    const before = (await call('GET', `${vehicles}history/`)).body.count;
    const { body } = await call('POST', `${vehicles}calculate/?preview=true`, car);
    expect(body).toMatchObject({ id: null, total_payments: '3919.28' });
    expect((await call('GET', `${vehicles}history/`)).body.count).toBe(before);
  });

  test('before the first known rate has a warning about the later rate', async () => {
    const past = { ...car, price: { amount: '1000', currency: 'USD' } };
    const on = async (date: string) =>
      (await create(`${vehicles}calculate/`, { ...past, calculation_date: date })).warnings;
    const later =
      'No exchange rate from USD to EUR is known of 1 Mar 2026: that of 20 Nov 2026 is used.';
    expect(await on('2026-03-01')).toContainEqual({ code: 'rate_stale', message: later });
    expect((await on('2026-11-21')).map(({ code }) => code)).not.toContain('rate_stale');
  });

  test('uses the user’s own rates and marks them', async () => {
    const dollars = { ...car, price: { amount: '10000', currency: 'USD' } };
    const rate = { from: 'EUR', to: 'USD', rate: '2' };
    const { body } = await call('POST', `${vehicles}calculate/`, {
      ...dollars,
      exchange_rates: [rate],
    });
    expect(body.customs_value).toBe('5000.00');
    expect(body.exchange_rates).toContainEqual(
      expect.objectContaining({ from: 'USD', to: 'EUR', source: 'own' }),
    );
  });

  test.each([
    [{ ...car, price: undefined }, 'price'],
    [{ ...car, price: { amount: '-1', currency: 'EUR' } }, 'price'],
    [{ ...car, powertrain: 'steam' }, 'powertrain'],
    [{ ...car, powertrain: undefined }, 'powertrain'],
    [{ ...car, production_date: undefined }, 'production_date'],
    [{ ...car, destination_country: 'Germany' }, 'destination_country'],
  ])('with a wrong fact is refused by its name %#', async (body, field) => {
    const reply = await call('POST', `${vehicles}calculate/`, body);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body)).toEqual([field]);
  });

  test('can have an age instead of a month of production', async () => {
    const { production_date: _, ...rest } = car;
    const { body } = await call('POST', `${vehicles}calculate/`, { ...rest, age_years: '6' });
    expect(body.total_payments).toBe('3919.28');
  });

  test('needs only facts that are relevant to it', async () => {
    const georgian = { ...car, destination_country: 'GE', engine_capacity_cc: undefined };
    const calculate = (powertrain: string) =>
      call('POST', `${vehicles}calculate/`, { ...georgian, powertrain });
    expect((await calculate('electric')).status).toBe(200);
    expect(await calculate('petrol')).toMatchObject({
      status: 400,
      body: { engine_capacity_cc: ['This field is required.'] },
    });
  });

  test('to a country without rules gets the list of countries with rules', async () => {
    const reply = await call('POST', `${vehicles}calculate/`, {
      ...car,
      destination_country: 'BR',
    });
    expect(reply.status).toBe(422);
    expect(reply.body.code).toBe('rule_set_not_found');
    expect(reply.body.available).toContain('UA');
  });
});

describe('goods', () => {
  test('are calculated by line', async () => {
    const { status, body } = await call('POST', `${goods}calculate/`, shirts);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'custom',
      total_is_minimum: false,
      customs_value: '1350.00',
    });
    const { items, breakdown } = body as unknown as CalculationWire;
    expect(items.map((item) => item.breakdown[0]?.amount)).toEqual(['120.00', '11.75', '16.90']);
    expect(breakdown[0]).toMatchObject({ code: 'DUTY', amount: '148.65', rate_text: 'by line' });
  });

  test('use the user’s own rate and mark it', async () => {
    const [first] = shirts.items;
    const items = [{ ...first, duty_rate_percent: '5' }];
    const { body } = await call('POST', `${goods}calculate/`, { ...shirts, items });
    const { breakdown } = body as unknown as CalculationWire;
    expect(breakdown[0]).toMatchObject({ amount: '50.00', confidence: 'own' });
  });

  test.each([
    [{ ...shirts, items: [] }, { items: ['Add at least one line.'] }],
    [
      { ...shirts, items: [{ ...shirts.items[0], duty_rate: '5' }] },
      { items: [{ duty_rate: ['Use duty_rate_percent: 12.5 for 12.5 %.'] }] },
    ],
    [
      { ...shirts, items: [{ description: 'x', hs_code: '12', quantity: '1', value: '1' }] },
      { items: [{ hs_code: ['Enter 4 to 10 digits of the tariff code.'] }] },
    ],
  ])('with a wrong line are refused by its place %#', async (body, problems) => {
    for (const url of [`${goods}calculate/`, goods]) {
      const reply = await call('POST', url, body);
      expect([reply.status, reply.body]).toEqual([400, expect.objectContaining(problems)]);
    }
  });
});

test('amounts that are too large to store are rejected', async () => {
  const most = { quantity: '999999999999999', unit_price: '999999999999999' };
  const words = ['These amounts are too large to calculate with.'];
  for (const url of [goods, `${goods}calculate/?preview=true`]) {
    const reply = await call('POST', url, { ...shirts, items: [{ ...shirts.items[0], ...most }] });
    expect([reply.status, reply.body]).toEqual([400, { items: words }]);
  }
  const rate = { from: 'EUR', to: 'USD', rate: '0.00000001' };
  const price = { amount: '999999999999999', currency: 'USD' };
  const dear = { ...car, price, exchange_rates: [rate] };
  const reply = await call('POST', `${vehicles}calculate/`, dear);
  expect([reply.status, reply.body]).toEqual([400, { price: words }]);
});

describe('a saved calculation', () => {
  test('is listed, read, renamed and deleted only by its owner', async () => {
    const saved = await create(vehicles, { ...car, title: 'My car', notes: 'Red' });
    expect(saved).toMatchObject({ is_saved: true, title: 'My car', total_payments: '3919.28' });
    const at = `${vehicles}${saved.id}/`;
    for (const [method, url] of [
      ['GET', at],
      ['PATCH', at],
      ['DELETE', at],
      ['POST', `${at}share/`],
      ['DELETE', `${at}share/`],
      ['GET', `/apix/data_customs/pdf/vehicle/${saved.id}/`],
    ] as const) {
      const change = method === 'PATCH' ? { title: 'Mine' } : undefined;
      expect((await call(method, url, change, other)).status).toBe(404);
    }
    expect((await call('PUT', at, car, other)).status).toBe(404);
    expect((await call('GET', `${goods}${saved.id}/`)).status).toBe(404);
    expect((await call('GET', `${vehicles}nonsense/`)).status).toBe(404);
    expect((await call('PATCH', at, { title: 'Her car' })).body).toMatchObject({
      title: 'Her car',
      notes: 'Red',
      recalculated_at: null,
    });
    expect((await call('GET', `${vehicles}?search=her`)).body.count).toBe(1);
    expect((await call('DELETE', at)).status).toBe(204);
    expect((await call('GET', at)).status).toBe(404);
  });

  test('can be a run of the history, unchanged', async () => {
    const run = await create(`${vehicles}calculate/`, car);
    const saved = await create(vehicles, { from_history: run.id, title: 'Saved' });
    expect(saved).toMatchObject({ id: run.id, is_saved: true, title: 'Saved' });
    const strange = await call('POST', vehicles, { from_history: 999999 });
    expect(strange.status).toBe(404);
    const wrong = await call('POST', vehicles, { ...car, from_history: 'last' });
    expect(wrong.body).toEqual({ from_history: ['A valid number is required.'] });
    const nothing = await call('POST', goods, {});
    expect(Object.keys(nothing.body)).toEqual(['destination_country', 'currency', 'items']);
  });

  test('is recalculated when a fact changes, and lists the differences', async () => {
    const saved = await create(vehicles, car);
    const reply = await call('PATCH', `${vehicles}${saved.id}/`, { engine_capacity_cc: 2998 });
    expect(reply.body).toMatchObject({
      inputs: { engine_capacity_cc: '2998', powertrain: 'petrol' },
      changes: [
        { code: 'EXCISE', before: '599.40', after: '899.40' },
        { code: 'VAT' },
        { code: 'TOTAL', before: '3919.28', after: '4279.28' },
      ],
    });
    expect(reply.body.recalculated_at).not.toBeNull();
    const whole = await call('PUT', `${vehicles}${saved.id}/`, { ...car, powertrain: 'diesel' });
    expect(whole.body).toMatchObject({ inputs: { powertrain: 'diesel' } });
    const bad = await call('PUT', `${vehicles}${saved.id}/`, { ...car, destination_country: 'BR' });
    expect(bad.status).toBe(422);
    const worse = await call('PATCH', `${vehicles}${saved.id}/`, { destination_country: 'BR' });
    expect(worse.status).toBe(422);
    expect((await call('PATCH', `${vehicles}${saved.id}/`, { powertrain: 'steam' })).status).toBe(
      400,
    );
    expect((await call('PUT', `${vehicles}${saved.id}/`, {})).status).toBe(400);
  });

  test('keeps its rules and rates with `rates=original`', async () => {
    const dollars = { ...car, price: { amount: '10000', currency: 'USD' } };
    const saved = await create(vehicles, dollars);
    t.clock.advance(40 * 86_400_000);
    const again = await t.signIn(who.email);
    const change = { engine_capacity_cc: 1998 };
    const reply = await call('PATCH', `${vehicles}${saved.id}/?rates=original`, change, again);
    t.clock.set(today);
    expect(reply.body).toMatchObject({ calculation_date: '2026-11-21', changes: [] });
    expect(reply.body.total_payments).toBe(saved.total_payments);
  });

  test('rejects original rules for a place that they do not cover', async () => {
    const saved = await create(vehicles, car);
    const change = (facts: object) =>
      call('PATCH', `${vehicles}${saved.id}/?rates=original`, facts);
    const country = ['The original rules do not hold for this country.'];
    const abroad = await change({ destination_country: 'DE' });
    expect([abroad.status, abroad.body]).toEqual([400, { destination_country: country }]);
    const whole = { ...car, destination_country: 'BR' };
    const replaced = await call('PUT', `${vehicles}${saved.id}/?rates=original`, whole);
    expect([replaced.status, replaced.body]).toEqual([400, { destination_country: country }]);
    const russian = { ...car, destination_country: 'RU', power_kw: '84' };
    const personal = await create(vehicles, russian);
    const importer = ['The original rules do not hold for this importer.'];
    for (const field of ['regime', 'importer']) {
      const at = `${vehicles}${personal.id}/?rates=original`;
      const reply = await call('PATCH', at, { [field]: 'legal_entity' });
      expect([reply.status, reply.body]).toEqual([400, { [field]: importer }]);
    }
  });

  test('is shown to anyone with its link until it is withdrawn', async () => {
    const saved = await create(vehicles, { ...car, title: 'Shared', notes: 'My secret' });
    const shared = (await call('POST', `${vehicles}${saved.id}/share/`)).body;
    const token = String(shared.share_url).split('/c/')[1];
    const open = `/apix/data_customs/shared/${token}/`;
    const seen = await call('GET', open, undefined, null);
    expect(seen.body).toMatchObject({ title: 'Shared', notes: '', id: null, pdf_url: null });
    expect((await call('DELETE', `${vehicles}${saved.id}/share/`)).status).toBe(204);
    expect((await call('GET', open, undefined, null)).status).toBe(404);
  });

  test.each(['vehicle', 'custom'])('makes a PDF: %s', async (kind) => {
    const [url, body] = kind === 'vehicle' ? [vehicles, car] : [goods, shirts];
    const saved = await create(url, { ...body, title: 'Автомобиль 自動車' });
    const at = `/apix/data_customs/pdf/${kind}/${saved.id}/`;
    const reply = await call('GET', at);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const etag = String(reply.headers.etag);
    const again = await send(t, 'GET', at, undefined, {
      headers: { ...who.headers, 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });
});

test('the history has every run, newest first, in pages', async () => {
  const customer = await t.signIn('runner@example.com');
  for (const cc of [1000, 2000])
    await call('POST', `${vehicles}calculate/`, { ...car, engine_capacity_cc: cc }, customer);
  const { body } = await call('GET', `${vehicles}history/?page_size=1`, undefined, customer);
  expect(body).toMatchObject({ count: 2, has_next: true });
  expect(body.results).toMatchObject([
    { inputs_summary: 'Toyota, petrol, 2019-05', is_saved: false, currency: 'EUR' },
  ]);
  const beyond = await call('GET', `${vehicles}history/?page=9`, undefined, customer);
  expect(beyond.status).toBe(404);
  expect((await call('GET', `${vehicles}?page=9`, undefined, customer)).status).toBe(404);
});

test('calculations are found by title, vehicle and goods', async () => {
  const customer = await t.signIn('seeker@example.com');
  await call('POST', vehicles, { ...car, title: 'One', model: 'Land Cruiser' }, customer);
  await call('POST', goods, { ...shirts, title: 'Two' }, customer);
  const found = async (url: string, words: string) =>
    (await call('GET', `${url}?search=${encodeURIComponent(words)}`, undefined, customer)).body
      .count;
  expect(await found(vehicles, 'toyota land')).toBe(1);
  expect(await found(vehicles, 'lexus')).toBe(0);
  expect(await found(goods, 'trainers')).toBe(1);
  expect(await found(goods, 'two')).toBe(1);
  expect(await found(goods, 'boots')).toBe(0);
});

test('goods are found by the beginning of a tariff code', async () => {
  await create(goods, { ...shirts, title: 'Found by code' });
  expect((await call('GET', `${goods}?hs_code=6109`)).body.count).toBeGreaterThan(0);
  expect((await call('GET', `${goods}?hs_code=8703`)).body.count).toBe(0);
});

test('scenarios are compared, and the cheapest is named', async () => {
  const scenarios = [
    { label: 'Petrol', changes: {} },
    { label: 'Electric', changes: { powertrain: 'electric', battery_kwh: '60' } },
  ];
  const { body } = await call('POST', `${vehicles}compare/`, { base: car, scenarios });
  expect(body.cheapest).toBe('Electric');
  expect(body.results).toHaveLength(2);
  const none = await call('POST', `${vehicles}compare/`, { base: car, scenarios: [] });
  expect(none.status).toBe(400);
  const refused = { label: 'Of the future', changes: { production_date: '2090-01' } };
  const mixed = { base: car, scenarios: [...scenarios, refused] };
  const { body: unsure } = await call('POST', `${vehicles}compare/`, mixed);
  expect(unsure).toMatchObject({ cheapest: null, results: [{}, {}, { calculation: null }] });
  const nowhere = { base: { ...car, destination_country: 'BR' }, scenarios };
  expect((await call('POST', `${vehicles}compare/`, nowhere)).status).toBe(422);
});

test('a scenario that cannot be calculated has its error beside the results of the others', async () => {
  const scenarios = [
    { label: 'Here', changes: {} },
    { label: 'Nowhere', changes: { destination_country: 'BR' } },
    { label: 'Unpaid', changes: { price: { amount: '1', currency: 'ZZZ' } } },
    { label: 'Next door', changes: { destination_country: 'GE' } },
  ];
  const { status, body } = await call('POST', `${vehicles}compare/`, { base: car, scenarios });
  expect(status).toBe(200);
  expect(body.results).toMatchObject([
    { label: 'Here', calculation: { total_payments: '3919.28' }, error: null },
    {
      label: 'Nowhere',
      calculation: null,
      error: { code: 'rule_set_not_found', available: expect.arrayContaining(['UA']) },
    },
    {
      label: 'Unpaid',
      calculation: null,
      error: { price: { currency: ['Unsupported currency: ZZZ'] } },
    },
    { label: 'Next door', calculation: { currency: 'GEL' }, error: null },
  ]);
});

test('the demo needs no account, is rate limited, and stores nothing', async () => {
  const demo = '/apix/data_customs/demo/calculate/';
  const reply = await send(t, 'POST', demo, car, { ip: '203.0.113.50' });
  expect(reply.body).toMatchObject({ id: null, total_payments: '3919.28' });
  const nowhere = { ...car, destination_country: 'BR' };
  expect((await send(t, 'POST', demo, nowhere, { ip: '203.0.113.50' })).status).toBe(422);
  expect((await send(t, 'POST', demo, {}, { ip: '203.0.113.50' })).status).toBe(400);
  for (let count = 3; count < 10; count += 1)
    await send(t, 'POST', demo, car, { ip: '203.0.113.50' });
  expect((await send(t, 'POST', demo, car, { ip: '203.0.113.50' })).status).toBe(429);
});
