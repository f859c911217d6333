// The result of the second implementation: an amount for each charge, or that it is not known.
import { Decimal } from '#lib/decimal.ts';

export type Lines = Readonly<Record<string, Decimal | 'unknown'>>;
export type Money = { amount: string; currency: string };

const notKnown = new Error('not known');

/** Gives up the charge that is being worked out. */
export function unknown(): never {
  throw notKnown;
}

/** A fact that is needed: without it the charge is not known. */
export const need = <T>(value: T | undefined): T => value ?? unknown();

type Value = Decimal | string | number;

export const decimal = (value: string | number) => new Decimal(value);
export const zero = new Decimal(0);
export const most = (...values: Value[]): Decimal => Decimal.max(...values);
export const least = (...values: Value[]): Decimal => Decimal.min(...values);
export const clamp = (value: Decimal, from: Value, to: Value) => least(most(value, from), to);

/** Charges in their order. One that reads an unknown charge is unknown itself. */
export class Assessment {
  readonly lines: Record<string, Decimal | 'unknown'> = {};

  charge(code: string, amount: () => Decimal): this {
    try {
      this.lines[code] = amount().toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    } catch (error) {
      if (error !== notKnown) throw error;
      this.lines[code] = 'unknown';
    }
    return this;
  }

  /** An earlier charge; zero if there is none. */
  of(...codes: string[]): Decimal {
    const amounts = codes.map((code) => this.lines[code] ?? zero);
    return amounts.reduce<Decimal>(
      (sum, one) => (one === 'unknown' ? unknown() : sum.plus(one)),
      zero,
    );
  }
}

/** Null if a charge is not known. */
export function sumLines(lines: Lines, aside: readonly string[] = []): Decimal | null {
  const counted = Object.entries(lines).flatMap(([code, amount]) =>
    aside.includes(code) ? [] : [amount],
  );
  return counted.reduce<Decimal | null>(
    (sum, one) => (sum === null || one === 'unknown' ? null : sum.plus(one)),
    zero,
  );
}

/** The amount of the first bracket whose bound, which belongs to it, is not below the value. */
export function bracket<T>(
  value: Decimal,
  bounds: readonly (readonly [number, T])[],
  beyond: T,
): T {
  return bounds.find(([bound]) => value.lte(bound))?.[1] ?? beyond;
}

export const euMembers = [
  'AT',
  'BE',
  'BG',
  'HR',
  'CY',
  'CZ',
  'DK',
  'EE',
  'FI',
  'FR',
  'DE',
  'GR',
  'HU',
  'IE',
  'IT',
  'LV',
  'LT',
  'LU',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SK',
  'SI',
  'ES',
  'SE',
];
