// Amounts in Stripe's smallest units: those of ISO 4217 except for a few currencies
// (docs.stripe.com/currencies, "Zero-decimal currencies" and "Special cases").
import { readExponent } from '#lib/currencies.ts';
import { type Amount, roundAmount, toDecimalText } from '#lib/money.ts';
import type { Quantity } from '../provider.ts';

const special: Readonly<Record<string, number>> = { MGA: 0, ISK: 2, UGX: 2 };
const exponentAt = (currency: string): number => special[currency] ?? readExponent(currency);

/** Rounded up to whole units; with three decimals the last must be 0. */
export function toStripeUnits(amount: Amount): number {
  const exponent = exponentAt(amount.currency);
  const decimals = exponent === 3 ? 2 : special[amount.currency] === 2 ? 0 : exponent;
  const units = roundAmount(toDecimalText(amount), decimals, 'up').replace('.', '');
  return Number(`${units}${'0'.repeat(exponent - decimals)}`);
}

/** "The amount value supports up to eight digits" (PaymentIntent). */
export const stripeUnitsMax = 99_999_999;

/** `currency` is Stripe's code, in lower case. */
export function fromStripeUnits(units: number, currency: string): Quantity {
  const code = currency.toUpperCase();
  const exponent = exponentAt(code);
  const sign = units < 0 ? '-' : '';
  const digits = String(Math.abs(units)).padStart(exponent + 1, '0');
  const whole = `${sign}${digits.slice(0, digits.length - exponent)}`;
  const amount = exponent > 0 ? `${whole}.${digits.slice(-exponent)}` : whole;
  return { currency: code, amount };
}
