import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { localhostCertificate } from '#test/fixtures/localhost-certificate.ts';
import type { TestProxy, TestSite } from '#test/proxy-servers.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import type { Protocol } from '../../wire/proxies.constants.ts';
import type { Login } from '../pool/credentials.ts';
import { readFailureReason } from './proxy-error.ts';
import { openTunnel } from './tunnel.ts';

const farm = useProxyServers();
const guard = createAddressGuard({ allowPrivate: true });
const trusted = tls.getCACertificates();
let site: TestSite;
beforeAll(async () => {
  site = await farm.startSite();
});
afterEach(() => tls.setDefaultCACertificates(trusted));

async function ask(protocol: Protocol, proxy: TestProxy, login: Login | null): Promise<string> {
  const proxyServer = { protocol, host: '127.0.0.1', port: proxy.port, login };
  const target = { address: site.host, port: site.port };
  const socket = await openTunnel(proxyServer, target, { guard, timeoutMs: 30_000 });
  socket.write('GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return text(socket);
}
const readRefusal = (opening: Promise<string>) => opening.then(() => 'opened', readFailureReason);

describe('SOCKS 5', () => {
  test('opens a tunnel to the target, with and without a login', async () => {
    const plain = await farm.startSocksProxy();
    expect(await ask('socks5', plain, null)).toContain(plain.exit);
    expect(await ask('socks5', plain, { username: 'not', password: 'asked for' })).toContain(
      plain.exit,
    );
    const secured = await farm.startSocksProxy('ada:s3:cret');
    expect(await ask('socks5', secured, { username: 'ada', password: 's3:cret' })).toContain(
      secured.exit,
    );
    expect(secured.targets).toEqual([`127.0.0.1:${site.port}`]);
  });

  test('a wrong login, a missing one and another protocol have different reasons', async () => {
    const secured = await farm.startSocksProxy('ada:secret');
    const wrong = { username: 'ada', password: 'wrong' };
    expect(await readRefusal(ask('socks5', secured, wrong))).toBe('auth_failed');
    const long = { username: 'ada', password: 'x'.repeat(256) };
    expect(await readRefusal(ask('socks5', secured, long))).toBe('auth_failed');
    expect(await readRefusal(ask('socks5', secured, null))).toBe('auth_failed');
    const web = await farm.startProxy();
    expect(await readRefusal(ask('socks5', web, null))).toBe('bad_response');
  });
});

describe('a proxy that answers with an error', () => {
  const socksReply = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
  test.each([
    ['502', 'http', [Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n')], 'unreachable'],
    ['504', 'http', [Buffer.from('HTTP/1.1 504 Gateway Timeout\r\n\r\n')], 'unreachable'],
    ['503', 'http', [Buffer.from('HTTP/1.1 503 Busy\r\n\r\n')], 'connection_closed'],
    ['403', 'http', [Buffer.from('HTTP/1.1 403 Forbidden\r\n\r\n')], 'tunnel_refused'],
    ['5', 'socks5', [Buffer.from([5, 0]), socksReply(5)], 'unreachable'],
    ['4', 'socks5', [Buffer.from([5, 0]), socksReply(4)], 'unreachable'],
    ['2', 'socks5', [Buffer.from([5, 0]), socksReply(2)], 'tunnel_refused'],
    ['1', 'socks5', [Buffer.from([5, 0]), socksReply(1)], 'connection_closed'],
  ] as const)('%s of %s', async (_, protocol, replies, reason) => {
    const left = [...replies];
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(left.shift() ?? ''));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = { port } as TestProxy;
    expect(await readRefusal(ask(protocol, proxy, null))).toBe(reason);
    server.close();
  });
});

describe('HTTPS', () => {
  test('a proxy with an untrusted certificate is refused', async () => {
    const proxy = await farm.startProxy({ isSecure: true });
    expect(await readRefusal(ask('https', proxy, null))).toBe('tls_failed');
    expect(proxy.targets).toEqual([]);
  });

  test('opens a tunnel to the target, with and without a login', async () => {
    tls.setDefaultCACertificates([...trusted, localhostCertificate]);
    const proxy = await farm.startProxy({ isSecure: true });
    expect(await ask('https', proxy, null)).toContain(proxy.exit);
    const secured = await farm.startProxy({ isSecure: true, login: 'ada:secret' });
    const login = { username: 'ada', password: 'secret' };
    expect(await ask('https', secured, login)).toContain(secured.exit);
    expect(await readRefusal(ask('https', secured, { ...login, password: 'wrong' }))).toBe(
      'auth_failed',
    );
  });
});
