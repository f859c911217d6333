// What a top-up costs, before the provider says it exactly.
import { parseAmount } from '#lib/money.ts';
import type { PayCurrency } from './PayCurrencyChoice.tsx';

export const priceCurrency = 'USD';
const dollarsMin = 1;
const dollarsMax = 50_000;

/** The least that can be paid this way, in US dollars; our own bound where no rate is known. */
export function minimumOf({ min_amount, usd_rate, currency_type, code }: PayCurrency): number {
  const rate = currency_type === 'fiat' && code === priceCurrency ? '1' : usd_rate;
  const least = rate === null ? 0 : Math.ceil(Number(min_amount) * Number(rate) * 100) / 100;
  return Math.max(least, dollarsMin);
}

/** Undefined when the amount can be asked for. */
export function explainAmount(text: string, currency: PayCurrency | undefined): string | undefined {
  const amount = parseAmount(text.trim(), priceCurrency);
  if (!amount || text.trim().startsWith('-')) return 'Enter an amount such as 50 or 50.00.';
  const dollars = Number(amount.minor) / 100;
  const least = currency ? minimumOf(currency) : dollarsMin;
  if (dollars < least) return `Enter at least $${least.toFixed(2)}.`;
  if (dollars > dollarsMax) return `Enter at most $${dollarsMax.toLocaleString('en')}.00.`;
  return undefined;
}

export type Estimate = { fee: number; paid: number | null };

/** In US dollars and in the currency to pay in; null while the amount is none. */
export function estimate(text: string, currency: PayCurrency): Estimate | null {
  const amount = parseAmount(text.trim(), priceCurrency);
  if (!amount || amount.minor <= 0n) return null;
  const dollars = Number(amount.minor) / 100;
  const fee = Math.ceil(dollars * currency.fee_percentage) / 100;
  const rate = currency.code === priceCurrency ? 1 : Number(currency.usd_rate ?? 0);
  return { fee, paid: rate > 0 ? (dollars + fee) / rate : null };
}
