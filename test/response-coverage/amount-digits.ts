// Amounts in responses have all decimals of their currency: `309.50`, never `309.5`.
import { findCurrency } from '#lib/currencies.ts';

const amountWords = [
  'amount',
  'available',
  'balance',
  'charge',
  'cost',
  'credit',
  'debit',
  'fee',
  'gross',
  'mrr',
  'net',
  'overage',
  'price',
  'reserved',
  'revenue',
  'spent',
  'tax',
  'total',
];
/** `pay_...` is in another currency than its object. */
const isAmount = (name: string): boolean =>
  !name.startsWith('pay_') &&
  !name.endsWith('_percent') &&
  name.split('_').some((word) => amountWords.includes(word));
const decimalText = /^-?\d+(?:\.(\d+))?$/;

/** What a caller sent, or wrote into a rule, is repeated as it was written. */
const echoes = ['inputs', 'facts'];

/** The paths of amounts with too few decimals, in objects that say their currency. */
export function listShortAmounts(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const currency = 'currency' in value && findCurrency(String(value.currency));
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${path}.${name}`;
    if (echoes.includes(name)) return [];
    if (typeof inner !== 'string') return listShortAmounts(inner, at);
    const decimals = currency && isAmount(name) && decimalText.exec(inner);
    const isShort = decimals && (decimals[1] ?? '').length < currency.exponent;
    return isShort ? [`${at}: ${inner} ${currency.code}`] : [];
  });
}
