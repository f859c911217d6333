import { expect, test } from 'vitest';
import { parseAddressRanges } from './address-ranges.ts';

const parse = (...texts: string[]) => parseAddressRanges(texts, { allowPrivate: false });

test('addresses and ranges get one form, and ranges within others are dropped', () => {
  expect(parse(' 9.9.9.9 ', '9.9.9.9/32', '8.8.8.77/24', '8.8.8.8')).toEqual([
    '9.9.9.9/32',
    '8.8.8.0/24',
  ]);
  expect(parse('2606:4700:0::1', '2606:4700::/64', '2606:4700:1::5/96')).toEqual([
    '2606:4700::/64',
    '2606:4700:1::/96',
  ]);
  expect(parse()).toEqual([]);
});

test.each([
  ['', 'is not an address'],
  ['example.com', 'is not an address'],
  ['8.8.8', 'is not an address'],
  ['8.8.8.8/33', 'is not an address'],
  ['8.8.8.8/', 'is not an address'],
  ['8.8.8.8/24/1', 'is not an address'],
  ['2606:4700::1%eth0', 'is not an address'],
  ['0.0.0.0/0', 'too large'],
  ['8.8.0.0/23', 'too large'],
  ['2606:4700::/63', 'too large'],
  ['10.0.0.1', 'not public'],
  ['127.0.0.1', 'not public'],
  ['192.168.1.0/24', 'not public'],
  ['::1', 'not public'],
  ['::ffff:8.8.8.8', 'not public'],
])('%j is refused: %s', (text, problem) => {
  expect(() => parse('9.9.9.9', text)).toThrow(
    expect.objectContaining({
      fields: { addresses: [expect.stringContaining(problem)] },
    }) as Error,
  );
});

test('private addresses are allowed where the operator allows them', () => {
  expect(parseAddressRanges(['127.0.0.1'], { allowPrivate: true })).toEqual(['127.0.0.1/32']);
});
