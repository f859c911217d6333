import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
} from '#test/proxy-resources.ts';
import type { TestProxy, TestSite } from '#test/proxy-servers.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import { seedProxies } from '../seed.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const farm = useProxyServers();
const poolPath = '/apix/admin/proxies/';
let admin: SignedIn;
let support: SignedIn;
let ada: SignedIn;
let site: TestSite;
let proxy: TestProxy;
beforeAll(async () => {
  allowManyResources(t);
  admin = await t.signIn('admin@example.com', { roles: ['admin'] });
  support = await t.signIn('support@example.com', { roles: ['support'] });
  ada = await t.signIn('ada@example.com');
  site = await farm.startSite();
  proxy = await farm.startProxy({ login: 'user:s3cr3t-word' });
  t.areas.proxy.checkUrl = site.url;
});
const call = (
  who: SignedIn | null,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
) => send(t, method, `${poolPath}${path}`, body, who ? { headers: who.headers } : {});
type Row = { id: string } & Record<string, unknown>;
const pool = async (query = '') =>
  (await call(support, 'GET', `?page_size=100&${query}`)).body.results as Row[];

/** A German proxy and an American one, and no others. */
async function fillPool() {
  await t.kernel.database.write.deleteFrom('proxy').where('resource_id', 'is', null).execute();
  const csv = `host,port,username,password,country_code,type,provider
127.0.0.1,${proxy.port},user,s3cr3t-word,DE,residential,Example
198.51.100.7,8080,,,US,datacenter,Example`;
  return call(admin, 'POST', '', { text: csv });
}

test('staff add proxies, and resources with matching filters use them', async () => {
  const { body } = await fillPool();
  expect(body).toMatchObject({ added: 2, updated: 0, duplicates: 0, rejected_total: 0 });
  const all = await createResource(t, ada);
  const german = await createResource(t, ada, { countries: ['de'] });
  const own = await createResource(t, ada, { uses_pool: false });
  const counts = [];
  for (const name of [all, german, own]) counts.push((await listProxies(t, ada, name)).length);
  expect(counts).toEqual([2, 1, 0]);
  const { body: page, raw } = await call(support, 'GET');
  expect(page.counts).toMatchObject({ total: 2, unchecked: 2 });
  expect(raw.body).not.toContain('s3cr3t-word');
});

test('the CSV file contains no passwords', async () => {
  await fillPool();
  const { raw } = await call(support, 'GET', '?format=csv&country=DE');
  expect(raw.headers['content-disposition']).toContain('proxies.csv');
  const [head, ...rows] = readCsv(raw.body);
  expect(head!.join()).toMatch(/^id,protocol,host,port,/);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.join()).toContain(`,127.0.0.1,${proxy.port},DE,,residential,Example,unchecked,`);
  expect(raw.body).not.toContain('s3cr3t-word');
});

test('a check returns the state and a fix', async () => {
  await fillPool();
  const [row] = await pool('country=DE');
  const { body } = await call(support, 'POST', `${row!.id}/check/`);
  expect(body).toMatchObject({ state: 'working', exit_address: proxy.exit, success_rate: 1 });
  expect(await pool('state=working')).toHaveLength(1);
  expect(await pool('search=example&ordering=host')).toHaveLength(2);
});

test('a proxy is disabled, changed and removed', async () => {
  await fillPool();
  const [row] = await pool('country=US');
  const path = `${row!.id}/`;
  const off = await call(admin, 'PATCH', path, { is_active: false, country_code: 'fr' });
  expect(off.body).toMatchObject({ state: 'inactive', country_code: 'FR' });
  expect((await call(admin, 'PATCH', path, {})).status).toBe(400);
  expect((await call(admin, 'PATCH', path, { type: 'satellite' })).status).toBe(400);
  expect((await call(admin, 'DELETE', path)).status).toBe(204);
  expect((await call(admin, 'DELETE', path)).status).toBe(404);
});

test('the audit log contains the proxy before and after, never a password', async () => {
  const acting = (...args: Parameters<typeof call>) => {
    t.clock.advance(1000);
    return call(...args);
  };
  await acting(admin, 'POST', '', { text: '198.51.100.9:8080:hidden-user:hidden-word' });
  const id = (await pool('search=198.51.100.9'))[0]!.id;
  await acting(admin, 'PATCH', `${id}/`, { provider: 'Elsewhere' });
  await acting(support, 'POST', `${id}/check/`);
  await acting(admin, 'DELETE', `${id}/`);
  const entries = await t.kernel.database.write
    .selectFrom('audit_entry')
    .selectAll()
    .where('path', 'like', `${poolPath}%`)
    .where('status', '<', 300)
    .orderBy('occurred_at', 'desc')
    .limit(4)
    .execute();
  const changes = entries.map(({ method, subject_id, before, after }) => ({
    method,
    subject_id,
    before,
    after,
  }));
  const of = { host: '198.51.100.9', port: 8080, is_active: true };
  expect(changes).toMatchObject([
    { method: 'DELETE', subject_id: id, before: { ...of, provider: 'Elsewhere' }, after: null },
    { method: 'POST', subject_id: id, before: null },
    { method: 'PATCH', subject_id: id, before: of, after: { provider: 'Elsewhere' } },
    { method: 'POST', subject_id: 'pool', after: { added: 1, updated: 0, rejected: 0 } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/hidden/);
});

describe('permissions', () => {
  test.each([
    ['GET', '', undefined],
    ['POST', '', { text: '198.51.100.1:80' }],
    ['PATCH', 'x/', { is_active: true }],
    ['DELETE', 'x/', undefined],
    ['POST', 'x/check/', undefined],
  ] as const)('%s %s', async (method, path, body) => {
    expect((await call(null, method, path, body)).status).toBe(401);
    const refused = await call(ada, method, path, body);
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied']);
  });
  test('support can read and check, admins can write', async () => {
    expect((await call(support, 'POST', '', { text: '198.51.100.1:80' })).status).toBe(403);
    expect((await call(admin, 'POST', '', {})).status).toBe(400);
    const id = '01900000-0000-7000-8000-000000000001';
    expect((await call(admin, 'PATCH', `${id}/`, { is_active: true })).status).toBe(404);
    expect((await call(support, 'POST', `${id}/check/`)).status).toBe(404);
    expect((await call(support, 'POST', 'abc/check/')).status).toBe(404);
    expect((await call(support, 'GET', '?page=99')).status).toBe(404);
  });
  test('a customer’s own proxy is not in the shared pool', async () => {
    const name = await createResource(t, ada, { uses_pool: false });
    await addProxies(t, ada, name, ['198.51.100.77:80']);
    const [own] = await listProxies(t, ada, name);
    expect(await pool('search=198.51.100.77')).toEqual([]);
    expect((await call(admin, 'DELETE', `${own!.id}/`)).status).toBe(404);
    expect((await call(support, 'POST', `${own!.id}/check/`)).status).toBe(404);
  });
});

test('staff are notified once a day while more of the pool is dead than working', async () => {
  const { body } = await call(admin, 'POST', '', { text: '198.51.100.50:80\n198.51.100.51:80' });
  expect(body.added).toBe(2);
  await t.jobs.runSchedule('proxy.forecast');
  expect(await t.mails(admin.email)).toEqual([]);
  const db = t.kernel.database.write;
  await db.updateTable('proxy').set({ is_dead: true }).where('resource_id', 'is', null).execute();
  for (let time = 0; time < 2; time++) await t.jobs.runSchedule('proxy.forecast');
  const subjects = (await t.mails(admin.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['No proxy of the pool works']);
  expect(await t.mails(support.email)).toEqual([]);
  await db.updateTable('proxy').set({ is_dead: false }).execute();
});

test('demo data is created once', async () => {
  const demo = await t.signIn('demo@example.com');
  await createApiKey(t, demo, { name: 'production', scopes: ['proxy'] });
  let calls = 0;
  const count = () => calls++;
  await seedProxies(t.areas.proxy, count);
  await seedProxies(t.areas.proxy, count);
  const reply = await send(
    t,
    'GET',
    '/apix/data_proxy/resources/prices/statistics/',
    undefined,
    demo,
  );
  expect(reply.status).toBe(200);
  expect(reply.body.requests_total).toBe(calls);
  expect(calls).toBeGreaterThan(1000);
});
