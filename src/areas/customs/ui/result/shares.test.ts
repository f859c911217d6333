import { expect, test } from 'vitest';
import { buildCalculation, buildLine, buildMinimum } from '#test/fixtures/customs.ts';
import { listDifferences } from '../../wire/calculations/calculations.differences.ts';
import { listCategories, toShare } from './shares.ts';

test.each([
  ['50', '200', 0.25],
  [null, '200', 0],
  ['5', '0', 0],
  ['0', '0', 0],
  ['-5', '10', 0],
])('%s of %s is a bar of %d', (amount, whole, share) => {
  expect(toShare(amount, whole)).toBe(share);
});

test('a category without any known amount is unknown, never zero', () => {
  expect(listCategories(buildMinimum()).map(({ category, state }) => [category, state])).toEqual([
    ['duty', 'known'],
    ['excise', 'unknown'],
    ['vat', 'minimum'],
  ]);
});

test('a line outside the total adds no category', () => {
  const result = buildCalculation({
    breakdown: [buildLine(), buildLine({ code: 'VAT', category: 'vat', is_optional: true })],
  });
  expect(listCategories(result).map(({ category }) => category)).toEqual(['duty']);
});

test('differences between two results are listed by line, the total last', () => {
  const before = buildCalculation();
  const after = buildCalculation({
    total_payments: '4279.28',
    breakdown: [
      buildLine(),
      buildLine({ code: 'EXCISE', label: 'Excise', amount: '899.40' }),
      buildLine({ code: 'FEE', label: 'New fee', amount: '60.00' }),
    ],
  });
  expect(listDifferences(before, after)).toEqual([
    { code: 'EXCISE', label: 'Excise', before: '599.40', after: '899.40' },
    { code: 'VAT', label: 'Value added tax', before: '2319.88', after: null },
    { code: 'FEE', label: 'New fee', before: null, after: '60.00' },
    { code: 'TOTAL', label: 'Total', before: '3919.28', after: '4279.28' },
  ]);
  expect(listDifferences(before, before)).toEqual([]);
});
