// Numbers that may be partly unknown. Unknown never silently becomes zero: a quantity is either
// exact or known only to be at least its floor.
import { Decimal } from '#lib/decimal.ts';

/**
 * `floor` is the value if `isExact`, otherwise a lower bound. Customs amounts are never negative,
 * so the floor of a wholly unknown quantity is zero. `missing` names the facts that would make it
 * exact.
 */
export type Quantity = {
  readonly floor: Decimal;
  readonly isExact: boolean;
  readonly missing: readonly string[];
};

const none: readonly string[] = [];
const zeroDecimal = new Decimal(0);

export const exact = (value: Decimal | string | number): Quantity => ({
  floor: value instanceof Decimal ? value : new Decimal(value),
  isExact: true,
  missing: none,
});

const literals = new Map<string, Quantity>();
const literalsMax = 20_000;

/** A number in a rule set. Cached, because the same few thousand numbers are parsed repeatedly. */
export function literal(text: string): Quantity {
  const known = literals.get(text);
  if (known) return known;
  const read = exact(text);
  if (literals.size < literalsMax) literals.set(text, read);
  return read;
}

export const zero: Quantity = exact(zeroDecimal);

export const atLeast = (floor: Decimal, missing: readonly string[] = none): Quantity => ({
  floor: Decimal.max(floor, zeroDecimal),
  isExact: false,
  missing,
});

/** The same value as a lower bound. */
export const atMinimum = ({ floor, missing }: Quantity): Quantity => atLeast(floor, missing);

/** Wholly unknown; `missing` names the facts it depends on. */
export const unknown = (missing: readonly string[] = none): Quantity =>
  atLeast(zeroDecimal, missing);

/** True if not even a part of the value is known. */
export const isWhollyUnknown = ({ isExact, floor }: Quantity): boolean =>
  !isExact && floor.isZero();

const merge = (parts: readonly Quantity[]): readonly string[] => {
  const inexact = parts.filter(({ missing }) => missing.length > 0);
  return inexact.length === 0 ? none : [...new Set(inexact.flatMap(({ missing }) => missing))];
};

const toQuantity = (floor: Decimal, isExact: boolean, parts: readonly Quantity[]): Quantity =>
  isExact ? exact(floor) : atLeast(floor, merge(parts));

const allExact = (parts: readonly Quantity[]) => parts.every(({ isExact }) => isExact);

export const add = (parts: readonly Quantity[]): Quantity =>
  toQuantity(
    parts.reduce((sum, { floor }) => sum.plus(floor), zeroDecimal),
    allExact(parts),
    parts,
  );

export const multiply = (parts: readonly Quantity[]): Quantity => {
  const exactZero = parts.some(({ isExact, floor }) => isExact && floor.isZero());
  if (exactZero) return zero;
  return toQuantity(
    parts.reduce((product, { floor }) => product.times(floor), new Decimal(1)),
    allExact(parts),
    parts,
  );
};

/** An inexact subtrahend may be larger than its floor, so the difference is wholly unknown. */
export const subtract = (from: Quantity, less: Quantity): Quantity =>
  less.isExact
    ? toQuantity(from.floor.minus(less.floor), from.isExact, [from])
    : unknown(merge([from, less]));

/** Unknown if the divisor is inexact or zero. */
export const divide = (by: Quantity, divisor: Quantity): Quantity =>
  divisor.isExact && !divisor.floor.isZero()
    ? toQuantity(by.floor.div(divisor.floor), by.isExact, [by])
    : unknown(merge([by, divisor]));

export const greatest = (parts: readonly Quantity[]): Quantity =>
  toQuantity(Decimal.max(...parts.map(({ floor }) => floor)), allExact(parts), parts);

/** Exact if an exact part is not above the floor of any other. */
export const least = (parts: readonly Quantity[]): Quantity => {
  const floor = Decimal.min(...parts.map((part) => part.floor));
  const isSettled = parts.some((part) => part.isExact && part.floor.eq(floor));
  return toQuantity(floor, isSettled, parts);
};

/** Rounds down to a whole number. */
export const roundDown = (part: Quantity): Quantity =>
  toQuantity(part.floor.floor(), part.isExact, [part]);
