import { expect, test } from 'vitest';
import { compactIban, formatIban, isIban } from './iban.ts';

test.each([
  'DE89 3704 0044 0532 0130 00',
  'GB29 NWBK 6016 1331 9268 19',
  'fr14 2004 1010 0505 0001 3m02 606',
  'NO93-8601-1117-947',
])('%s is valid', (text) => {
  expect(isIban(compactIban(text))).toBe(true);
});

test.each([
  ['a wrong digit', 'DE89370400440532013001'],
  ['two digits exchanged', 'DE89370400440532010300'],
  ['a digit less', 'DE8937040044053201300'],
  ['an unknown country', 'ZZ89370400440532013000'],
  ['no country', '89370400440532013000'],
  ['nothing', ''],
])('%s is not', (_, text) => {
  expect(isIban(text)).toBe(false);
});

test('a number is written in groups of four', () => {
  expect(formatIban('NO9386011117947')).toBe('NO93 8601 1117 947');
});
