import { expect, test } from 'vitest';
import given from '#content/seller.json' with { type: 'json' };
import { findTaxNumber, readSeller } from './seller.ts';

test('the seller of the repository is complete', () => {
  expect(readSeller().legalName).not.toBe('');
});

test('all problems are named at once', () => {
  const wrong = {
    ...given,
    legalName: ' ',
    address: { ...given.address, country: 'USA' },
    taxNumbers: [{ scheme: 'oss', country: 'US', number: '1', since: 'today' }],
  };
  const read = () => readSeller(wrong);
  expect(read).toThrow(/legalName: must not be empty/);
  expect(read).toThrow(/address\.country: must be a country/);
  expect(read).toThrow(/taxNumbers\.0\.since: must be a date/);
});

test.each([
  ['a number with wrong digits', { scheme: 'domestic', country: 'US', number: '12' }],
  ['another country as the own one', { scheme: 'domestic', country: 'DE', number: 'DE136695976' }],
  ['the own country as another one', { scheme: 'foreign', country: 'US', number: '123456789' }],
  ['a one-stop shop outside the EU', { scheme: 'oss', country: 'US', number: 'EU372000000' }],
])('%s is refused', (_, number) => {
  const wrong = { ...given, taxNumbers: [{ ...number, since: '2020-01-01' }] };
  expect(() => readSeller(wrong)).toThrow('taxNumbers.0.number');
});

test('a number counts from its first day', () => {
  const taxNumbers = [
    { scheme: 'oss' as const, country: 'IE', number: 'EU372000000', since: '2026-03-01' },
  ];
  expect(findTaxNumber({ taxNumbers }, 'oss', '2026-02-28')).toBeUndefined();
  expect(findTaxNumber({ taxNumbers }, 'oss', '2026-03-01')).toBeDefined();
  expect(findTaxNumber({ taxNumbers }, 'oss', '2026-03-01', 'DE')).toBeUndefined();
});
