// Estimates the cost of a top-up before the provider returns the exact price.
import { parseAmount } from '#lib/money.ts';
import type { DetailedCurrencyWire } from '../../wire/currencies.ts';
import { formatEstimate } from '../amounts.ts';

export type PayCurrency = DetailedCurrencyWire;

const dollars = 'USD';
const dollarsMin = 1;
const dollarsMax = 50_000;

/** Cards and banks pay in the wallet's currency; crypto is priced in US dollars. */
export const choosePriceCurrency = (payCurrency: { code: string; isFiat: boolean }): string =>
  payCurrency.isFiat ? payCurrency.code : dollars;

/** Currency and decimals of the amount, and its value per unit paid and per dollar. */
export function readPrice({ code, currency_type, decimal_places, usd_rate }: PayCurrency) {
  const isFiat = currency_type === 'fiat';
  const rate = code === dollars ? 1 : Number(usd_rate ?? 0);
  return {
    currency: choosePriceCurrency({ code, isFiat }),
    decimals: isFiat ? decimal_places : 2,
    perPaid: isFiat ? 1 : rate,
    perDollar: isFiat && rate > 0 ? 1 / rate : 1,
  };
}

/** Minimum and maximum amount; our own limits if no rate is known. */
export function computeBounds(currency: PayCurrency): { least: number; most: number } {
  const { decimals, perPaid, perDollar } = readPrice(currency);
  const { min_amount, max_amount } = currency;
  const providerMax =
    max_amount === null || perPaid === 0 ? Infinity : Number(max_amount) * perPaid;
  return {
    least: roundUp(Math.max(Number(min_amount) * perPaid, dollarsMin * perDollar), decimals),
    most: -roundUp(-Math.min(providerMax, dollarsMax * perDollar), decimals),
  };
}

/** Ignores floating-point noise: 0.1 + 0.2 is not more than 0.3. */
const roundUp = (value: number, decimals: number): number =>
  Math.ceil(Number((value * 10 ** decimals).toFixed(6))) / 10 ** decimals;

/** In the currency of the amount. */
export function formatPriceEstimate(value: number, currency: PayCurrency): string {
  const price = readPrice(currency);
  return formatEstimate(value, price.currency, price.decimals);
}

/** Undefined for a valid amount. */
export function amountError(text: string, currency: PayCurrency): string | undefined {
  const amount = readAmount(text, currency);
  if (amount === null) return 'Enter an amount such as 50 or 50.00.';
  const { least, most } = computeBounds(currency);
  if (amount < least) return `Enter at least ${formatPriceEstimate(least, currency)}.`;
  if (amount > most) return `Enter at most ${formatPriceEstimate(most, currency)}.`;
  return undefined;
}

function readAmount(text: string, currency: PayCurrency): number | null {
  const amount = parseAmount(text.trim(), readPrice(currency).currency);
  return amount && !text.trim().startsWith('-') ? Number(text.trim()) : null;
}

export type Estimate = { amount: number; fee: number; paid: number | null };

/** Amount and fee in the price currency, `paid` in the pay currency; null without an amount. */
export function estimate(text: string, currency: PayCurrency): Estimate | null {
  const amount = readAmount(text, currency);
  if (!amount) return null;
  const { decimals, perPaid } = readPrice(currency);
  const fee = roundUp((amount * currency.fee_percentage) / 100, decimals);
  return { amount, fee, paid: perPaid > 0 ? (amount + fee) / perPaid : null };
}
