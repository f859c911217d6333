// What may be stated, and in which words the rest is refused.
import { beforeAll, describe, expect, test } from 'vitest';
import { petrolCar as car } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { goodsInput, vehicleInput } from '../../wire/calculations/calculation-inputs.ts';

const t = useApp();
const shirt = { description: 'T-shirts', hs_code: '610910', quantity: '100', unit_price: '10' };
const shirts = { destination_country: 'DE', currency: 'EUR', incoterm: 'CIF', items: [shirt] };
const euros = (amount: unknown) => ({ amount, currency: 'EUR' });
let who: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-22T10:00:00Z'));
  who = await t.signIn('importer@example.com');
});

const calculate = async (kind: 'vehicle' | 'custom', body: object) => {
  const url = `/apix/data_customs/${kind}-calculation/calculate/?preview=true`;
  return send(t, 'POST', url, body, { headers: who.headers });
};
const calculateCar = (facts: object) => calculate('vehicle', { ...car, ...facts });
const calculateGoods = (facts: object) => calculate('custom', { ...shirts, ...facts });
const refused = (reply: Awaited<ReturnType<typeof calculate>>) => {
  expect(reply.status).toBe(400);
  return reply.body;
};
const unsupported = { currency: ['Unsupported currency: ZZZ'] };

describe('a currency without a rate is rejected', () => {
  test('of the goods', async () => {
    expect(refused(await calculateGoods({ currency: 'ZZZ' }))).toEqual(unsupported);
    // North Korea has a currency, but no rate of it is published.
    expect(refused(await calculateGoods({ currency: 'KPW' }))).toEqual({
      currency: ['Unsupported currency: KPW'],
    });
  });

  test.each(['price', 'freight', 'insurance', 'onward_transport'])('of the %s', async (name) => {
    const body = refused(await calculateCar({ [name]: { amount: '1', currency: 'zzz' } }));
    expect(body).toEqual({ [name]: unsupported });
  });

  test('unless the caller states a rate for an existing currency', async () => {
    const price = { amount: '10000', currency: 'KPW' };
    const rate = { from: 'KPW', to: 'EUR', rate: '0.001' };
    expect((await calculateCar({ price, exchange_rates: [rate] })).status).toBe(200);
    const invented = { from: 'ZZZ', to: 'EUR', rate: '2' };
    expect(refused(await calculateCar({ exchange_rates: [rate, invented] }))).toEqual({
      exchange_rates: [{}, { from: ['Unsupported currency: ZZZ'] }],
    });
  });
});

test('facts that contradict one another are refused', async () => {
  expect(refused(await calculateCar({ production_date: '2026-12' }))).toEqual({
    production_date: ['On 2026-11-22 this vehicle is not produced yet.'],
  });
  const items = [shirt, { ...shirt, value: '5' }];
  expect(refused(await calculateGoods({ items }))).toEqual({
    items: [{}, { value: ['100 × 10 is 1000: state the value or the unit price.'] }],
  });
});

test('a missing field has the same message everywhere', async () => {
  const required = ['This field is required.'];
  expect(refused(await calculate('vehicle', { price: {} }))).toEqual({
    destination_country: required,
    price: { amount: required, currency: required },
  });
  expect(refused(await calculate('custom', { items: [{}] }))).toEqual({
    destination_country: required,
    currency: required,
    items: [
      {
        description: required,
        hs_code: required,
        quantity: required,
        unit_price: ['State a unit price or the value of the line.'],
      },
    ],
  });
});

test.each([
  ['-5', 'Ensure this value is greater than or equal to 0.'],
  [-5, 'Ensure this value is greater than or equal to 0.'],
  ['1000000000000000.5', 'Ensure this value is less than or equal to 1000000000000000.'],
  ['9'.repeat(40), 'Ensure this value is less than or equal to 1000000000000000.'],
  ['0.123456789', 'Ensure that there are no more than 8 decimal places.'],
  ['ten', 'A valid number is required.'],
  [true, 'A valid number is required.'],
  [null, 'This field may not be null.'],
])('an amount of %s is refused', async (amount, words) => {
  expect(refused(await calculateCar({ price: euros(amount) }))).toEqual({
    price: { amount: [words] },
  });
});

test('quantities are above zero, and some rates have a maximum', async () => {
  const items = [
    { ...shirt, quantity: 0 },
    { ...shirt, quantity: '0.00' },
    { ...shirt, net_weight_kg: '0' },
    { ...shirt, alcohol_percent: '101' },
  ];
  const none = { quantity: ['Ensure this value is greater than 0.'] };
  expect(refused(await calculateGoods({ items }))).toEqual({
    items: [
      none,
      none,
      { net_weight_kg: none.quantity },
      { alcohol_percent: ['Ensure this value is less than or equal to 100.'] },
    ],
  });
});

test('a rate without its unit is rejected everywhere', async () => {
  expect(refused(await calculateGoods({ duty_rate: '5', vat_rate: 0.2 }))).toEqual({
    duty_rate: ['State duty_rate_percent with each of the items: 12.5 for 12.5 %.'],
    vat_rate: ['State vat_rate_percent with each of the items: 12.5 for 12.5 %.'],
  });
  expect(refused(await calculateGoods({ items: [{ ...shirt, duty_rate: '5' }] }))).toEqual({
    items: [{ duty_rate: ['Use duty_rate_percent: 12.5 for 12.5 %.'] }],
  });
  expect(refused(await calculateCar({ excise_rate: '5' }))).toEqual({
    excise_rate: ['The rules decide the rates for a vehicle.'],
  });
});

describe('an unknown field is named in the warnings', () => {
  const folder = (kind: string) => `/apix/data_customs/${kind}-calculation/`;
  const write = async (method: 'POST' | 'PUT' | 'PATCH', url: string, body: object) => {
    const reply = await send(t, method, url, body, { headers: who.headers });
    expect(reply.status).toBeLessThan(300);
    return reply.body;
  };
  const warned = ({ warnings }: Record<string, unknown>) =>
    (warnings as { code: string; message: string }[])
      .filter(({ code }) => code === 'unknown_field')
      .map(({ message }) => message);
  const of = (name: string) => `"${name}" is not a field here: it was left out.`;

  test('at any depth', async () => {
    const [strangeCar, strangeShirts] = [
      { ...car, co2: 120, price: { ...car.price, vat: 20 } },
      { ...shirts, vin: 'X', items: [shirt, { ...shirt, size: { chest: 'M' } }] },
    ];
    expect(warned((await calculateCar(strangeCar)).body)).toEqual([of('price.vat'), of('co2')]);
    const goods = await calculateGoods(strangeShirts);
    expect(warned(goods.body)).toEqual([of('items.1.size'), of('vin')]);
    expect(goods.body.inputs).not.toHaveProperty('vin');
    const demo = await send(t, 'POST', '/apix/data_customs/demo/calculate/', strangeCar);
    expect(warned(demo.body)).toHaveLength(2);
  });

  test('in every call', async () => {
    const at = folder('vehicle');
    const run = await write('POST', `${at}calculate/`, { ...car, colour: 'red' });
    expect(warned(run)).toEqual([of('colour')]);
    const savedRun = await write('POST', at, { from_history: run.id, price: 5 });
    expect(warned(savedRun)).toEqual([of('price'), of('colour')]);
    const saved = await write('POST', at, { ...car, colour: 'red', title: 'Mine' });
    const own = `${at}${saved.id}/`;
    expect(warned(await write('PATCH', own, { title: 'Ours', tint: 1 }))).toEqual([
      of('tint'),
      of('colour'),
    ]);
    expect(warned(await write('PATCH', own, { make: 'Kia', tint: 1 }))).toEqual([of('tint')]);
    expect(warned(await write('PUT', own, { ...car, hue: 1 }))).toEqual([of('hue')]);
    expect(warned(await write('PUT', own, car))).toEqual([]);
  });

  test('only for its scenario', async () => {
    const scenarios = [
      { label: 'One', changes: { tint: 1 } },
      { label: 'Two', changes: {}, note: '' },
    ];
    const body = await write('POST', `${folder('vehicle')}compare/`, {
      base: { ...car, colour: 'red' },
      scenarios,
    });
    const results = body.results as { calculation: Record<string, unknown> }[];
    expect(results.map(({ calculation }) => warned(calculation))).toEqual([
      [of('base.colour'), of('scenarios.0.changes.tint')],
      [of('base.colour'), of('scenarios.1.note')],
    ]);
  });

  test.each([
    ['engine_cc', 'engine_capacity_cc'],
    ['transfer_of_residance', 'transfer_of_residence'],
    ['freigt', 'freight'],
  ])('with the fact that is meant by %s', async (name, meant) => {
    const { body } = await calculateCar({ [name]: '1' });
    expect(warned(body)).toEqual([`${of(name)} Did you mean "${meant}"?`]);
  });

  test('up to a limit', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x${at}`, at]));
    const { body } = await calculateCar({ ...many, ['y'.repeat(500)]: 1 });
    const words = warned(body);
    expect(words).toHaveLength(21);
    expect(words.at(-1)).toBe('41 more fields were left out.');
  });
});

test('a fact that the rules do not read is named in the warnings', async () => {
  const unused = ({ body }: Awaited<ReturnType<typeof calculate>>) =>
    (body.warnings as { code: string; message: string }[])
      .filter(({ code }) => code === 'fact_not_used')
      .map(({ message }) => message);
  expect(unused(await calculateCar({ co2_g_km: '120', make: 'Kia', historic: false }))).toEqual([
    'These facts do not change the result there: co2_g_km.',
  ]);
  expect(unused(await calculateCar({}))).toEqual([]);
});

describe('a value of the wrong JSON type is rejected by the name of its field', () => {
  const wrongTypes = [null, {}, [[]], [null], ['x']];
  test.each(Object.keys(vehicleInput.shape))('%s of a vehicle', async (name) => {
    for (const value of wrongTypes)
      expect(Object.keys(refused(await calculateCar({ [name]: value })))).toEqual([name]);
  });
  test.each(Object.keys(goodsInput.shape))('%s of goods', async (name) => {
    for (const value of wrongTypes)
      expect(Object.keys(refused(await calculateGoods({ [name]: value })))).toEqual([name]);
  });
  test.each(Object.keys(goodsInput.shape.items.element.shape))('%s of a line', async (name) => {
    for (const value of wrongTypes) {
      const { items } = refused(await calculateGoods({ items: [{ ...shirt, [name]: value }] }));
      expect((items as object[]).map((item) => Object.keys(item))).toEqual([[name]]);
    }
  });
});
