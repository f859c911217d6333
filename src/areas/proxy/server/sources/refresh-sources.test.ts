import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { budgets } from '#lib/budgets.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import {
  type CannedResponse,
  startHttpServer,
  type TestHttpServer,
} from '#test/fakes/http-server.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  resourcesPath,
} from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';
import { refreshDue } from './refresh-sources.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
let provider: TestHttpServer;
let ada: SignedIn;
let shop: string;
let person = 0;
beforeAll(async () => {
  allowManyResources(t);
  provider = await startHttpServer();
});
beforeEach(async () => {
  await t.kernel.database.write.deleteFrom('proxy_source').execute();
  const owner = await t.signIn(`ada${++person}@example.com`);
  // Sessions end while the tests advance the clock.
  const { headers } = await createApiKey(t, owner, { scopes: ['proxy', 'proxy:credentials'] });
  ada = { ...owner, headers };
  shop = await createResource(t, ada, { uses_pool: false });
});
afterEach(() => provider.reset());
afterAll(() => provider.stop());

const callSource = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
  const reply = await send(t, method, `${resourcesPath}${shop}/sources/${path}`, body, ada);
  if (reply.status >= 300) throw new Error(`${path} ${reply.status} ${reply.raw.body}`);
  return reply.body;
};
const create = async (change: object = {}) => {
  const body = { name: 'Daily', url: `${provider.url}/list`, ...change };
  return String((await callSource('POST', '', body)).id);
};
const listing = (...answers: (string | object)[]) =>
  provider.on('GET /list', ...answers.map((body): CannedResponse => ({ status: 200, body })));
const refresh = () => refreshDue(t.areas.proxy);
const refreshAgain = () => {
  t.clock.advance(60 * minuteMs);
  return refresh();
};
const readSource = async (id: string) =>
  ((await callSource('GET', '')).results as Record<string, unknown>[]).find((one) => one.id === id);
const hosts = async () =>
  (await listProxies(t, ada, shop)).map(({ host }) => String(host).split('.').at(-1));
const logins = async () =>
  (await listProxies(t, ada, shop, 'ordering=latency_ms'))
    .map(({ host, username, password }) => `${host} ${username} ${password}`)
    .toSorted();

test('a refresh adds, updates, disables and finds again', async () => {
  const id = await create();
  listing(
    '203.0.113.1:80:ada:one\n203.0.113.2:80\nnonsense',
    '203.0.113.1:80:bob:two\n203.0.113.3:80',
    '203.0.113.2:80\n203.0.113.1:80:bob:two\n203.0.113.3:80',
  );
  await refresh();
  expect(await hosts()).toEqual(['1', '2']);
  const [before] = await listProxies(t, ada, shop);
  expect(await readSource(id)).toMatchObject({
    is_refreshing: false,
    error: null,
    proxies_total: 2,
    last_result: { listed: 2, added: 2, updated: 0, missing: 0, rejected: 1 },
  });
  await refreshAgain();
  expect(await logins()).toEqual(['203.0.113.1 bob two', '203.0.113.3 null null']);
  expect((await listProxies(t, ada, shop))[0]?.id).toBe(before?.id);
  expect(await readSource(id)).toMatchObject({
    proxies_total: 2,
    last_result: { listed: 2, added: 1, updated: 1, missing: 1, rejected: 0 },
  });
  await refreshAgain();
  expect(await hosts()).toEqual(expect.arrayContaining(['1', '2', '3']));
  expect(await readSource(id)).toMatchObject({
    last_result: { listed: 3, added: 0, updated: 1, missing: 0 },
  });
});

test('an answer without a list keeps the last good one', async () => {
  const id = await create();
  const broken: CannedResponse[] = [
    { status: 200, body: '' },
    { status: 200, body: '<html>Sign in</html>' },
    { status: 503, body: '203.0.113.9:80' },
    'drop',
  ];
  provider.on('GET /list', { status: 200, body: '203.0.113.1:80' }, ...broken);
  await refresh();
  const good = (await readSource(id))?.succeeded_at;
  for (const error of ['empty', 'not_a_list', 'refused', 'unreachable']) {
    await refreshAgain();
    expect(await readSource(id)).toMatchObject({ error, succeeded_at: good, proxies_total: 1 });
  }
  expect(await readSource(id)).toMatchObject({
    failures_in_row: 4,
    refreshed_at: t.clock.now().toISOString(),
    how_to_fix: expect.stringMatching(/could not be reached/),
  });
  expect(await hosts()).toEqual(['1']);
  listing('203.0.113.2:80');
  await refreshAgain();
  expect(await readSource(id)).toMatchObject({ error: null, how_to_fix: null, failures_in_row: 0 });
});

test('the owner is notified after the third failure in a row, once', async () => {
  await create({ name: 'Morning list' });
  provider.on('GET /list', { status: 404 });
  for (let time = 0; time < 5; time++) {
    await refreshAgain();
    expect(await t.mails(ada.email)).toHaveLength(time < 2 ? 0 : 1);
  }
  const [mail] = await t.mails(ada.email);
  expect(mail?.subject).toContain('Morning list');
  expect(mail?.text).toContain(`/dashboard/proxy/${shop}`);
});

test('a list that has not changed is neither read nor written again', async () => {
  const id = await create();
  const headers = { etag: '"one"' };
  provider.on('GET /list', { status: 200, body: '203.0.113.1:80', headers }, { status: 304 });
  await refresh();
  const [row] = await listRows(id);
  await refreshAgain();
  expect(provider.calls[1]?.headers['if-none-match']).toBe('"one"');
  expect(await listRows(id)).toEqual([row]);
  listing('203.0.113.1:80');
  await refreshAgain();
  expect(await listRows(id)).toEqual([row]);
  expect(await readSource(id)).toMatchObject({
    succeeded_at: t.clock.now().toISOString(),
    last_result: { added: 1 },
  });
});
const listRows = (id: string) =>
  t.kernel.database.write
    .selectFrom('proxy')
    .select(['id', 'credentials', 'missed_refreshes', 'is_active', 'next_check_at'])
    .where('source_id', '=', id)
    .execute();

test('a proxy may be missed several times, also by lists that have not changed', async () => {
  await create({ missed_max: 3 });
  listing('203.0.113.1:80\n203.0.113.2:80', '203.0.113.1:80');
  await refresh();
  for (const left of [2, 2, 1]) {
    await refreshAgain();
    expect(await hosts()).toHaveLength(left);
  }
});

test('proxies that were added by hand are left alone', async () => {
  await addProxies(t, ada, shop, ['203.0.113.1:80:ada:mine', '203.0.113.9:80']);
  const id = await create();
  listing('203.0.113.1:80:ada:listed\n203.0.113.2:80', '203.0.113.3:80', '203.0.113.3:80:x:y');
  await refresh();
  expect(await readSource(id)).toMatchObject({ proxies_total: 1, last_result: { listed: 1 } });
  await refreshAgain();
  expect(await logins()).toEqual([
    '203.0.113.1 ada mine',
    '203.0.113.3 null null',
    '203.0.113.9 null null',
  ]);
  // Added by hand now.
  await send(t, 'POST', `${resourcesPath}${shop}/proxies/`, { text: '203.0.113.3:80' }, ada);
  await refreshAgain();
  expect(await logins()).toContain('203.0.113.3 null null');
});

test('a second source takes over what the first no longer lists', async () => {
  await create();
  const second = await create({ name: 'Other', url: `${provider.url}/other` });
  listing('203.0.113.1:80', '203.0.113.2:80');
  provider.on('GET /other', { status: 200, body: '203.0.113.1:80\n203.0.113.8:80' });
  for (let time = 0; time < 3; time++) await refreshAgain();
  expect((await hosts()).toSorted()).toEqual(['1', '2', '8']);
  expect(await readSource(second)).toMatchObject({ proxies_total: 2 });
});

test('lines without a login get that of the source, also when it changes', async () => {
  const id = await create({ username: 'ada', password: 'one', authorization: 'Token x' });
  listing('203.0.113.1:80\n203.0.113.2:80:own:login');
  await refresh();
  expect(await logins()).toEqual(['203.0.113.1 ada one', '203.0.113.2 own login']);
  expect(provider.calls[0]?.headers.authorization).toBe('Token x');
  await callSource('PATCH', `${id}/`, { username: 'bob', password: 'two', authorization: null });
  await refresh();
  expect(await logins()).toEqual(['203.0.113.1 bob two', '203.0.113.2 own login']);
  expect(provider.calls[1]?.headers).not.toHaveProperty('authorization');
});

test('a source that is edited during a refresh is refreshed again', async () => {
  const id = await create();
  listing('203.0.113.1:80');
  provider.on('GET /new', { status: 200, body: '203.0.113.2:80' });
  t.clock.advance(1000);
  const { guard } = t.areas.proxy;
  let isEdited = false;
  t.areas.proxy.guard = {
    resolveHost: async (host) => {
      if (!isEdited) {
        isEdited = true;
        await callSource('PATCH', `${id}/`, { url: `${provider.url}/new` });
      }
      return guard.resolveHost(host);
    },
  };
  await refresh();
  t.areas.proxy.guard = guard;
  expect(provider.calls.map(({ path }) => path)).toEqual(['/list', '/new']);
  expect(await hosts()).toEqual(['2']);
});

test('what a source no longer lists takes no room and is deleted after 30 days', async () => {
  const id = await create();
  listing('203.0.113.1:80\n203.0.113.2:80', '203.0.113.2:80', '203.0.113.2:80\n203.0.113.3:80');
  await refresh();
  await refreshAgain();
  expect(await listRows(id)).toHaveLength(2);
  await t.kernel.database.pool.query(
    `insert into proxy (id, resource_id, protocol, host, port, user_hash, type, next_check_at,
      created_at) select gen_random_uuid(), r.id, 'http', '198.51.100.1', n, '', 'datacenter',
      now(), now() from proxy_resource r, generate_series(1, $2::int) n where r.name = $1`,
    [shop, budgets.ownProxiesPerAccount - 1],
  );
  await refreshAgain();
  expect(await readSource(id)).toMatchObject({ last_result: { listed: 1, added: 0, rejected: 1 } });
  await t.kernel.database.write.deleteFrom('proxy').where('host', '=', '198.51.100.1').execute();
  t.clock.advance(31 * dayMs);
  await refresh();
  expect(await readSource(id)).toMatchObject({ last_result: { listed: 2, added: 1, rejected: 0 } });
  expect(await listRows(id)).toHaveLength(2);
});

describe('a source of the pool', () => {
  const rowsOfPool = () =>
    t.kernel.database.write
      .selectFrom('proxy')
      .select(['host', 'is_active'])
      .where('resource_id', 'is', null)
      .orderBy('host')
      .execute();
  beforeEach(async () => {
    const admin = await t.signIn(`admin${person}@example.com`, { roles: ['admin'] });
    const body = { name: 'Shared', url: `${provider.url}/list` };
    const reply = await send(t, 'POST', '/apix/admin/proxy-sources/', body, admin);
    expect(reply.status).toBe(201);
  });

  test('serves all resources, and a proxy that staff disabled stays so', async () => {
    listing('203.0.113.1:80\n203.0.113.2:80', '203.0.113.1:80', '203.0.113.1:80\n203.0.113.2:80');
    await refresh();
    const open = await createResource(t, ada);
    expect(await listProxies(t, ada, open)).toHaveLength(2);
    await t.kernel.database.write
      .updateTable('proxy')
      .set({ is_active: false })
      .where('host', '=', '203.0.113.2')
      .execute();
    await refreshAgain();
    await refreshAgain();
    expect(await rowsOfPool()).toEqual([
      { host: '203.0.113.1', is_active: true },
      { host: '203.0.113.2', is_active: false },
    ]);
  });

  test('notifies staff after the third failure in a row', async () => {
    provider.on('GET /list', { status: 404 });
    for (let time = 0; time < 3; time++) await refreshAgain();
    const mails = (await t.mails()).filter(({ kind }) => kind === 'proxy.pool_source');
    expect(mails.map(({ to }) => to)).toContain(`admin${person}@example.com`);
  });
});

test('addresses in private networks are neither requested nor added', async () => {
  const id = await create();
  listing('203.0.113.1:80\n10.0.0.1:80\n203.0.113.2:80');
  const { guard } = t.areas.proxy;
  try {
    t.areas.proxy.guard = createAddressGuard({ allowPrivate: false });
    await refresh();
    expect(await readSource(id)).toMatchObject({ error: 'private_address' });
    expect(provider.calls).toEqual([]);
    const url = ['This address leads to a private network. Use a public one.'];
    const path = `${resourcesPath}${shop}/sources/`;
    const body = { name: 'Inside', url: 'http://[::1]/list' };
    expect(await send(t, 'POST', path, body, ada)).toMatchObject({ status: 400, body: { url } });
    const change = { url: 'http://169.254.169.254/' };
    const patched = await send(t, 'PATCH', `${path}${id}/`, change, ada);
    expect(patched).toMatchObject({ status: 400, body: { url } });
  } finally {
    t.areas.proxy.guard = guard;
  }
});

test('a source waits while it or its resource is switched off, and runs by its interval', async () => {
  const id = await create({ refresh_minutes: 5 });
  listing('203.0.113.1:80');
  await refresh();
  expect(provider.calls).toHaveLength(1);
  t.clock.advance(4 * minuteMs);
  await refresh();
  expect(provider.calls).toHaveLength(1);
  t.clock.advance(minuteMs);
  await t.jobs.runSchedule('proxy.refresh_sources');
  expect(provider.calls).toHaveLength(2);
  await callSource('PATCH', `${id}/`, { is_active: false });
  await refreshAgain();
  await callSource('PATCH', `${id}/`, { is_active: true });
  await send(t, 'PATCH', `${resourcesPath}${shop}/`, { is_active: false }, ada);
  await refreshAgain();
  expect(provider.calls).toHaveLength(2);
});

test('two processes refresh a source once, and a claim of a dead one ends', async () => {
  const id = await create();
  listing('203.0.113.1:80');
  await Promise.all([refresh(), refresh()]);
  expect(provider.calls).toHaveLength(1);
  const claimed_until = new Date(t.clock.now().getTime() + 61 * minuteMs);
  await t.kernel.database.write
    .updateTable('proxy_source')
    .set({ claimed_until })
    .where('id', '=', id)
    .execute();
  await refreshAgain();
  expect(provider.calls).toHaveLength(1);
  await refreshAgain();
  expect(provider.calls).toHaveLength(2);
});

test('an address encrypted with another secret is reported', async () => {
  const id = await create();
  await t.kernel.database.write
    .updateTable('proxy_source')
    .set({ secrets: Buffer.alloc(64) })
    .where('id', '=', id)
    .execute();
  await refresh();
  expect(await readSource(id)).toMatchObject({ error: 'secrets_lost', url: /\/\*\*\*$/ });
  const path = `${resourcesPath}${shop}/sources/${id}/`;
  const refused = await send(t, 'PATCH', path, { name: 'Again' }, ada);
  expect(refused.body).toEqual({ url: ['Enter the address again.'] });
});
