// Two who change the same calculation at once, or one who deletes it meanwhile.
import { beforeAll, expect, test } from 'vitest';
import { duringChange } from '#test/during-change.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const vehicles = '/apix/data_customs/vehicle-calculation/';
const car = {
  ...petrolCar,
  make: 'Toyota',
};
let who: SignedIn;
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  send(t, method, vehicles + url, body, { headers: who.headers });
const saved = async () => String((await call('POST', '', car)).body.id);

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('twice@example.com');
});

const during = <T>(id: string, sql: string, act: () => Promise<T>[]) =>
  duringChange(t.kernel.database, { sql, id }, act);
const hold = 'select from customs_calculation where id = $1 for update';
const remove = 'delete from customs_calculation where id = $1';

test('two concurrent requests to share get the same link', async () => {
  const id = await saved();
  const shared = await during(id, hold, () => [
    call('POST', `${id}/share/`),
    call('POST', `${id}/share/`),
  ]);
  const [one, other] = shared.map(({ body }) => body.share_url);
  expect(one).toMatch(/\/c\//);
  expect(other).toBe(one);
  expect((await call('GET', `${id}/`)).body.share_url).toBe(one);
});

test('two concurrent changes of facts both apply', async () => {
  const id = await saved();
  await during(id, hold, () => [
    call('PATCH', `${id}/`, { engine_capacity_cc: 2998 }),
    call('PATCH', `${id}/`, { make: 'Mazda' }),
  ]);
  const { body } = await call('GET', `${id}/`);
  expect(body.inputs).toMatchObject({ engine_capacity_cc: '2998', make: 'Mazda' });
  expect(body.total_payments).toBe('4279.28');
});

test.each([
  ['words', 'PATCH', { title: 'Mine' }],
  ['facts', 'PATCH', { make: 'Mazda' }],
  ['a link', 'POST', undefined],
] as const)('a calculation deleted while %s change is not found', async (_, method, body) => {
  const id = await saved();
  const url = method === 'POST' ? `${id}/share/` : `${id}/`;
  const [reply] = await during(id, remove, () => [call(method, url, body)]);
  expect(reply).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
});

test('a run deleted while it is being saved is not found', async () => {
  const run = (await call('POST', 'calculate/', car)).body.id;
  const body = { from_history: run, title: 'Saved' };
  const [reply] = await during(String(run), remove, () => [call('POST', '', body)]);
  expect(reply?.status).toBe(404);
});
