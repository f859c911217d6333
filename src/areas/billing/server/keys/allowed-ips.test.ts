import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithinRanges, normalizeRange, parseRanges } from './allowed-ips.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  [' 2001:DB8:0:0::1 ', '2001:db8::1'],
  ['2001:db8::1/48', '2001:db8::/48'],
  ['::/0', '::/0'],
])('%s is normalised to %s', (text, normalised) => {
  expect(normalizeRange(text)).toBe(normalised);
});

test.each([
  '',
  'localhost',
  '127.1',
  '010.0.0.1x',
  '203.0.113.256',
  '203.0.113.7/33',
  '203.0.113.7/',
  '203.0.113.7/24/24',
  '203.0.113.7/-1',
  '2001:db8::/129',
  'fe80::1%eth0',
])('"%s" is not a range', (text) => {
  expect(normalizeRange(text)).toBeNull();
});

describe('matching addresses', () => {
  const isIn = (ip: string, ...texts: string[]) =>
    isWithinRanges(ip, parseRanges(texts.map((text) => normalizeRange(text)!)));

  test.each([
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24'], false],
    ['203.0.114.7', ['203.0.113.0/24', '203.0.114.7'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.113.7', ['::ffff:203.0.113.0/120'], true],
    ['2001:db8::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['203.0.113.7', ['2001:db8::/32'], false],
    ['2001:db8::5', ['0.0.0.0/0'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['not an address', ['0.0.0.0/0', '::/0'], false],
    ['203.0.113.7', [], false],
  ])('%s in %j: %s', (ip, ranges, expected) => {
    expect(isIn(ip, ...ranges)).toBe(expected);
  });
});

test('a range contains exactly the addresses with its prefix', () => {
  const anyAddress = fc.nat(0xffffffff);
  const write = (bits: number) => [24, 16, 8, 0].map((at) => (bits >>> at) & 255).join('.');
  fc.assert(
    fc.property(anyAddress, anyAddress, fc.nat(32), (one, other, length) => {
      const mask = length === 0 ? 0 : (~0 << (32 - length)) >>> 0;
      const [range] = parseRanges([normalizeRange(`${write(one)}/${length}`)!]);
      const isShared = (one & mask) >>> 0 === (other & mask) >>> 0;
      expect(isWithinRanges(write(other), [range!])).toBe(isShared);
    }),
  );
});
