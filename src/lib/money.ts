// Money is a currency and an integer number of its smallest units; in the API it is decimal text.
import { findCurrency, readExponent } from './currencies.ts';

export type Amount = { readonly currency: string; readonly minor: bigint };

/** `half-up` and `up` round away from zero, `down` towards zero. */
export type RoundingMode = 'half-even' | 'half-up' | 'up' | 'down';

/** A decimal.js value. Numbers are excluded, because they are not exact. */
type DecimalLike = { toFixed(): string; isFinite(): boolean };

// Long enough for a quotient of 60 significant digits with many leading zeros.
const decimalText = /^([+-]?)(\d{1,60})(?:\.(\d{0,120}))?$/;

type Scaled = { units: bigint; scale: number };

function readDecimal(text: string): Scaled | null {
  const [, sign, whole, fraction = ''] = decimalText.exec(text) ?? [];
  if (whole === undefined) return null;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** `units` as decimal text with exactly `decimals` decimals. */
function writeDecimal(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = units < 0n ? '-' : '';
  return decimals > 0 ? `${sign}${whole}.${digits.slice(-decimals)}` : `${sign}${whole}`;
}

function divideRounded(units: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const quotient = units / divisor;
  const rest = units % divisor;
  if (rest === 0n || mode === 'down') return quotient;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const isAway =
    mode === 'up' ||
    twice > divisor ||
    (twice === divisor && (mode === 'half-up' || quotient % 2n !== 0n));
  if (!isAway) return quotient;
  return units < 0n ? quotient - 1n : quotient + 1n;
}

/**
 * The only rounding function: rounds decimal text or a decimal.js value to `exponent` decimals (a
 * negative one rounds to tens, hundreds ...). Returns decimal text with exactly that many decimals.
 * Throws RangeError for anything but a finite decimal.
 */
export function roundAmount(
  value: string | DecimalLike,
  exponent: number,
  mode: RoundingMode = 'half-even',
): string {
  const text = typeof value === 'string' ? value : value.toFixed();
  const read = typeof value === 'number' ? null : readDecimal(text);
  if (!read) throw new RangeError('This is not a decimal number.');
  const { units, scale } = read;
  if (scale <= exponent) return writeDecimal(units * 10n ** BigInt(exponent - scale), exponent);
  const rounded = divideRounded(units, 10n ** BigInt(scale - exponent), mode);
  return exponent >= 0
    ? writeDecimal(rounded, exponent)
    : writeDecimal(rounded * 10n ** BigInt(-exponent), 0);
}

/** A decimal value as an amount, rounded to the decimals of the currency. */
export function roundToAmount(
  value: string | DecimalLike,
  currency: string,
  mode: RoundingMode = 'half-even',
): Amount {
  const exponent = readExponent(currency);
  return { currency, minor: BigInt(roundAmount(value, exponent, mode).replace('.', '')) };
}

/**
 * Null for text that is not a plain decimal (`1e3`, ` 1`, `1,5`) or has more decimals than the
 * currency: user input is never rounded. Trailing zeros are allowed, as PostgreSQL writes them.
 */
export function parseAmount(text: string, currency: string): Amount | null {
  const read = readDecimal(text);
  if (!read) return null;
  const finer = read.scale - readExponent(currency);
  if (finer <= 0) return { currency, minor: read.units * 10n ** BigInt(-finer) };
  const divisor = 10n ** BigInt(finer);
  return read.units % divisor === 0n ? { currency, minor: read.units / divisor } : null;
}

/**
 * `parseAmount` for trusted text, such as a column. Throws RangeError instead of returning null.
 */
export function toAmount(text: string, currency: string): Amount {
  const amount = parseAmount(text, currency);
  if (!amount) throw new RangeError(`This is not an amount in ${currency}.`);
  return amount;
}

/** Decimal text with all decimals of the currency: `12.50`, `0.00010000`. For API and columns. */
export const toDecimalText = ({ currency, minor }: Amount): string =>
  writeDecimal(minor, readExponent(currency));

/**
 * A value that may be finer than its currency, such as a sum of prices of small units, as decimal
 * text: with all decimals of the currency, and more only where they are not zero. `0.3` as `0.30`,
 * `0.001200` as `0.0012`. An unknown currency has no decimals: the ledger check shows it too.
 * Throws RangeError for text that is not a plain decimal.
 */
export function toExactText(text: string, currency: string): string {
  const [, fraction = ''] = text.split('.');
  const decimals = fraction.replace(/0+$/, '').length;
  return roundAmount(text, Math.max(decimals, findCurrency(currency)?.exponent ?? 0));
}

function assertSameCurrency(a: Amount, b: Amount): void {
  if (a.currency !== b.currency)
    throw new RangeError(`${a.currency} and ${b.currency} cannot be combined.`);
}

export const zero = (currency: string): Amount => ({ currency, minor: 0n });

/** Throws RangeError for different currencies, like every function of two amounts. */
export function addAmounts(a: Amount, b: Amount): Amount {
  assertSameCurrency(a, b);
  return { currency: a.currency, minor: a.minor + b.minor };
}

export const subtractAmounts = (a: Amount, b: Amount): Amount => addAmounts(a, negate(b));

export const negate = ({ currency, minor }: Amount): Amount => ({ currency, minor: -minor });

export const absolute = (amount: Amount): Amount => (amount.minor < 0n ? negate(amount) : amount);

/** Negative when a < b, zero when equal, positive when a > b: for `sort`. */
export function compareAmounts(a: Amount, b: Amount): number {
  assertSameCurrency(a, b);
  return a.minor < b.minor ? -1 : a.minor > b.minor ? 1 : 0;
}

export const isPositive = ({ minor }: Amount): boolean => minor > 0n;
export const isZero = ({ minor }: Amount): boolean => minor === 0n;

/**
 * Splits an amount by integer weights (largest remainder method), so that the parts add up to the
 * amount. Throws RangeError for weights that are negative or all zero.
 */
export function splitAmount({ currency, minor }: Amount, weights: readonly bigint[]): Amount[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum <= 0n || weights.some((weight) => weight < 0n))
    throw new RangeError('Weights must not be negative, and one must be positive.');
  const magnitude = minor < 0n ? -minor : minor;
  const parts = weights.map((weight) => (magnitude * weight) / sum);
  const order = weights
    .map((weight, at) => ({ at, rest: (magnitude * weight) % sum }))
    .sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : a.at - b.at));
  let left = magnitude - parts.reduce((total, part) => total + part, 0n);
  for (const { at } of order) {
    if (left === 0n) break;
    parts[at] = parts[at]! + 1n;
    left -= 1n;
  }
  return parts.map((part) => ({ currency, minor: minor < 0n ? -part : part }));
}
