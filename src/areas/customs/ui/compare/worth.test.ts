import { expect, test } from 'vitest';
import { formatIn, listDifferences, worthIn } from './worth.ts';

const euro = { currency: 'EUR', rates_to: { USD: '1.1', EUR: '1' } };
const lari = { currency: 'GEL', rates_to: { USD: '0.36', EUR: '0.33' } };
const old = { currency: 'GEL' };

test('an amount is converted by the rates of its calculation', () => {
  expect(worthIn('USD', '100.00', euro)).toBeCloseTo(110);
  expect(worthIn('EUR', '100.00', euro)).toBe(100);
  expect(worthIn('USD', null, euro)).toBeNull();
  expect(worthIn('USD', '100.00', old)).toBeNull();
  expect(formatIn('own', '100.00', lari)).toBe('GEL\u00a0100.00');
  expect(formatIn('USD', '100.00', lari)).toBe('$36.00');
  expect(formatIn('USD', '100.00', old)).toBe('GEL\u00a0100.00');
});

const cell = (amount: string | null, calculation: typeof euro | typeof old, isMinimum = false) => ({
  amount,
  calculation,
  isMinimum,
});

test('differences are to the least amount, in the shown currency or in US dollars', () => {
  const row = [cell('100.00', euro), cell('100.00', lari)];
  expect(listDifferences(row, 'own')).toEqual([expect.closeTo(74), null]);
  expect(listDifferences(row, 'EUR')).toEqual([expect.closeTo(67), null]);
});

test('there is none while an amount may be less, and none between equal amounts', () => {
  const none = [null, null];
  expect(listDifferences([cell('100.00', euro), cell('9.00', euro, true)], 'USD')).toEqual(none);
  expect(listDifferences([cell('100.00', euro), cell(null, euro)], 'USD')).toEqual(none);
  expect(listDifferences([cell('100.00', euro), cell('9.00', old)], 'USD')).toEqual(none);
  expect(listDifferences([cell('5.00', euro), cell('5.00', euro)], 'USD')).toEqual(none);
  expect(listDifferences([cell('5.00', euro)], 'USD')).toEqual([null]);
});
