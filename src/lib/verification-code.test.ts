import { expect, test } from 'vitest';
import { normalizeCode, toAsciiDecimals } from './verification-code.ts';

test.each([
  '123456',
  ' 123 456 ',
  '123-456',
  '123\u2013456',
  '123\u2212456',
  '١٢٣٤٥٦',
  '\u200f۱۲۳\u00a0۴۵۶\u200e',
  '१२३ ४५६',
  '１２３－４５６',
  '𝟏𝟐𝟑𝟜𝟝𝟞',
])('%j is the code 123456', (text) => {
  expect(normalizeCode(text)).toBe('123456');
});

test.each(['12345a', '٣x', '12.3', '三', '½'])('%j stays invalid', (text) => {
  expect(normalizeCode(text)).not.toMatch(/^\d+$/);
});

test('the digits of every script have their values', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    const digit = String.fromCodePoint(point);
    if (/\p{Nd}/u.test(digit)) expect(toAsciiDecimals(digit)).toMatch(/^[0-9]$/);
  }
  for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
    const { format } = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
    const digits = format(1234567890);
    if (/^\p{Nd}+$/u.test(digits)) expect(toAsciiDecimals(digits)).toBe('1234567890');
  }
});
