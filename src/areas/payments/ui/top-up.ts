// What a top-up costs, before the provider says it exactly.
import { parseAmount } from '#lib/money.ts';
import { sayAbout } from './money-words.ts';
import type { PayCurrency } from './PayCurrencyChoice.tsx';

const dollars = 'USD';
const dollarsMin = 1;
const dollarsMax = 50_000;

/** A card or a bank pays in the currency of the wallet; crypto pays for US dollars. */
export const priceCurrencyOf = (payCurrency: { code: string; isFiat: boolean }): string =>
  payCurrency.isFiat ? payCurrency.code : dollars;

/** What the amount is in, its decimals, and how much of it a unit paid and a dollar are. */
export function priceOf({ code, currency_type, decimal_places, usd_rate }: PayCurrency) {
  const isFiat = currency_type === 'fiat';
  const rate = code === dollars ? 1 : Number(usd_rate ?? 0);
  return {
    currency: priceCurrencyOf({ code, isFiat }),
    decimals: isFiat ? decimal_places : 2,
    perPaid: isFiat ? 1 : rate,
    perDollar: isFiat && rate > 0 ? 1 / rate : 1,
  };
}

/** The least and the most that can be asked for this way; our own bounds where no rate is known. */
export function boundsOf(currency: PayCurrency): { least: number; most: number } {
  const { decimals, perPaid, perDollar } = priceOf(currency);
  const { min_amount, max_amount } = currency;
  const theirMost = max_amount === null || perPaid === 0 ? Infinity : Number(max_amount) * perPaid;
  return {
    least: roundUp(Math.max(Number(min_amount) * perPaid, dollarsMin * perDollar), decimals),
    most: -roundUp(-Math.min(theirMost, dollarsMax * perDollar), decimals),
  };
}

/** Away from what floating point adds: 0.1 + 0.2 is not more than 0.3. */
const roundUp = (value: number, decimals: number): number =>
  Math.ceil(Number((value * 10 ** decimals).toFixed(6))) / 10 ** decimals;

/** In the currency of the amount. */
export function sayPrice(value: number, currency: PayCurrency): string {
  const price = priceOf(currency);
  return sayAbout(value, price.currency, price.decimals);
}

/** Undefined when the amount can be asked for. */
export function explainAmount(text: string, currency: PayCurrency): string | undefined {
  const amount = readAmount(text, currency);
  if (amount === null) return 'Enter an amount such as 50 or 50.00.';
  const { least, most } = boundsOf(currency);
  if (amount < least) return `Enter at least ${sayPrice(least, currency)}.`;
  if (amount > most) return `Enter at most ${sayPrice(most, currency)}.`;
  return undefined;
}

function readAmount(text: string, currency: PayCurrency): number | null {
  const amount = parseAmount(text.trim(), priceOf(currency).currency);
  return amount && !text.trim().startsWith('-') ? Number(text.trim()) : null;
}

export type Estimate = { amount: number; fee: number; paid: number | null };

/** Amount and fee as asked for, and what is paid in its own currency; null for no amount. */
export function estimate(text: string, currency: PayCurrency): Estimate | null {
  const amount = readAmount(text, currency);
  if (!amount) return null;
  const { decimals, perPaid } = priceOf(currency);
  const fee = roundUp((amount * currency.fee_percentage) / 100, decimals);
  return { amount, fee, paid: perPaid > 0 ? (amount + fee) / perPaid : null };
}
