import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localhostCertificate } from '#test/localhost-certificate.ts';
import type { FarmProxy, FarmSite } from '#test/proxy-farm.ts';
import { useFarm } from '#test/use-farm.ts';
import type { Protocol } from '../proxy-words.ts';
import { openAddressGuard } from './address-guard.ts';
import type { Login } from './credentials.ts';
import { reasonOf } from './proxy-failure.ts';
import { openTunnel } from './tunnel.ts';

const farm = useFarm();
const guard = openAddressGuard({ allowPrivate: true });
const trusted = tls.getCACertificates();
let site: FarmSite;
beforeAll(async () => {
  site = await farm.startSite();
});
afterAll(() => tls.setDefaultCACertificates(trusted));

async function ask(protocol: Protocol, proxy: FarmProxy, login: Login | null): Promise<string> {
  const exit = { protocol, host: '127.0.0.1', port: proxy.port, login };
  const target = { address: site.host, port: site.port };
  const socket = await openTunnel(exit, target, { guard, timeoutMs: 5000 });
  socket.write('GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return text(socket);
}
const refusalOf = (asked: Promise<string>) => asked.then(() => 'opened', reasonOf);

describe('SOCKS 5', () => {
  test('leads to the target, with and without a login', async () => {
    const plain = await farm.startSocks();
    expect(await ask('socks5', plain, null)).toContain(plain.exit);
    expect(await ask('socks5', plain, { username: 'not', password: 'asked for' })).toContain(
      plain.exit,
    );
    const secured = await farm.startSocks('ada:s3:cret');
    expect(await ask('socks5', secured, { username: 'ada', password: 's3:cret' })).toContain(
      secured.exit,
    );
    expect(secured.targets).toEqual([`127.0.0.1:${site.port}`]);
  });

  test('a wrong login, none, and another protocol are told apart', async () => {
    const secured = await farm.startSocks('ada:secret');
    const wrong = { username: 'ada', password: 'wrong' };
    expect(await refusalOf(ask('socks5', secured, wrong))).toBe('auth_failed');
    const long = { username: 'ada', password: 'x'.repeat(256) };
    expect(await refusalOf(ask('socks5', secured, long))).toBe('auth_failed');
    expect(await refusalOf(ask('socks5', secured, null))).toBe('auth_failed');
    const web = await farm.startProxy();
    expect(await refusalOf(ask('socks5', web, null))).toBe('bad_response');
  });
});

describe('HTTPS', () => {
  test('a proxy whose certificate nobody vouches for is refused', async () => {
    const proxy = await farm.startProxy({ isSecure: true });
    expect(await refusalOf(ask('https', proxy, null))).toBe('tls_failed');
    expect(proxy.targets).toEqual([]);
  });

  test('leads to the target, with and without a login', async () => {
    tls.setDefaultCACertificates([...trusted, localhostCertificate]);
    const proxy = await farm.startProxy({ isSecure: true });
    expect(await ask('https', proxy, null)).toContain(proxy.exit);
    const secured = await farm.startProxy({ isSecure: true, login: 'ada:secret' });
    const login = { username: 'ada', password: 'secret' };
    expect(await ask('https', secured, login)).toContain(secured.exit);
    expect(await refusalOf(ask('https', secured, { ...login, password: 'wrong' }))).toBe(
      'auth_failed',
    );
  });
});
