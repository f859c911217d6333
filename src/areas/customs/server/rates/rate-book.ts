// The rates of one source on a day, as exact fractions: a cross rate is divided only once.
import { Decimal } from '#lib/decimal.ts';
import type { Quotation } from './sources/quotation.ts';

/** `over / under` units of a currency for one unit of the book's own. */
export type Fraction = { over: Decimal; under: Decimal };

export type BookEntry = Fraction & { date: string; validUntil: string | null };
/** By currency, against the home currency of the source. */
export type RateBook = ReadonlyMap<string, BookEntry>;

const one = new Decimal(1);
export const unity: Fraction = { over: one, under: one };

/** Quotations that lack the home currency are ignored. */
export function createBook(home: string, quotations: readonly Quotation[]): RateBook {
  const book = new Map<string, BookEntry>();
  for (const { base, currency, units, rate, date, validUntil } of quotations) {
    const [foreign, over, under] =
      base === home ? [currency, rate, units] : currency === home ? [base, units, rate] : [];
    if (!foreign) continue;
    book.set(foreign, { over: new Decimal(over!), under: new Decimal(under!), date, validUntil });
  }
  return book;
}

/** Units of `to` for one of `from`, both against one currency. Exact unless it has no end. */
export const crossFractions = (from: Fraction, to: Fraction): Decimal =>
  to.over.times(from.under).div(to.under.times(from.over)).toSignificantDigits(crossDigitsMax);

/** Enough for amounts of 10^15 to the cent, and to convert back without losing one. */
const crossDigitsMax = 20;

/** A fraction against one currency as one against another, which has `other` units for one. */
export const rebase = (fraction: Fraction, other: Fraction): Fraction => ({
  over: fraction.over.times(other.under),
  under: fraction.under.times(other.over),
});
