import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  resourcesPath,
} from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const poolPath = '/apix/admin/proxies/';
let ada: SignedIn;
let shop: string;
let path: string;
let person = 0;
beforeAll(() => allowManyResources(t));
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
  shop = await createResource(t, ada, { uses_pool: false });
  path = `${resourcesPath}${shop}/proxies/credentials/`;
});
const change = (body: object, who: SignedIn = ada, at = path) => send(t, 'POST', at, body, who);
const logins = async () =>
  (await listProxies(t, ada, shop, 'ordering=latency_ms'))
    .map(({ host, port, username, password }) => `${host}:${port} ${username} ${password}`)
    .toSorted();

test('all proxies of a host, or of one port, get the new password', async () => {
  await addProxies(t, ada, shop, [
    'Gate.example.com:80:ada:one',
    'gate.example.com:80:bob:two',
    'gate.example.com:81',
    'other.example.com:80:ada:one',
  ]);
  const { status, body } = await change({ host: 'GATE.example.com', password: 'new' });
  expect([status, body]).toEqual([200, { changed: 3 }]);
  expect(await logins()).toEqual([
    'gate.example.com:80 ada new',
    'gate.example.com:80 bob new',
    'gate.example.com:81  new',
    'other.example.com:80 ada one',
  ]);
  const one = { host: 'gate.example.com', port: 81, username: 'eve', password: 'x' };
  for (let time = 0; time < 2; time++) expect((await change(one)).body).toEqual({ changed: 1 });
  expect(await logins()).toContain('gate.example.com:81 eve x');
  // The user is part of what identifies a proxy.
  const again = { text: 'gate.example.com:81:eve:y' };
  const imported = await send(t, 'POST', `${resourcesPath}${shop}/proxies/`, again, ada);
  expect(imported.body).toMatchObject({ added: 0, updated: 1 });
});

test('the next request and the next check use the new credentials', async () => {
  await addProxies(t, ada, shop, ['203.0.113.1:80:ada:one']);
  const pools = t.areas.proxy.poolCache;
  const before = await pools.find(ada.accountId, shop);
  const old = before!.candidates[0]!.row;
  t.clock.advance(1000);
  await change({ host: '203.0.113.1', username: 'bob', password: 'two' });
  const { row } = (await pools.find(ada.accountId, shop))!.candidates[0]!;
  const { vault } = t.areas.proxy;
  expect(vault.open(row.id, row.credentials)).toEqual({ username: 'bob', password: 'two' });
  expect([row.id, row.next_check_at]).toEqual([old.id, t.clock.now()]);
});

test('proxies that share an address cannot get one user name', async () => {
  await addProxies(t, ada, shop, ['203.0.113.1:80:ada:one', '203.0.113.1:80:bob:two']);
  const refused = await change({ host: '203.0.113.1', username: 'eve', password: 'x' });
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['username']]);
  expect(await logins()).toEqual(['203.0.113.1:80 ada one', '203.0.113.1:80 bob two']);
});

test('proxies of a source are left alone', async () => {
  const source = { name: 'Daily', url: 'https://lists.example.com/' };
  const { body } = await send(t, 'POST', `${resourcesPath}${shop}/sources/`, source, ada);
  await addProxies(t, ada, shop, ['203.0.113.1:80:ada:one', '203.0.113.1:81:ada:one']);
  await t.kernel.database.write
    .updateTable('proxy')
    .set({ source_id: String(body.id) })
    .where('port', '=', 80)
    .execute();
  expect((await change({ host: '203.0.113.1', password: 'x' })).body).toEqual({ changed: 1 });
  const listed = await change({ host: '203.0.113.1', port: 80, password: 'x' });
  expect([listed.status, Object.keys(listed.body)]).toEqual([400, ['host']]);
  expect(await logins()).toEqual(['203.0.113.1:80 ada one', '203.0.113.1:81 ada x']);
});

test('invalid values, unknown hosts and resources of others are refused', async () => {
  await addProxies(t, ada, shop, ['203.0.113.1:80']);
  const bob = await t.signIn(`bob${person}@example.com`);
  const valid = { host: '203.0.113.1', password: 'x' };
  expect((await change(valid, bob)).status).toBe(404);
  expect((await send(t, 'POST', path, valid)).status).toBe(401);
  for (const [body, field] of [
    [{ password: 'x' }, 'host'],
    [{ host: '203.0.113.9', password: 'x' }, 'host'],
    [{ host: 'a b', password: 'x' }, 'host'],
    [{ host: '203.0.113.1' }, 'password'],
    [{ ...valid, password: 'a\nb' }, 'password'],
    [{ ...valid, username: 'a:b' }, 'username'],
    [{ ...valid, port: 0 }, 'port'],
  ] as const) {
    const { status, body: errors } = await change(body);
    expect([status, Object.keys(errors)]).toEqual([400, [field]]);
  }
});

test('staff change those of the pool, and the audit log has no password', async () => {
  const admin = await t.signIn(`admin${person}@example.com`, { roles: ['admin'] });
  const support = await t.signIn(`support${person}@example.com`, { roles: ['support'] });
  await send(t, 'POST', poolPath, { text: '203.0.113.7:80:ada:one' }, admin);
  const at = `${poolPath}credentials/`;
  const body = { host: '203.0.113.7', password: 's3cr3t-word' };
  expect((await change(body, admin, at)).body).toEqual({ changed: 1 });
  expect((await change(body, support, at)).status).toBe(403);
  expect((await send(t, 'POST', at, body)).status).toBe(401);
  expect((await change({ ...body, host: '203.0.113.8' }, admin, at)).status).toBe(400);
  const query = 'select a::text from audit_entry a where account_id = $1';
  const { rows } = await t.kernel.database.pool.query(query, [admin.accountId]);
  expect(JSON.stringify(rows)).toContain('203.0.113.7');
  expect(JSON.stringify(rows)).not.toContain('s3cr3t');
});
