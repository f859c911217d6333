import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noopMeter, unlimitedQuota } from '#kernel/ports.ts';
import { useApp } from '#test/harness.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { listenOnFirstFree } from './mount-gateway.ts';

const t = useApp();
const other = net.createServer();
let usedPort: number;
let gateway: Gateway;

beforeAll(async () => {
  await once(other.listen(0, '127.0.0.1'), 'listening');
  usedPort = (other.address() as AddressInfo).port;
  gateway = createGateway({
    proxies: t.areas.proxy,
    apiKeys: t.areas.keys.checker,
    quota: unlimitedQuota,
    meter: noopMeter,
  });
});
afterAll(async () => {
  await gateway.close(0);
  other.close();
});

test('a taken port is skipped, and without a free one there is no gateway', async () => {
  expect(await listenOnFirstFree(gateway, '127.0.0.1', [usedPort])).toBeNull();
  const port = await listenOnFirstFree(gateway, '127.0.0.1', [usedPort, 0]);
  expect(port).toBeGreaterThan(0);
  const client = net.connect({ host: '127.0.0.1', port: port! });
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String((await once(client, 'data'))[0])).toContain('"code":"bad_request"');
  client.destroy();
});

test('any other problem is reported', async () => {
  await expect(listenOnFirstFree(gateway, '192.0.2.1', [0])).rejects.toThrow();
});
