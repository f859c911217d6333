// The customs value of a consignment: with carriage to the border (CIF) or without (FOB).
import type { Decimal } from '#lib/decimal.ts';
import { decimal, type Money, need, zero } from './assessment.ts';

/** What a unit of each currency is worth in that of the country. */
export type Worth = Readonly<Record<string, string>>;

export type Carriage = {
  incoterm?: string;
  freight?: Money;
  insurance?: Money;
  onward_transport?: Money;
};

export const inOwn = ({ amount, currency }: Money, worth: Worth): Decimal =>
  decimal(amount).times(need(worth[currency]));

const ownOrZero = (money: Money | undefined, worth: Worth) => (money ? inOwn(money, worth) : zero);

const toTheDoor = ['DAP', 'DPU'];

const sellerPays = (incoterm: string | undefined, part: 'freight' | 'insurance'): boolean =>
  ['CIF', 'CIP', ...toTheDoor].includes(incoterm ?? '') ||
  (['CFR', 'CPT'].includes(incoterm ?? '') && part === 'freight');

/** A price to the door includes the transport beyond the border. */
const onwardInPrice = ({ incoterm, onward_transport: cost }: Carriage, worth: Worth) =>
  toTheDoor.includes(incoterm ?? '') ? ownOrZero(cost, worth) : zero;

/** Without a delivery term the price has no carriage. A cost that is not stated stays in it. */
export function freeOnBoard(price: Decimal, terms: Carriage, worth: Worth): Decimal {
  let value = price;
  for (const part of ['freight', 'insurance'] as const)
    if (sellerPays(terms.incoterm, part)) value = value.minus(ownOrZero(terms[part], worth));
  value = value.minus(onwardInPrice(terms, worth));
  return value.isNegative() ? zero : value;
}

/** Without a delivery term only the costs that are stated are not in the price. */
export function withCarriage(price: Decimal, terms: Carriage, worth: Worth): Decimal {
  const { incoterm, freight, insurance } = terms;
  const toBorder = price.minus(onwardInPrice(terms, worth));
  let value = toBorder.isNegative() ? zero : toBorder;
  if (!sellerPays(incoterm, 'insurance')) value = value.plus(ownOrZero(insurance, worth));
  if (sellerPays(incoterm, 'freight')) return value;
  if (freight === undefined && incoterm === undefined) return value;
  return value.plus(inOwn(need(freight), worth));
}

/** Freight and insurance, included in the price or not. */
export function computeCarriage(terms: Carriage, worth: Worth): Decimal {
  const { incoterm, freight, insurance } = terms;
  const isPaidBySeller = sellerPays(incoterm, 'freight');
  const own = isPaidBySeller ? ownOrZero(freight, worth) : inOwn(need(freight), worth);
  return own.plus(ownOrZero(insurance, worth));
}

export const onward = ({ onward_transport: cost }: Carriage, worth: Worth) =>
  ownOrZero(cost, worth);
