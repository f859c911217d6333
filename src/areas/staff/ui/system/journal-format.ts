import { capitalize } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { addAmounts, isPositive, toAmount, toDecimalText } from '#lib/money.ts';
import type { JournalWire } from '../../wire/journals.ts';

export type Posting = JournalWire['postings'][number];

/** `Provider clearing, stripe`. */
export const accountName = ({ account, label }: { account: string; label: string }): string =>
  [capitalize(account.replaceAll('_', ' ')), label].filter(Boolean).join(', ');

/** What the journal moved: the sum of the credits of each currency. */
export function listAmounts({ postings }: JournalWire): string[] {
  const credits = postings
    .map(({ amount, currency }) => toAmount(amount, currency))
    .filter(isPositive);
  const byCurrency = Map.groupBy(credits, ({ currency }) => currency);
  return [...byCurrency].map(([currency, amounts]) =>
    formatMoney(toDecimalText(amounts.reduce(addAmounts)), currency),
  );
}
