// How long calculations stay, and how many.
import { beforeAll, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { petrolCar as car } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const vehicles = '/apix/data_customs/vehicle-calculation/';
const goods = '/apix/data_customs/custom-calculation/';
const shirts = {
  destination_country: 'UA',
  currency: 'EUR',
  items: [{ description: 'Shirts', hs_code: '610910', quantity: 10, unit_price: '20' }],
};
const call = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body: object | undefined,
  by: SignedIn,
) => send(t, method, url, body, { headers: by.headers });

beforeAll(() => t.clock.set(new Date('2026-11-21T10:00:00Z')));

const share = (id: unknown, by: SignedIn) => call('POST', `${vehicles}${id}/share/`, undefined, by);

test('runs are deleted after 90 days unless saved or shared', async () => {
  let customer = await t.signIn('forgetful@example.com');
  await call('POST', `${vehicles}calculate/`, car, customer);
  await share((await call('POST', `${vehicles}calculate/`, car, customer)).body.id, customer);
  await call('POST', vehicles, car, customer);
  t.clock.advance(91 * 86_400_000);
  await t.jobs.runSchedule('customs.purge');
  customer = await t.signIn('forgetful@example.com');
  const { body } = await call('GET', `${vehicles}history/`, undefined, customer);
  expect(body.count).toBe(2);
});

test('the limit of saved calculations holds for concurrent requests', async () => {
  const customer = await t.signIn('collector@example.com');
  const limit = budgets.savedCalculationsPerAccount;
  const save = (body: object) => call('POST', vehicles, body, customer);
  const run = () => call('POST', `${vehicles}calculate/`, car, customer);
  const { id } = (await save(car)).body;
  await t.kernel.database.pool.query(
    `insert into customs_calculation (account_id, kind, is_saved, destination_country, regime,
       currency, total, inputs, result, rule_set_id, rates, created_at, updated_at)
     select account_id, kind, true, destination_country, regime, currency, total, '{}', '{}',
       rule_set_id, '[]', created_at, updated_at
     from customs_calculation, generate_series(1, $2::int) where id = $1`,
    [id, limit - 3],
  );
  const runs = await Promise.all([run(), run(), run()]);
  const [one, other, third] = runs.map(({ body }) => body.id);
  const replies = await Promise.all([
    save(car),
    save(car),
    save({ from_history: one }),
    share(other, customer),
  ]);
  const isRefused = ({ status }: { status: number }) => status === 400;
  expect(replies.filter(isRefused)).toHaveLength(2);
  const goodsRun = await call('POST', `${goods}calculate/`, shirts, customer);
  for (const reply of [
    await save(car),
    await save({ from_history: third }),
    await share(third, customer),
    await call('POST', goods, shirts, customer),
    await call('POST', `${goods}${goodsRun.body.id}/share/`, undefined, customer),
  ])
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { code: 'calculation_limit_reached', limit },
    ]);
  // What is kept already may be named and shared, and the history goes on.
  expect((await save({ from_history: id, title: 'Mine' })).status).toBe(201);
  expect((await share(id, customer)).status).toBe(200);
  expect((await run()).status).toBe(200);
  await call('DELETE', `${vehicles}${id}/`, undefined, customer);
  expect((await save(car)).status).toBe(201);
});

test('only the newest 500 runs are kept unless saved or shared', async () => {
  const customer = await t.signIn('busy@example.com');
  const run = await call('POST', `${vehicles}calculate/`, car, customer);
  const shared = await call('POST', `${vehicles}calculate/`, car, customer);
  await share(shared.body.id, customer);
  await call('POST', vehicles, car, customer);
  await t.kernel.database.pool.query(
    `insert into customs_calculation (account_id, kind, is_saved, destination_country, regime,
       currency, total, inputs, result, rule_set_id, rates, created_at, updated_at)
     select account_id, kind, false, destination_country, regime, currency, total, inputs, result,
       rule_set_id, rates, created_at + n * interval '1 second', updated_at
     from customs_calculation, generate_series(1, 500) n where id = $1`,
    [run.body.id],
  );
  await t.jobs.runSchedule('customs.trim_history');
  const history = await call('GET', `${vehicles}history/`, undefined, customer);
  expect(history.body.count).toBe(502);
  expect((await call('GET', `${vehicles}${shared.body.id}/`, undefined, customer)).status).toBe(
    200,
  );
  expect((await call('GET', `${vehicles}${run.body.id}/`, undefined, customer)).status).toBe(404);
});
