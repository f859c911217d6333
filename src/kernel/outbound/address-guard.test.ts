import dns from 'node:dns/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAddressGuard, isPublicAddress, normalizeHost } from './address-guard.ts';

const refused = { reason: 'address_refused' };
const publicAddress = '93.184.216.34';
const guardFor = (answers: Record<string, string[]>) =>
  createAddressGuard({ allowPrivate: false, resolve: async (host) => answers[host] ?? [] });

describe('private addresses are refused in every notation', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '[::1]',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '[::ffff:169.254.169.254]',
    '::127.0.0.1',
    '0:0:0:0:0:ffff:a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
  ])('%s', async (host) => {
    await expect(guardFor({}).resolveHost(host)).rejects.toMatchObject(refused);
  });

  test.each(['203.0.113.1', '198.51.100.7'])('%s is a documentation address', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test.each([publicAddress, '2606:2800:220:1::1'])('%s is public', async (address) => {
  expect(await guardFor({}).resolveHost(address)).toBe(address);
});

test('a name with any private address is refused', async () => {
  const guard = guardFor({
    'inside.test': ['10.0.0.5'],
    'mixed.test': [publicAddress, '127.0.0.1'],
    'mapped.test': ['::ffff:10.0.0.1'],
    'fine.test': [publicAddress],
  });
  for (const host of ['inside.test', 'mixed.test', 'mapped.test', 'INSIDE.test.'])
    await expect(guard.resolveHost(host)).rejects.toMatchObject(refused);
  expect(await guard.resolveHost('fine.test')).toBe(publicAddress);
  await expect(guard.resolveHost('gone.test')).rejects.toMatchObject({ reason: 'name_not_found' });
});

describe('names', () => {
  afterEach(() => vi.restoreAllMocks());
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const useDns = (code: string) => {
    for (const method of ['resolve4', 'resolve6'] as const)
      vi.spyOn(dns.Resolver.prototype, method).mockImplementation(failing(code) as never);
  };

  test('the system resolves them where private addresses are allowed', async () => {
    const guard = createAddressGuard({ allowPrivate: true });
    expect(await guard.resolveHost('localhost')).toBe('127.0.0.1');
  });

  test.each([
    ['ENOTFOUND', 'name_not_found'],
    ['ENODATA', 'name_not_found'],
    ['ETIMEOUT', 'network_failed'],
    ['ECONNREFUSED', 'network_failed'],
    ['ESERVFAIL', 'network_failed'],
  ])('%s of the resolver is %s', async (code, reason) => {
    useDns(code);
    const guard = createAddressGuard({ allowPrivate: false });
    await expect(guard.resolveHost('shop.test')).rejects.toMatchObject({ reason });
  });

  test('an address of one kind is enough', async () => {
    useDns('ENODATA');
    vi.spyOn(dns.Resolver.prototype, 'resolve4').mockResolvedValue([publicAddress] as never);
    const guard = createAddressGuard({ allowPrivate: false });
    expect(await guard.resolveHost('shop.test')).toBe(publicAddress);
  });

  test.each([
    ['ENOTFOUND', 'name_not_found'],
    ['EAI_AGAIN', 'network_failed'],
  ])('%s of the system is %s', async (code, reason) => {
    vi.spyOn(dns, 'lookup').mockImplementation(failing(code) as never);
    const guard = createAddressGuard({ allowPrivate: true });
    await expect(guard.resolveHost('shop.test')).rejects.toMatchObject({ reason });
  });
});

test('the checked address is used even if the name resolves differently later', async () => {
  let lookups = 0;
  const guard = createAddressGuard({
    allowPrivate: false,
    resolve: async () => (++lookups === 1 ? [publicAddress] : ['127.0.0.1']),
  });
  expect(await guard.resolveHost('rebind.test')).toBe(publicAddress);
  expect(await guard.resolveHost('rebind.test')).toBe(publicAddress);
  expect(lookups).toBe(1);
});

test.each(['', 'a b', 'x/y', 'user@host', 'host:80', 'http://x', '%31', '[::1'])(
  'not a host: "%s"',
  (text) => {
    const read = normalizeHost(text);
    expect(read === null || read === '1' || read === '0.0.0.1').toBe(true);
  },
);
