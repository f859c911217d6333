// What the options of the user name do to a request.
import { beforeAll, expect, test, vi } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { requestThrough } from '#test/gateway-requests.ts';
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

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const farm = useProxyServers();
let site: TestSite;
let proxies: TestProxy[];
let ada: SignedIn;
let key: string;

beforeAll(async () => {
  allowManyResources(t);
  site = await farm.startSite();
  proxies = [await farm.startProxy(), await farm.startProxy()];
  ada = await t.signIn('ada@example.com');
  ({ key } = await createApiKey(t, ada, { scopes: ['proxy'] }));
});

async function resourceWith(lines: string[], change: object = {}): Promise<string> {
  const name = await createResource(t, ada, { uses_pool: false, ...change });
  await addProxies(t, ada, name, lines);
  return name;
}
const lines = () => proxies.map(({ line }) => line);
const through = (user: string) => requestThrough(gateway.port, `${user}:${key}`, `${site.url}/`);

test('a city limits the proxies, however it is written', async () => {
  const cities = ['München', 'New York'];
  const rows = proxies.map(({ port: at }, index) => `127.0.0.1,${at},DE,${cities[index]}`);
  const name = await createResource(t, ada, { uses_pool: false });
  const text = ['host,port,country_code,city', ...rows].join('\n');
  await send(t, 'POST', `${resourcesPath}${name}/proxies/`, { text }, ada);
  const exitIn = async (option: string) =>
    JSON.parse((await through(`${name}.${option}`)).body).address;
  for (const city of ['new-york', 'NewYork', 'new_york'])
    for (let time = 0; time < 2; time++)
      expect(await exitIn(`country-de.city-${city}`)).toBe(proxies[1]!.exit);
  expect(await exitIn('city-munchen.session-a')).toBe(proxies[0]!.exit);
  expect(await exitIn('city-newyork.session-a')).toBe(proxies[1]!.exit);
  expect((await through(`${name}.city-paris`)).code).toBe('pool_exhausted');
  expect((await through(`${name}.country-us.city-newyork`)).code).toBe('pool_exhausted');
});

test('sessionminutes replaces how long the resource keeps a session', async () => {
  const shop = await resourceWith(lines(), { sticky_ttl_seconds: 900 });
  const select = vi.spyOn(t.areas.proxy.sessions, 'select');
  for (const option of ['', '.sessionminutes-2']) await through(`${shop}.session-a${option}`);
  expect(select.mock.calls.map(([, { ttlMs }]) => ttlMs)).toEqual([900_000, 120_000]);
  select.mockRestore();
});

test.each([
  ['', 3],
  ['.retries-0', 1],
  ['.retries-1', 2],
  ['.retries-5', 4],
])('with %j up to %d of 4 proxies are tried', async (option, tried) => {
  const closed = [9, 10, 11, 12].map((at) => `127.0.0.1:${at}`);
  const shop = await resourceWith(closed);
  expect((await through(`${shop}${option}`)).code).toBe('connection_refused');
  await t.areas.proxy.usage.flush();
  const { body } = await send(t, 'GET', `${resourcesPath}${shop}/statistics/`, undefined, ada);
  expect(body.requests_total).toBe(tried);
});

test('an unknown option is 400 with the options that exist', async () => {
  const { status, code, detail } = await through('shop.speed-9');
  expect([status, code]).toEqual([400, 'proxy_option_invalid']);
  expect(detail).toContain('“speed-9” is not an option.');
  expect(detail).toContain('country-DE, city-berlin, session-ID, user-NAME');
});
