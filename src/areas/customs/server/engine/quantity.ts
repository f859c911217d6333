// Numbers of which a part may be unknown. Nothing here ever turns "unknown" into zero silently: a
// quantity is either exact, or only known not to be below its floor.
import { Decimal } from '#lib/decimal.ts';

/**
 * `floor` is the value when `isExact`, and otherwise what the true value is not below. Customs
 * amounts are never negative, so the floor of something wholly unknown is zero. `missing` names the
 * facts that would make it exact.
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

/** A number that stands in a rule set: the same few thousands are read again and again. */
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

/** Nothing is known of it; `missing` names the facts that it would take. */
export const unknown = (missing: readonly string[] = none): Quantity =>
  atLeast(zeroDecimal, missing);

/** True when not even a part of the value is known. */
export const isWhollyUnknown = ({ isExact, floor }: Quantity): boolean =>
  !isExact && floor.isZero();

const merge = (parts: readonly Quantity[]): readonly string[] => {
  const inexact = parts.filter(({ missing }) => missing.length > 0);
  return inexact.length === 0 ? none : [...new Set(inexact.flatMap(({ missing }) => missing))];
};

const of = (floor: Decimal, isExact: boolean, parts: readonly Quantity[]): Quantity =>
  isExact ? exact(floor) : atLeast(floor, merge(parts));

const allExact = (parts: readonly Quantity[]) => parts.every(({ isExact }) => isExact);

export const add = (parts: readonly Quantity[]): Quantity =>
  of(
    parts.reduce((sum, { floor }) => sum.plus(floor), zeroDecimal),
    allExact(parts),
    parts,
  );

export const multiply = (parts: readonly Quantity[]): Quantity => {
  const exactZero = parts.some(({ isExact, floor }) => isExact && floor.isZero());
  if (exactZero) return zero;
  return of(
    parts.reduce((product, { floor }) => product.times(floor), new Decimal(1)),
    allExact(parts),
    parts,
  );
};

/** What is taken away may be larger than known: then nothing is known of what is left. */
export const subtract = (from: Quantity, less: Quantity): Quantity =>
  less.isExact
    ? of(from.floor.minus(less.floor), from.isExact, [from])
    : unknown(merge([from, less]));

/** A divisor that is inexact or zero leaves the quotient unknown. */
export const divide = (by: Quantity, divisor: Quantity): Quantity =>
  divisor.isExact && !divisor.floor.isZero()
    ? of(by.floor.div(divisor.floor), by.isExact, [by])
    : unknown(merge([by, divisor]));

export const greatest = (parts: readonly Quantity[]): Quantity =>
  of(Decimal.max(...parts.map(({ floor }) => floor)), allExact(parts), parts);

/** An exact part that is not above the floors of all others is the least, whatever those are. */
export const least = (parts: readonly Quantity[]): Quantity => {
  const floor = Decimal.min(...parts.map((part) => part.floor));
  const isSettled = parts.some((part) => part.isExact && part.floor.eq(floor));
  return of(floor, isSettled, parts);
};

/** Rounds towards the next whole number below. */
export const roundDown = (part: Quantity): Quantity => of(part.floor.floor(), part.isExact, [part]);
