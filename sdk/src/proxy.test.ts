import { describe, expect, it } from 'vitest';
import { Connection } from './core/connection.ts';
import { Gateway, gatewayUserName, ProxyLease } from './proxy.ts';

const gateway = new Gateway({ gateway: 'p.test:8080', resource: 'shop-a', password: 'sk_live_a' });

describe('user names of the gateway', () => {
  it('have the resource and its options, separated by dots', () => {
    const route = { country: 'DE', session: 'a91', sessionMinutes: 30, retries: 0, user: 'office' };
    expect(gatewayUserName('shop-a', route)).toBe(
      'shop-a.country-DE.session-a91.sessionminutes-30.retries-0.user-office',
    );
  });

  it('write cities without accents', () => {
    expect(gatewayUserName('shop-a', { city: 'São Paulo' })).toBe('shop-a.city-Sao-Paulo');
  });

  it('take no value that would be another option', () => {
    expect(() => gatewayUserName('a', { session: 'x.retries-5' })).toThrow('session');
  });
});

it('gives addresses and settings', () => {
  const login = 'shop-a.country-DE:sk_live_a';
  expect(gateway.url({ country: 'DE' })).toBe(`http://${login}@p.test:8080`);
  expect(gateway.socksUrl({ country: 'DE' })).toBe(`socks5h://${login}@p.test:8080`);
  expect(gateway.playwright({ country: 'DE' })).toEqual({
    server: 'http://p.test:8080',
    username: 'shop-a.country-DE',
    password: 'sk_live_a',
  });
});

it('replaces a proxy that a site has banned', async () => {
  const requests: { url: string; body: unknown }[] = [];
  const answers = [
    { results: [{ id: 'first' }], has_next: false },
    { replacement: { id: 'second' } },
    { replacement: null },
  ];
  const connection = new Connection({
    baseUrl: 'https://api.test',
    fetch: async (url, { body }) => {
      requests.push({ url, body: body && JSON.parse(String(body)) });
      return Response.json(answers.shift());
    },
  });
  const lease = new ProxyLease(connection, 'shop-a', { country: 'DE' });
  expect(await lease.take()).toMatchObject({ id: 'first' });
  expect(await lease.take()).toMatchObject({ id: 'first' });
  expect(await lease.report({ status_code: 403 })).toMatchObject({ id: 'second' });
  expect(await lease.report()).toBeNull();
  expect(requests).toHaveLength(3);
  expect(requests[0]?.url).toContain('shop-a/proxies/?country=DE&limit=1');
  const banned = { resource: 'shop-a', country: 'DE', reason: 'banned' };
  expect(requests[1]?.body).toEqual({ ...banned, proxy: 'first', status_code: 403 });
  expect(requests[2]?.body).toEqual({ ...banned, proxy: 'second' });
});
