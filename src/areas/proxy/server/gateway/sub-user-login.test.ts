import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { openSocksTunnel, requestThrough } from '#test/gateway-requests.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestProxy, TestSite } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import { authenticateSubUser } from '../sub-users/authenticate-sub-user.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const { recorded } = gateway;
const farm = useProxyServers();
let person = 0;
let site: TestSite;
let proxies: TestProxy[];
let ada: SignedIn;
let shop: string;
let path: string;

beforeAll(async () => {
  allowManyResources(t);
  site = await farm.startSite();
  proxies = [await farm.startProxy(), await farm.startProxy()];
});
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
  shop = await createResource(t, ada, { uses_pool: false });
  await addProxies(
    t,
    ada,
    shop,
    proxies.map(({ line }) => line),
  );
  path = `${resourcesPath}${shop}/sub-users/`;
  recorded.length = 0;
});
// An address belongs to one active sub-user, and all clients of these tests have the same.
afterEach(() => t.kernel.database.write.deleteFrom('proxy_sub_user').execute());

type Created = { id: string; password: string };
const create = async (body: object = {}) =>
  (await send(t, 'POST', path, { name: 'office', ...body }, ada)).body as unknown as Created;
const edit = ({ id }: Created, body: object) => send(t, 'PATCH', `${path}${id}/`, body, ada);
const read = async ({ id }: Created) =>
  (await send(t, 'GET', `${path}${id}/`, undefined, ada)).body;
const through = (login: string | null) => requestThrough(gateway.port, login, `${site.url}/`);
const flush = () => t.areas.proxy.usage.flush();

test('a sub-user is served, and the resource and its owner are charged', async () => {
  const { id, password } = await create();
  expect((await through(`${shop}.user-office.session-a:${password}`)).status).toBe(200);
  expect(recorded).toMatchObject([{ units: 1, actor: { accountId: ada.accountId } }]);
  await flush();
  expect(await read({ id, password })).toMatchObject({
    requests_used: 1,
    traffic_used_bytes: expect.any(Number),
  });
  expect((await read({ id, password })).traffic_used_bytes).toBeGreaterThan(100);
});

test('its sessions are its own', async () => {
  const { password } = await create();
  const { key } = await createApiKey(t, ada, { scopes: ['proxy'] });
  const select = vi.spyOn(t.areas.proxy.sessions, 'select');
  await through(`${shop}.user-office.session-a:${password}`);
  await through(`${shop}.session-a:${key}`);
  const [own, owners] = select.mock.calls.map(([, { session }]) => session);
  expect(owners).toBe('a');
  expect(own).not.toBe('a');
  select.mockRestore();
});

describe('refused', () => {
  test('with wrong names and passwords', async () => {
    const { password } = await create();
    const { key } = await createApiKey(t, ada, { scopes: ['proxy'] });
    const other = await createResource(t, ada, { uses_pool: false });
    const wrong = `sub_${'0'.repeat(32)}`;
    for (const login of [
      `${shop}.user-office:${wrong}`,
      `${shop}.user-home:${password}`,
      `${other}.user-office:${password}`,
      `${shop}:${password}`,
      `${shop}.user-office:${key}`,
    ]) {
      const { status, code, headers } = await through(login);
      expect([login, status, code]).toEqual([login, 407, 'sub_user_login_invalid']);
      expect(headers['proxy-authenticate']).toMatch(/^Basic/);
    }
    expect((await through(`${shop}.user-office:`)).code).toBe('proxy_login_required');
    expect(recorded).toEqual([]);
  });

  test('after it is switched off, rotated or deleted', async () => {
    const user = await create();
    const login = `${shop}.user-office:${user.password}`;
    await edit(user, { is_active: false });
    const off = await through(login);
    expect([off.status, off.code]).toEqual([403, 'sub_user_inactive']);
    await edit(user, { is_active: true });
    expect((await through(login)).status).toBe(200);
    const { body } = await send(t, 'POST', `${path}${user.id}/rotate/`, undefined, ada);
    expect((await through(login)).code).toBe('sub_user_login_invalid');
    expect((await through(`${shop}.user-office:${body.password}`)).status).toBe(200);
    await send(t, 'DELETE', `${path}${user.id}/`, undefined, ada);
    expect((await through(`${shop}.user-office:${body.password}`)).status).toBe(407);
  });

  test('while its owner is suspended', async () => {
    const { password } = await create();
    const accounts = t.kernel.database.write.updateTable('account').set({ status: 'suspended' });
    await accounts.where('id', '=', ada.accountId).execute();
    const reply = await through(`${shop}.user-office:${password}`);
    expect([reply.status, reply.code]).toEqual([403, 'account_suspended']);
  });

  test.each([
    ['requests', { requests_limit: 1 }],
    ['traffic', { traffic_limit_bytes: 1 }],
    ['money', { price_per_gb: '99999999', spend_limit: '0.01' }],
  ])('over its limit of %s, until the month ends', async (_, limit) => {
    const user = await create(limit);
    const login = `${shop}.user-office:${user.password}`;
    expect((await through(login)).status).toBe(200);
    await flush();
    const { status, code, detail, headers } = await through(login);
    expect([status, code]).toEqual([403, 'sub_user_over_limit']);
    const { resets_at, is_over_limit } = await read(user);
    expect(is_over_limit).toBe(true);
    expect(detail).toContain(resets_at);
    const leftMs = Date.parse(String(resets_at)) - t.clock.now().getTime();
    expect(headers['retry-after']).toBe(String(Math.ceil(leftMs / 1000)));
    expect(leftMs).toBeLessThanOrEqual(31 * dayMs);
    const noLimits = { requests_limit: null, traffic_limit_bytes: null, spend_limit: null };
    expect((await edit(user, noLimits)).status).toBe(200);
    expect((await through(login)).status).toBe(200);
  });
});

describe('an address', () => {
  const addresses = ['127.0.0.0/30'];

  test('replaces the password after one login with it', async () => {
    const user = await create({ addresses });
    expect((await through(null)).code).toBe('proxy_login_required');
    expect((await through(`${shop}.user-office:`)).code).toBe('proxy_login_required');
    expect(await read(user)).toMatchObject({ addresses, networks_confirmed: 0 });
    expect((await through(`${shop}.user-office:${user.password}`)).status).toBe(200);
    expect(await read(user)).toMatchObject({ networks_confirmed: 1 });
    expect((await through(null)).status).toBe(200);
    expect((await through(`${shop}.user-office.retries-0:`)).status).toBe(200);
    expect((await through(`${shop}.user-home:`)).code).toBe('sub_user_login_invalid');
    await flush();
    expect(await read(user)).toMatchObject({ requests_used: 3 });
  });

  test.each([
    ['its range is removed', (user: Created) => edit(user, { addresses: ['127.9.9.9'] })],
    ['the sub-user is switched off', (user: Created) => edit(user, { is_active: false })],
    [
      'the password is rotated',
      ({ id }: Created) => send(t, 'POST', `${path}${id}/rotate/`, undefined, ada),
    ],
  ])('does not any more when %s', async (_, happens) => {
    const user = await create({ addresses });
    await through(`${shop}.user-office:${user.password}`);
    expect((await happens(user)).status).toBe(200);
    expect((await through(null)).code).toBe('proxy_login_required');
  });

  test('outside the ranges is not confirmed by a login', async () => {
    const user = await create({ addresses: ['127.9.9.9'] });
    expect((await through(`${shop}.user-office:${user.password}`)).status).toBe(200);
    expect(await read(user)).toMatchObject({ networks_confirmed: 0 });
  });

  test('is enough for SOCKS without authentication', async () => {
    const user = await create({ addresses });
    const open = () => openSocksTunnel(gateway.port, site.port, null);
    await expect(open()).rejects.toMatchObject({ reason: 'auth_failed' });
    await through(`${shop}.user-office:${user.password}`);
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
    socket.destroy();
  });
});

describe('what is open', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  type Login = { username: string; password: string };
  /** The response never ends. */
  async function ask(socket: net.Socket, url: string, { username, password }: Login) {
    const token = Buffer.from(`${username}:${password}`).toString('base64');
    const login = `Proxy-Authorization: Basic ${token}`;
    socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\n${login}\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  }

  test.each([
    [
      'tunnel',
      async (login: Login) =>
        ask(await openSocksTunnel(gateway.port, site.port, login), '/stalled', login),
    ],
    [
      'request',
      (login: Login) => ask(net.connect(gateway.port, '127.0.0.1'), `${site.url}/stalled`, login),
    ],
  ])('a %s is closed at its next check when its traffic is over the limit', async (_, open) => {
    // It does not end by itself before the test does.
    await send(t, 'PATCH', `${resourcesPath}${shop}/`, { timeout_ms: 60_000 }, ada);
    const user = await create({ traffic_limit_bytes: 100 });
    const socket = await open({ username: `${shop}.user-office`, password: user.password });
    const ended = once(socket.resume(), 'end');
    // The first check records the traffic; the one after it sees that it is over the limit.
    vi.advanceTimersByTime(15_000);
    await flush();
    await expect.poll(() => read(user)).toMatchObject({ is_over_limit: true });
    vi.advanceTimersByTime(15_000);
    await ended;
    socket.destroy();
  });

  test('the last request that the limit allows may stay open', async () => {
    const { password } = await create({ requests_limit: 1 });
    expect((await through(`${shop}.user-office:${password}`)).status).toBe(200);
    await flush();
    const login = { password, ip: '127.0.0.1' };
    const isOver = async (isOpen: boolean) =>
      (await authenticateSubUser(t.areas.proxy, { ...login, isOpen }))?.isOverLimit;
    expect(await isOver(true)).toBe(false);
    expect(await isOver(false)).toBe(true);
  });
});
