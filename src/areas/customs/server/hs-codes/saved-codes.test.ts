import { beforeAll, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { deleteAccountData } from '../calculations/saved-calculations.ts';

const t = useApp();
const codes = '/apix/data_customs/hs-codes/';
const at = (code: string) => `${codes}${code}/saved/`;
let who: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('keeper@example.com');
  other = await t.signIn('stranger@example.com');
});

const call = (method: 'GET' | 'PUT' | 'DELETE', url: string, body?: object, by = who) =>
  send(t, method, url, body, { headers: by.headers });
const save = (code: string, description: string, by = who) =>
  call('PUT', at(code), { description }, by);
const listSaved = async (by = who, more = '') =>
  (await call('GET', `${codes}?saved=true${more}`, undefined, by)).body;

test('saved codes have own descriptions, newest first, with the duty of the destination', async () => {
  expect((await save('61091000', 'Our shirts')).body).toEqual({
    code: '61091000',
    description: 'Our shirts',
  });
  t.clock.advance(1000);
  await save('9503004100', 'Bears');
  await save('61091000', 'Our red shirts');
  expect(await listSaved(who, '&destination_country=DE')).toMatchObject({
    count: 2,
    results: [
      { code: '9503004100', description: 'Bears', is_saved: true },
      { code: '61091000', description: 'Our red shirts', duty: '12 %', is_saved: true },
    ],
  });
  expect(await listSaved(who, '&search=bear')).toMatchObject({ count: 1 });
  const found = (await call('GET', `${codes}?search=610910`)).body;
  expect(found.results).toMatchObject([{ code: '61091000', is_saved: true }]);
});

test('saved codes belong to their owner until they are removed', async () => {
  await save('87032319', 'Cars');
  expect(await listSaved(other)).toMatchObject({ count: 0, results: [] });
  expect((await call('DELETE', at('87032319'), undefined, other)).status).toBe(404);
  expect((await call('DELETE', at('87032319'))).status).toBe(204);
  expect((await call('DELETE', at('87032319'))).status).toBe(404);
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await send(t, method, at('87032319'), { description: 'Cars' })).status).toBe(401);
});

test.each([
  ['12', { description: 'x' }, 'hs_code'],
  ['61091000', { description: ' ' }, 'description'],
  ['61091000', {}, 'description'],
])('what is no code or has no words is refused: %s', async (code, body, field) => {
  const reply = await call('PUT', at(code), body);
  expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]]);
  expect((await call('DELETE', at('12'))).status).toBe(400);
});

test('codes are limited, and deleted with their account', async () => {
  const { accountId } = other;
  const friend = await t.signIn('friend@example.com');
  await save('61091000', 'Their shirts', friend);
  await t.kernel.database.pool.query(
    `insert into customs_saved_code (account_id, code, description, saved_at)
     select $1, 100000 + n, 'One of many', now() from generate_series(1, $2::int) n`,
    [accountId, budgets.savedCodesPerAccount - 1],
  );
  const codesAtOnce = ['61091000', '61091001', '61091002'];
  const replies = await Promise.all(codesAtOnce.map((code) => save(code, 'The last', other)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  expect(replies.find(({ status }) => status === 400)?.body).toMatchObject({
    code: 'saved_code_limit_reached',
    limit: budgets.savedCodesPerAccount,
  });
  expect((await save('100001', 'Other words', other)).status).toBe(200);
  await t.kernel.database.write.transaction().execute((tx) => deleteAccountData(tx, { accountId }));
  expect(await listSaved(other)).toMatchObject({ count: 0 });
  expect(await listSaved(friend)).toMatchObject({ count: 1 });
});
