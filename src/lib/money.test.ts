import { Decimal as DecimalJs } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies, findCurrency, readExponent } from './currencies.ts';
import { convertAmount, Decimal, formatPercentage, toDecimal } from './decimal.ts';
import { formatAmount } from './format-money.ts';
import {
  addAmounts,
  compareAmounts,
  parseAmount,
  type RoundingMode,
  roundAmount,
  roundToAmount,
  splitAmount,
  subtractAmounts,
  toAmount,
  toDecimalText,
  toExactText,
} from './money.ts';

const code = fc.constantFrom(...currencies.map((one) => one.code));
const minor = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });

test.each([
  ['12.5', 'USD', 1250n],
  ['12.50', 'USD', 1250n],
  ['-0.01', 'USD', -1n],
  ['+3', 'USD', 300n],
  ['12.500000000000000000', 'USD', 1250n],
  ['7', 'JPY', 7n],
  ['1.234', 'KWD', 1234n],
  ['0.000000000000000001', 'eth', 1n],
  ['1.000001', 'usdttrc20', 1000001n],
])('%s %s is %d of its smallest unit', (text, currency, expected) => {
  expect(parseAmount(text, currency)).toEqual({ currency, minor: expected });
});

test.each(['', ' 1', '1 ', '1,5', '1e3', '.5', '--1', 'NaN', 'Infinity', '0x10', '1.005', '١'])(
  '"%s" is no amount in dollars',
  (text) => {
    expect(parseAmount(text, 'USD')).toBeNull();
    expect(() => toAmount(text, 'USD')).toThrow(RangeError);
  },
);

test('what is formatted is parsed back', () => {
  fc.assert(
    fc.property(code, minor, (currency, units) => {
      const amount = { currency, minor: units };
      expect(parseAmount(toDecimalText(amount), currency)).toEqual(amount);
    }),
  );
});

test.each([
  ['0.5', 0, { 'half-even': '0', 'half-up': '1', up: '1', down: '0' }],
  ['1.5', 0, { 'half-even': '2', 'half-up': '2', up: '2', down: '1' }],
  ['2.5', 0, { 'half-even': '2', 'half-up': '3', up: '3', down: '2' }],
  ['-2.5', 0, { 'half-even': '-2', 'half-up': '-3', up: '-3', down: '-2' }],
  ['-0.4', 0, { 'half-even': '0', 'half-up': '0', up: '-1', down: '0' }],
  ['1.0050', 2, { 'half-even': '1.00', 'half-up': '1.01', up: '1.01', down: '1.00' }],
  ['1.00500001', 2, { 'half-even': '1.01', 'half-up': '1.01', up: '1.01', down: '1.00' }],
  ['149', -2, { 'half-even': '100', 'half-up': '100', up: '200', down: '100' }],
  ['7', 3, { 'half-even': '7.000', 'half-up': '7.000', up: '7.000', down: '7.000' }],
] as [string, number, Record<RoundingMode, string>][])(
  '%s to %d decimals',
  (value, exponent, expected) => {
    for (const [mode, text] of Object.entries(expected))
      expect(roundAmount(value, exponent, mode as RoundingMode)).toBe(text);
  },
);

test('rounding agrees with decimal.js for every value, exponent and mode', () => {
  const modes = {
    'half-even': DecimalJs.ROUND_HALF_EVEN,
    'half-up': DecimalJs.ROUND_HALF_UP,
    up: DecimalJs.ROUND_UP,
    down: DecimalJs.ROUND_DOWN,
  } as const;
  const mode = fc.constantFrom<RoundingMode>('half-even', 'half-up', 'up', 'down');
  const scale = fc.integer({ min: 0, max: 18 });
  fc.assert(
    fc.property(minor, scale, scale, mode, (units, digits, exponent, how) => {
      const value = new Decimal(units.toString()).div(new Decimal(10).pow(digits));
      const expected = value.toFixed(exponent, modes[how]).replace(/^-(0(\.0*)?)$/, '$1');
      expect(roundAmount(value, exponent, how)).toBe(expected);
      expect(roundAmount(value.toFixed(), exponent, how)).toBe(expected);
    }),
  );
});

test('numbers are refused, because they are not exact', () => {
  expect(() => roundAmount(0.1 as never, 2)).toThrow(RangeError);
  expect(() => roundAmount(new Decimal(NaN), 2)).toThrow(RangeError);
});

test('amounts in different currencies cannot be added', () => {
  const dollar = toAmount('1', 'USD');
  const euro = toAmount('1', 'EUR');
  for (const work of [addAmounts, subtractAmounts, compareAmounts])
    expect(() => work(dollar, euro)).toThrow(RangeError);
});

test('parts of a split add up to the amount and follow the weights', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(minor, weights, (units, parts) => {
      fc.pre(parts.some((one) => one > 0n));
      const split = splitAmount({ currency: 'USD', minor: units }, parts);
      expect(split.reduce((sum, one) => sum + one.minor, 0n)).toBe(units);
      const sum = parts.reduce((total, one) => total + one, 0n);
      split.forEach((part, at) => {
        const error = part.minor * sum - units * parts[at]!;
        expect(error < sum && error > -sum).toBe(true);
      });
    }),
  );
  expect(() => splitAmount(toAmount('1', 'USD'), [0n])).toThrow(RangeError);
  expect(() => splitAmount(toAmount('1', 'USD'), [2n, -1n])).toThrow(RangeError);
});

test.each([
  ['12.50', 'USD', false, '$12.50'],
  ['12.50', 'USD', true, '+$12.50'],
  ['-1234567.00', 'USD', true, '-$1,234,567.00'],
  ['0', 'USD', true, '$0.00'],
  ['12', 'JPY', false, '¥12'],
  ['5', 'KWD', false, 'KWD\u00a05.000'],
  ['0.0001', 'btc', false, '0.0001 BTC'],
  ['1.5', 'usdttrc20', false, '1.50 USDT'],
  [
    '12345678901234567.123456789012345678',
    'eth',
    false,
    '12,345,678,901,234,567.123456789012345678 ETH',
  ],
])('%s %s reads well', (text, currency, isSigned, expected) => {
  expect(formatAmount(toAmount(text, currency), { isSigned })).toBe(expected);
});

test('rates and percentages are exact before they are rounded', () => {
  expect(toDecimalText(convertAmount(toAmount('100.00', 'USD'), '0.9155', 'EUR'))).toBe('91.55');
  expect(toDecimalText(convertAmount(toAmount('1.00', 'USD'), '0.0000107', 'btc'))).toBe(
    '0.00001070',
  );
  expect(toDecimalText(convertAmount(toAmount('0.01', 'USD'), '149.5', 'JPY', 'up'))).toBe('2');
  expect(toDecimalText(formatPercentage(toAmount('10.00', 'USD'), '2.5'))).toBe('0.25');
  const long = '12345678901234567890.123456789012345678';
  expect(toDecimal(toAmount(long, 'eth')).plus(0).toFixed()).toBe(long);
  expect(toDecimalText(roundToAmount('0.125', 'USD'))).toBe('0.12');
});

test('currencies have the decimals of ISO 4217, where Intl has others', () => {
  const exponents = ['JPY', 'USD', 'KWD', 'CLF', 'IQD', 'UGX', 'AFN', 'COP', 'IDR'].map(
    readExponent,
  );
  expect(exponents).toEqual([0, 2, 3, 4, 3, 0, 2, 2, 2]);
  expect(findCurrency('usd')).toBeUndefined();
  expect(() => readExponent('XYZ')).toThrow(RangeError);
  expect(new Set(currencies.map((one) => one.code)).size).toBe(currencies.length);
  expect(currencies.every(({ exponent }) => exponent >= 0 && exponent <= 18)).toBe(true);
});

test.each([
  ['0.3', 'USD', '0.30'],
  ['-15308', 'EUR', '-15308.00'],
  ['0.001200000000', 'USD', '0.0012'],
  ['7737.500', 'USD', '7737.50'],
  ['0', 'JPY', '0'],
  ['12.50', 'JPY', '12.5'],
  ['0.5', 'btc', '0.50000000'],
  ['12', 'XYZ', '12'],
])('%s in %s is exactly %s', (text, currency, exact) => {
  expect(toExactText(text, currency)).toBe(exact);
});
