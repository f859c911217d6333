// By key, as programs use it: what is counted, what is not, and when it ends.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { saveSwitch } from '#kernel/features/feature-store.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';

const t = useApp();
const vehicles = '/apix/data_customs/vehicle-calculation/';
const goods = '/apix/data_customs/custom-calculation/';
const shirts = {
  destination_country: 'DE',
  currency: 'EUR',
  items: [{ description: 'T-shirts', hs_code: '61091000', quantity: '1', unit_price: '10' }],
};
let owner: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  owner = await t.signIn('program@example.com');
});

/** Limits and switches are the same for everyone. */
afterEach(async () => {
  await setFreeLimits(t.kernel, { calculations_per_month: 100 });
  await t.kernel.database.write.deleteFrom('feature_switch').execute();
  t.kernel.features.clearCache();
});

async function countedBy({ accountId }: SignedIn): Promise<number> {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query<{ units: string | null }>(
    `select sum(units) as units from usage_record
     where account_id = $1 and metric = 'calculation'`,
    [accountId],
  );
  return Number(rows[0]?.units ?? 0);
}

test('a key with the scope can do everything except share', async () => {
  const { headers } = await createApiKey(t, owner, { scopes: ['customs'] });
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
    send(t, method, url, body, { headers });
  for (const [folder, facts, kind] of [
    [vehicles, petrolCar, 'vehicle'],
    [goods, shirts, 'custom'],
  ] as const) {
    expect((await call('POST', `${folder}calculate/`, facts)).status).toBe(200);
    const saved = (await call('POST', folder, facts)).body as unknown as CalculationWire;
    const at = `${folder}${saved.id}/`;
    expect((await call('GET', at)).body).toMatchObject({ total_payments: saved.total_payments });
    expect((await call('PATCH', at, { title: 'By program' })).status).toBe(200);
    expect((await call('GET', folder)).body.count).toBe(1);
    expect((await call('GET', `${folder}history/`)).body.count).toBe(2);
    expect((await call('GET', `/apix/data_customs/pdf/${kind}/${saved.id}/`)).status).toBe(200);
    expect((await call('POST', `${at}share/`)).body.code).toBe('jwt_required');
    expect((await call('DELETE', at)).status).toBe(204);
  }
  expect((await call('GET', '/apix/data_customs/currencies/')).status).toBe(200);
  expect((await call('GET', '/apix/data_customs/hs-codes/?search=toys')).status).toBe(200);
  const { headers: others } = await createApiKey(t, owner, { scopes: ['speech'] });
  const refused = await send(t, 'POST', `${vehicles}calculate/`, petrolCar, { headers: others });
  expect(refused.body).toMatchObject({ code: 'scope_missing', required: 'customs' });
});

test('a calculation counts once, a preview and an error not at all', async () => {
  const who = await t.signIn('counted@example.com');
  const { headers } = await createApiKey(t, who, { scopes: ['customs'] });
  const post = (url: string, body: object) => send(t, 'POST', url, body, { headers });
  await post(`${vehicles}calculate/`, petrolCar);
  expect(await countedBy(who)).toBe(1);
  await post(`${vehicles}calculate/?preview=true`, petrolCar);
  await post(`${goods}calculate/?preview=1`, shirts);
  await post(`${vehicles}calculate/`, { ...petrolCar, destination_country: 'BR' });
  await post(`${vehicles}calculate/`, { ...petrolCar, powertrain: 'steam' });
  expect(await countedBy(who)).toBe(1);
  await post(vehicles, petrolCar);
  await post(goods, shirts);
  expect(await countedBy(who)).toBe(3);
});

test('recalculating counts, changing title and notes or saving a run does not', async () => {
  const who = await t.signIn('again@example.com');
  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) =>
    send(t, method, url, body, { headers: who.headers });
  const run = (await call('POST', `${vehicles}calculate/`, petrolCar)).body.id;
  const at = `${vehicles}${run}/`;
  await call('POST', vehicles, { from_history: run, title: 'Saved' });
  await call('PATCH', at, { title: 'Mine', notes: 'Red' });
  await call('PATCH', at, {});
  await call('GET', `/apix/data_customs/pdf/vehicle/${run}/`);
  expect(await countedBy(who)).toBe(1);
  await call('PATCH', at, { title: 'Larger', engine_capacity_cc: 2998 });
  await call('PUT', `${at}?rates=original`, petrolCar);
  expect(await countedBy(who)).toBe(3);
});

test('a used-up plan responds 429, but previews still work', async () => {
  await setFreeLimits(t.kernel, { calculations_per_month: 2 });
  const who = await t.signIn('thrifty@example.com');
  const { headers } = await createApiKey(t, who, { scopes: ['customs'] });
  const calculate = (query = '') =>
    send(t, 'POST', `${vehicles}calculate/${query}`, petrolCar, { headers });
  const saved = await calculate();
  expect(saved.status).toBe(200);
  expect((await calculate()).status).toBe(200);
  const reply = await calculate();
  expect(reply.status).toBe(429);
  expect(reply.body).toMatchObject({ code: 'quota_exceeded', metric: 'calculation', limit: 2 });
  expect((await calculate('?preview=true')).status).toBe(200);
  const at = `${vehicles}${saved.body.id}/`;
  const change = (method: 'PUT' | 'PATCH', body: object) =>
    send(t, method, at, body, { headers: who.headers });
  expect((await change('PATCH', { engine_capacity_cc: 2998 })).status).toBe(429);
  expect((await change('PUT', petrolCar)).status).toBe(429);
  expect((await change('PATCH', { title: 'Thrifty' })).status).toBe(200);
});

test('while calculations are switched off, saved ones can still be read', async () => {
  const who = await t.signIn('waiting@example.com');
  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) =>
    send(t, method, url, body, { headers: who.headers });
  const at = `${vehicles}${(await call('POST', vehicles, petrolCar)).body.id}/`;
  const { database, features, clock } = t.kernel;
  const off = { isOn: false, reason: 'Wrong', accountId: who.accountId, now: clock.now() };
  await saveSwitch(database.write, 'calculations', off);
  features.clearCache();
  for (const [method, url, body] of [
    ['POST', `${vehicles}calculate/`, petrolCar],
    ['POST', vehicles, petrolCar],
    ['PUT', at, petrolCar],
    ['PATCH', at, { engine_capacity_cc: 2998 }],
  ] as const)
    expect((await call(method, url, body)).body.code).toBe('feature_off');
  expect((await call('GET', at)).status).toBe(200);
});
