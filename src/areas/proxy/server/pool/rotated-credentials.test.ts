import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Server } from 'proxy-chain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestSite } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const farm = useProxyServers();
let allowed = '';
const provider = new Server({
  port: 0,
  host: '127.0.0.1',
  prepareRequestFunction: ({ username, password }) =>
    `${username}:${password}` === allowed ? {} : { requestAuthentication: true },
});
let site: TestSite;
let ada: SignedIn;
let key: string;
let shop: string;
let person = 0;
beforeAll(async () => {
  allowManyResources(t);
  site = await farm.startSite();
  await provider.listen();
});
afterAll(() => provider.close(true));
beforeEach(async () => {
  allowed = 'ada:old';
  ada = await t.signIn(`ada${++person}@example.com`);
  ({ key } = await createApiKey(t, ada, { scopes: ['proxy'] }));
  shop = await createResource(t, ada, { uses_pool: false });
  await addProxies(t, ada, shop, [`127.0.0.1:${provider.port}:ada:old`]);
});

async function connect() {
  const token = Buffer.from(`${shop}:${key}`).toString('base64');
  const request = http.request({
    host: '127.0.0.1',
    port: gateway.port,
    method: 'CONNECT',
    path: `127.0.0.1:${site.port}`,
    agent: false,
    headers: { 'proxy-authorization': `Basic ${token}` },
  });
  request.end();
  const [response, socket] = (await once(request, 'connect')) as [http.IncomingMessage, net.Socket];
  return { status: response.statusCode, socket };
}
async function readSite(socket: net.Socket): Promise<string> {
  socket.write('GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return (await buffer(socket)).toString('latin1');
}

const rotations: [string, (line: string) => Promise<unknown>][] = [
  [
    'another import',
    (line) => {
      const body = { text: `${line}:bob:new`, replaces_credentials: true };
      return send(t, 'POST', `${resourcesPath}${shop}/proxies/`, body, ada);
    },
  ],
  [
    'a change for the host',
    () => {
      const body = { host: '127.0.0.1', username: 'bob', password: 'new' };
      return send(t, 'POST', `${resourcesPath}${shop}/proxies/credentials/`, body, ada);
    },
  ],
];

test.each(rotations)(
  'after %s new tunnels use the new login, open ones go on',
  async (_, rotate) => {
    const open = await connect();
    expect(open.status).toBe(200);
    allowed = 'bob:new';
    await rotate(`127.0.0.1:${provider.port}`);
    const fresh = await connect();
    expect(fresh.status).toBe(200);
    expect(await readSite(fresh.socket)).toContain('200 OK');
    expect(await readSite(open.socket)).toContain('200 OK');
  },
);
