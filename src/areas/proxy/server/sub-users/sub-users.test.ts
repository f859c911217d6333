import { beforeEach, describe, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { duringChange } from '#test/during-change.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { allowManyResources, createResource, resourcesPath } from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';

const t = useApp();
let person = 0;
let ada: SignedIn;
let bob: SignedIn;
let shop: string;
let path: string;
let octet = 0;
/** Of no other test. */
const nextAddress = () => `9.9.${octet++}.7`;

beforeEach(async () => {
  allowManyResources(t);
  ada = await t.signIn(`ada${++person}@example.com`);
  bob = await t.signIn(`bob${person}@example.com`);
  shop = await createResource(t, ada);
  path = `${resourcesPath}${shop}/sub-users/`;
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, at = '', body?: object, who: SignedIn | null = ada) =>
  send(t, method, `${path}${at}`, body, who ? { headers: who.headers } : {});
const create = async (body: object) => {
  const reply = await call('POST', '', body);
  expect(reply.status).toBe(201);
  return reply.body as { id: string; name: string; password: string };
};

test('a sub-user is created, and its password shown once', async () => {
  const { password, ...created } = await create({ name: 'office' });
  expect(password).toMatch(/^sub_[0-9A-Za-z]{32}$/);
  expect(created).toMatchObject({
    name: 'office',
    user_name: `${shop}.user-office`,
    is_active: true,
    traffic_limit_bytes: null,
    requests_limit: null,
    traffic_used_bytes: 0,
    requests_used: 0,
    price_per_gb: null,
    spend_limit: null,
    spent: null,
    is_over_limit: false,
    addresses: [],
    networks_confirmed: 0,
  });
  const read = await call('GET', `${created.id}/`);
  expect(read.status).toBe(200);
  expect(read.body).toEqual(created);
  const stored = await t.kernel.database.read
    .selectFrom('proxy_sub_user')
    .select('password_hash')
    .where('id', '=', created.id)
    .executeTakeFirstOrThrow();
  expect(stored.password_hash.toString('hex')).not.toContain(Buffer.from(password).toString('hex'));
});

test.each([
  [{}, 'name'],
  [{ name: 'Office' }, 'name'],
  [{ name: 'a.b' }, 'name'],
  [{ name: 'a', traffic_limit_bytes: 0 }, 'traffic_limit_bytes'],
  [{ name: 'a', traffic_limit_bytes: 1.5 }, 'traffic_limit_bytes'],
  [{ name: 'a', requests_limit: -1 }, 'requests_limit'],
  [{ name: 'a', requests_limit: '5' }, 'requests_limit'],
  [{ name: 'a', price_per_gb: '0.00' }, 'price_per_gb'],
  [{ name: 'a', price_per_gb: 2.5 }, 'price_per_gb'],
  [{ name: 'a', price_per_gb: '2.50001' }, 'price_per_gb'],
  [{ name: 'a', price_per_gb: '1', spend_limit: '-5' }, 'spend_limit'],
  [{ name: 'a', price_per_gb: '1', spend_limit: '5.001' }, 'spend_limit'],
  [{ name: 'a', spend_limit: '5' }, 'price_per_gb'],
  [{ name: 'a', addresses: ['nowhere'] }, 'addresses'],
  [{ name: 'a', addresses: ['127.0.0.1'] }, 'addresses'],
  [{ name: 'a', addresses: Array(21).fill('9.9.9.9') }, 'addresses'],
])('bad input %j names the field %s', async (body, field) => {
  const reply = await call('POST', '', body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body)).toEqual([field]);
});

test('all calls need a session or a key', async () => {
  const { id } = await create({ name: 'office' });
  const replies = [
    await call('GET', '', undefined, null),
    await call('POST', '', { name: 'next' }, null),
    await call('GET', `${id}/`, undefined, null),
    await call('PATCH', `${id}/`, { is_active: false }, null),
    await call('POST', `${id}/rotate/`, undefined, null),
    await call('DELETE', `${id}/`, undefined, null),
    await send(t, 'GET', `${resourcesPath}${shop}/traffic/`),
  ];
  expect(replies.map(({ body }) => body.code)).toEqual(Array(7).fill('not_authenticated'));
  expect((await call('GET', `${id}/`)).body.is_active).toBe(true);
});

test('the list is in pages, searched and sorted', async () => {
  for (const name of ['one', 'two', 'three']) await create({ name });
  const names = async (query: string) => {
    const { body } = await call('GET', `?${query}`);
    return [(body.results as { name: string }[]).map(({ name }) => name), body.count];
  };
  expect(await names('')).toEqual([['one', 'three', 'two'], 3]);
  expect(await names('ordering=-name&page_size=2')).toEqual([['two', 'three'], 3]);
  expect(await names('search=T')).toEqual([['three', 'two'], 2]);
  expect(await names('search=_')).toEqual([[], 0]);
  expect((await call('GET', '?page=9')).status).toBe(404);
});

test('a name is unique within a resource', async () => {
  const first = await create({ name: 'office' });
  const again = await call('POST', '', { name: 'office' });
  expect([again.status, Object.keys(again.body)]).toEqual([400, ['name']]);
  const other = await create({ name: 'home' });
  const renamed = await call('PATCH', `${other.id}/`, { name: 'office' });
  expect([renamed.status, Object.keys(renamed.body)]).toEqual([400, ['name']]);
  expect((await call('PATCH', `${first.id}/`, { name: 'office' })).status).toBe(200);
  const second = await createResource(t, ada);
  const there = `${resourcesPath}${second}/sub-users/`;
  expect((await send(t, 'POST', there, { name: 'office' }, ada)).status).toBe(201);
});

test('only the fields of an update change', async () => {
  const { id } = await create({ name: 'office', traffic_limit_bytes: 1000 });
  const limited = await call('PATCH', `${id}/`, { requests_limit: 5 });
  expect(limited.body).toMatchObject({ traffic_limit_bytes: 1000, requests_limit: 5 });
  const freed = await call('PATCH', `${id}/`, { traffic_limit_bytes: null, is_active: false });
  expect(freed.body).toMatchObject({
    name: 'office',
    traffic_limit_bytes: null,
    requests_limit: 5,
    is_active: false,
  });
  expect((await call('PATCH', `${id}/`, { requests_limit: 0 })).status).toBe(400);
});

test('a limit in money keeps its price', async () => {
  const { id } = await create({ name: 'office', price_per_gb: '2.5', spend_limit: '50' });
  expect((await call('GET', `${id}/`)).body).toMatchObject({
    price_per_gb: '2.50',
    spend_limit: '50.00',
    spent: '0.00',
  });
  const refused = await call('PATCH', `${id}/`, { price_per_gb: null });
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['price_per_gb']]);
  const freed = await call('PATCH', `${id}/`, { price_per_gb: null, spend_limit: null });
  expect(freed.body).toMatchObject({ price_per_gb: null, spend_limit: null, spent: null });
});

test('a rotated password is new', async () => {
  const { id, password } = await create({ name: 'office' });
  const rotated = await call('POST', `${id}/rotate/`);
  expect(rotated.status).toBe(200);
  expect(rotated.body.password).toMatch(/^sub_/);
  expect(rotated.body.password).not.toBe(password);
});

test('a deleted sub-user is gone, and so are those of a deleted resource', async () => {
  const { id } = await create({ name: 'office', addresses: [nextAddress()] });
  expect((await call('DELETE', `${id}/`)).status).toBe(204);
  expect((await call('GET', `${id}/`)).status).toBe(404);
  await create({ name: 'home', addresses: [nextAddress()] });
  expect((await send(t, 'DELETE', `${resourcesPath}${shop}/`, undefined, ada)).status).toBe(204);
  expect((await call('GET')).status).toBe(404);
});

test('an account has a limited number of sub-users', async () => {
  const now = t.clock.now();
  const { id: resource_id } = await t.kernel.database.read
    .selectFrom('proxy_resource')
    .select('id')
    .where('name', '=', shop)
    .where('account_id', '=', ada.accountId)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: budgets.proxySubUsersPerAccount }, (_, at) => ({
    id: crypto.randomUUID(),
    resource_id,
    name: `user-${at}`,
    password_hash: Buffer.from(`${shop} ${at}`),
    created_at: now,
    updated_at: now,
  }));
  await t.kernel.database.write.insertInto('proxy_sub_user').values(rows).execute();
  const reply = await call('POST', '', { name: 'office' });
  expect([reply.status, reply.body.code, reply.body.limit]).toEqual([
    400,
    'sub_user_limit_reached',
    budgets.proxySubUsersPerAccount,
  ]);
});

test('a resource that is deleted meanwhile is not found', async () => {
  const deletion = { sql: 'delete from proxy_resource where name = $1', id: shop };
  const create = () => [call('POST', '', { name: 'office' })];
  const [created] = await duringChange(t.kernel.database, deletion, create);
  expect(created?.status).toBe(404);
});

describe('addresses', () => {
  test('belong to one active sub-user, of all accounts', async () => {
    const address = nextAddress();
    const { id } = await create({ name: 'office', addresses: [`${address}/30`] });
    const theirs = await createResource(t, bob);
    const theirPath = `${resourcesPath}${theirs}/sub-users/`;
    const add = (body: object) => send(t, 'POST', theirPath, { name: 'home', ...body }, bob);
    const refused = await add({ addresses: [address] });
    expect([refused.status, refused.body]).toEqual([
      400,
      { addresses: [expect.stringContaining(`“${address}” belongs to another active sub-user`)] },
    ]);
    expect((await add({ addresses: [address], is_active: false })).status).toBe(201);
    await call('PATCH', `${id}/`, { is_active: false });
    const [inactive] = (await send(t, 'GET', theirPath, undefined, bob)).body.results as {
      id: string;
    }[];
    const activate = { is_active: true };
    const active = await send(t, 'PATCH', `${theirPath}${inactive!.id}/`, activate, bob);
    expect(active.body).toMatchObject({ is_active: true, addresses: [address] });
    const back = await call('PATCH', `${id}/`, activate);
    expect([back.status, Object.keys(back.body)]).toEqual([400, ['addresses']]);
    await call('PATCH', `${id}/`, { is_active: true, addresses: [] });
    expect((await call('GET', `${id}/`)).body).toMatchObject({ is_active: true, addresses: [] });
  });

  test('that two requests claim at once go to one of them', async () => {
    const addresses = [nextAddress()];
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) => call('POST', '', { name, addresses })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  });
});

describe('permissions', () => {
  test('sub-users of others do not exist', async () => {
    const { id } = await create({ name: 'office' });
    const theirs = await createResource(t, bob);
    for (const at of [path, `${resourcesPath}${theirs}/sub-users/`])
      for (const [method, more] of [
        ['GET', `${id}/`],
        ['PATCH', `${id}/`],
        ['DELETE', `${id}/`],
        ['POST', `${id}/rotate/`],
      ] as const) {
        const body = method === 'PATCH' ? { requests_limit: 5 } : undefined;
        expect((await send(t, method, `${at}${more}`, body, bob)).status).toBe(404);
      }
    expect((await call('GET', '', undefined, bob)).status).toBe(404);
    expect((await call('POST', '', { name: 'x' }, bob)).status).toBe(404);
    expect((await call('GET', 'no-uuid/')).status).toBe(404);
    expect((await call('GET', `${id}/`)).status).toBe(200);
  });

  test('a key needs the scope', async () => {
    const { key } = await createApiKey(t, ada, { scopes: ['proxy'] });
    const { key: plain } = await createApiKey(t, ada, { scopes: ['customs'] });
    const by = (word: string) =>
      send(t, 'GET', path, undefined, { headers: { 'x-api-key': word } });
    expect((await by(key)).status).toBe(200);
    expect((await by(plain)).status).toBe(403);
    expect((await call('GET', '', undefined, null)).status).toBe(401);
  });
});
