import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
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
const poolPath = '/apix/admin/proxy-sources/';
const missing = '01900000-0000-7000-8000-000000000000';
const url = 'https://lists.example.com/download/s3cr3t-token/';
const body = { name: 'Daily', url };
type Caller = { headers: Record<string, string> } | null;
let ada: SignedIn;
let bob: SignedIn;
let shop: string;
let path: string;
let person = 0;
beforeAll(() => allowManyResources(t));
beforeEach(async () => {
  await t.kernel.database.write.deleteFrom('proxy_source').execute();
  t.jobs.waiting.length = 0;
  ada = await t.signIn(`ada${++person}@example.com`);
  bob = await t.signIn(`bob${person}@example.com`);
  shop = await createResource(t, ada);
  path = `${resourcesPath}${shop}/sources/`;
});
const call = (
  who: Caller,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  at: string,
  sent?: object,
) => send(t, method, at, sent, who ? { headers: who.headers } : {});
const create = async (change: object = {}) =>
  String((await call(ada, 'POST', path, { ...body, ...change })).body.id);

describe('a source of a resource', () => {
  test('is created with defaults, listed, and refreshed by a job', async () => {
    const { status, body: source } = await call(ada, 'POST', path, {
      ...body,
      authorization: 'Token s3cr3t-header',
      username: 'ada',
      password: 's3cr3t-word',
    });
    expect(status).toBe(201);
    expect(source).toMatchObject({
      ...body,
      format: 'auto',
      protocol: 'http',
      has_authorization: true,
      has_login: true,
      refresh_minutes: 60,
      missed_max: 1,
      is_active: true,
      is_refreshing: true,
      refreshed_at: null,
      last_result: null,
      proxies_total: 0,
    });
    expect(t.jobs.waiting.map(({ queue }) => queue)).toContain('proxy.refresh_sources');
    const { raw, body: page } = await call(ada, 'GET', path);
    expect(page).toMatchObject({ count: 1, results: [source] });
    expect(raw.body).not.toMatch(/s3cr3t-(header|word)/);
    const { rows } = await t.kernel.database.pool.query('select s::text from proxy_source s');
    expect(JSON.stringify(rows)).not.toContain('s3cr3t');
  });

  test('hides its address from keys without access to credentials', async () => {
    await create();
    const plain = await createApiKey(t, ada, { scopes: ['proxy'] });
    const { body: page, raw } = await call(plain, 'GET', path);
    expect(page).toMatchObject({ results: [{ url: 'lists.example.com/***' }] });
    expect(raw.body).not.toContain('s3cr3t');
  });

  test('is updated; what is not given stays', async () => {
    const id = await create({ authorization: 'Token x', username: 'ada' });
    const change = { name: 'Weekly', refresh_minutes: 1440, missed_max: 5, type: 'isp' };
    const updated = await call(ada, 'PATCH', `${path}${id}/`, change);
    expect(updated.body).toMatchObject({ ...change, url, has_authorization: true });
    const cleared = { authorization: null, username: null, password: null, is_active: false };
    expect((await call(ada, 'PATCH', `${path}${id}/`, cleared)).body).toMatchObject({
      has_authorization: false,
      has_login: false,
      is_active: false,
      is_refreshing: false,
      next_refresh_at: null,
    });
  });

  test.each([
    [{}, 'name'],
    [{ name: ' ', url }, 'name'],
    [{ ...body, url: 'ftp://lists.example.com/' }, 'url'],
    [{ ...body, url: 'https://ada:word@lists.example.com/' }, 'url'],
    [{ ...body, url: 'lists.example.com' }, 'url'],
    [{ ...body, authorization: 'Token x\r\nHost: y' }, 'authorization'],
    [{ ...body, username: 'a:b' }, 'username'],
    [{ ...body, password: 'a\nb' }, 'password'],
    [{ ...body, refresh_minutes: 4 }, 'refresh_minutes'],
    [{ ...body, refresh_minutes: 1441 }, 'refresh_minutes'],
    [{ ...body, missed_max: 0 }, 'missed_max'],
    [{ ...body, format: 'xml' }, 'format'],
    [{ ...body, country_code: 'Germany' }, 'country_code'],
  ])('is refused with the field that is wrong: %#', async (sent, field) => {
    const { status, body: errors } = await call(ada, 'POST', path, sent);
    expect([status, Object.keys(errors)]).toEqual([400, expect.arrayContaining([field])]);
    if (!('name' in sent)) return;
    const id = await create();
    expect((await call(ada, 'PATCH', `${path}${id}/`, sent)).status).toBe(400);
  });

  test('belongs to its owner and its resource', async () => {
    const id = await create();
    const other = await createResource(t, ada);
    const calls = [
      ['PATCH', `${id}/`, { name: 'Mine' }],
      ['POST', `${id}/refresh/`],
      ['DELETE', `${id}/`],
    ] as const;
    for (const [method, at, sent] of calls) {
      expect((await call(bob, method, `${path}${at}`, sent)).status).toBe(404);
      expect((await call(null, method, `${path}${at}`, sent)).status).toBe(401);
      const elsewhere = `${resourcesPath}${other}/sources/${at}`;
      expect((await call(ada, method, elsewhere, sent)).status).toBe(404);
      const unknown = `${path}${at.replace(id, missing)}`;
      expect((await call(ada, method, unknown, sent)).status).toBe(404);
    }
    expect((await call(ada, 'DELETE', `${path}not-an-id/`)).status).toBe(404);
    for (const [method, sent] of [['GET'], ['POST', body]] as const) {
      expect((await call(bob, method, path, sent)).status).toBe(404);
      expect((await call(null, method, path, sent)).status).toBe(401);
    }
    expect((await call(ada, 'GET', `${path}?page=9`)).status).toBe(404);
  });

  test('is refreshed on request, and may be requested again', async () => {
    const id = await create();
    await t.kernel.database.write
      .updateTable('proxy_source')
      .set({ next_refresh_at: new Date(t.clock.now().getTime() + 60_000) })
      .execute();
    t.jobs.waiting.length = 0;
    for (let time = 0; time < 2; time++) {
      const { status, body: source } = await call(ada, 'POST', `${path}${id}/refresh/`);
      expect([status, source.is_refreshing]).toEqual([200, true]);
    }
    expect(t.jobs.waiting.map(({ queue }) => queue)).toEqual(['proxy.refresh_sources']);
  });

  test('is deleted with its proxies, and not with those added by hand', async () => {
    const id = await create();
    await addProxies(t, ada, shop, ['203.0.113.1:80', '203.0.113.2:80']);
    await t.kernel.database.write
      .updateTable('proxy')
      .set({ source_id: id })
      .where('host', '=', '203.0.113.1')
      .execute();
    expect((await call(ada, 'DELETE', `${path}${id}/`)).status).toBe(204);
    expect(await listProxies(t, ada, shop)).toMatchObject([{ host: '203.0.113.2' }]);
    expect((await call(ada, 'DELETE', `${path}${id}/`)).status).toBe(404);
  });

  test('is one of a limited number, also for concurrent calls', async () => {
    const limit = budgets.proxySourcesPerAccount;
    const other = `${resourcesPath}${await createResource(t, ada)}/sources/`;
    for (let count = 2; count < limit; count++) await create();
    const replies = await Promise.all(
      [path, other, path, other].map((at) => call(ada, 'POST', at, body)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400]);
    const refused = replies.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({ code: 'proxy_source_limit_reached', limit });
  });
});

describe('a source of the pool', () => {
  let admin: SignedIn;
  let support: SignedIn;
  beforeEach(async () => {
    admin = await t.signIn(`admin${person}@example.com`, { roles: ['admin'] });
    support = await t.signIn(`support${person}@example.com`, { roles: ['support'] });
  });
  const createPooled = async () => String((await call(admin, 'POST', poolPath, body)).body.id);

  test('is managed by staff, who see no credentials', async () => {
    const created = await call(admin, 'POST', poolPath, body);
    expect([created.status, created.body.url]).toEqual([201, 'lists.example.com/***']);
    const at = `${poolPath}${created.body.id}/`;
    expect((await call(admin, 'PATCH', at, { name: 'Weekly' })).body.name).toBe('Weekly');
    expect((await call(admin, 'POST', `${at}refresh/`)).body.is_refreshing).toBe(true);
    const { body: page, raw } = await call(support, 'GET', poolPath);
    expect(page).toMatchObject({ count: 1, results: [{ name: 'Weekly' }] });
    expect(raw.body).not.toContain('s3cr3t');
    expect((await call(admin, 'DELETE', at)).status).toBe(204);
    const { rows } = await t.kernel.database.pool.query(
      `select a::text from audit_entry a where account_id = $1`,
      [admin.accountId],
    );
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain('s3cr3t');
  });

  test('is not reachable as one of a resource, nor the other way round', async () => {
    const pooled = await createPooled();
    const own = await create();
    expect((await call(ada, 'DELETE', `${path}${pooled}/`)).status).toBe(404);
    expect((await call(admin, 'DELETE', `${poolPath}${own}/`)).status).toBe(404);
  });

  test('is refused without permission, unknown or invalid', async () => {
    const at = `${poolPath}${await createPooled()}/`;
    const writes = [
      ['POST', poolPath, body],
      ['PATCH', at, { name: 'Mine' }],
      ['POST', `${at}refresh/`],
      ['DELETE', at],
    ] as const;
    for (const [method, where, sent] of writes) {
      expect((await call(support, method, where, sent)).status).toBe(403);
      expect((await call(null, method, where, sent)).status).toBe(401);
      if (where === poolPath) continue;
      const unknown = where.replace(at, `${poolPath}${missing}/`);
      expect((await call(admin, method, unknown, sent)).status).toBe(404);
    }
    expect((await call(ada, 'GET', poolPath)).status).toBe(403);
    expect((await call(null, 'GET', poolPath)).status).toBe(401);
    expect((await call(support, 'GET', `${poolPath}?page=0`)).status).toBe(404);
    expect((await call(admin, 'POST', poolPath, { name: 'No address' })).status).toBe(400);
    expect((await call(admin, 'PATCH', at, { url: 'none' })).status).toBe(400);
  });

  test('is one of a limited number', async () => {
    await createPooled();
    await t.kernel.database.pool.query(
      `insert into proxy_source select s.* from proxy_source x, generate_series(2, $1::int) n,
        lateral jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'name', n)) s
        where x.resource_id is null`,
      [budgets.poolSources],
    );
    const { status, body: refused } = await call(admin, 'POST', poolPath, body);
    expect(status).toBe(400);
    expect(refused).toMatchObject({ code: 'proxy_source_limit_reached' });
  });
});
