// Transactions, and what is added up of them.
import { z } from 'zod';
import { money, textId } from '#lib/wire/fields.ts';
import { spent, totalDeposited } from '#lib/wire/figures.ts';
import { transactionTypes } from './transactions.constants.ts';

const time = z.iso.datetime();

export const Transaction = z
  .object({
    uuid: textId,
    user: z.int().describe('The id of the account.'),
    transaction_type: z.enum(transactionTypes).describe('What moved the money.'),
    type_display: z.string().describe('The type in words.'),
    direction: z.enum(['credit', 'debit']).describe('Whether money came or went.'),
    amount: money.describe('Negative for a debit.'),
    currency: z.string().describe('Three letters or a crypto code.'),
    balance_before: money.describe('Of the wallet; decimal text.'),
    balance_after: money.describe('Of the wallet; decimal text.'),
    status: z
      .enum(['posted', 'reversed'])
      .describe('`reversed`: another transaction took it back.'),
    reference: z.string().nullable().describe('Of what caused it; null if nothing did.'),
    payment: z.string().nullable().describe('The payment that it belongs to.'),
    subscription: z.string().nullable().describe('The subscription that it belongs to.'),
    reversal_of: z.string().nullable().describe('The transaction that this one takes back.'),
    description: z.string().describe('In words, as on statements.'),
    metadata: z.record(z.string(), z.unknown()).describe('Data of what caused it.'),
    amount_display: z.string().describe('Formatted: +$12.50'),
    is_credit: z.boolean().describe('Whether money came.'),
    is_debit: z.boolean().describe('Whether money went.'),
    created_at: time.describe('When it was booked.'),
  })
  .meta({ id: 'Transaction' });
export type TransactionWire = z.infer<typeof Transaction>;

export const periods = ['7d', '30d', '90d', '1y', 'all'] as const;

export const ByReference = z
  .object({
    reference: z.string().describe('As asked for.'),
    count: z.int().describe('Of all pages.'),
    next: z.string().nullable().describe('Address of the next page; null on the last one.'),
    previous: z.string().nullable().describe('Address of the page before; null on the first one.'),
    currency: z.string().describe('Currency of the totals; results may have others.'),
    total_credit: money.describe('The sum of what came; decimal text.'),
    total_debit: money.describe('The sum of what went; decimal text.'),
    net: money.describe('Credit minus debit; decimal text.'),
    results: z.array(Transaction).describe('Of this page.'),
  })
  .meta({ id: 'TransactionsByReference' });

const byType = <T extends z.ZodType>(of: T) => {
  const shape = Object.fromEntries(transactionTypes.map((type) => [type, of]));
  return z.object(shape as Record<(typeof transactionTypes)[number], T>);
};
const TypeStats = byType(
  z
    .object({
      name: z.string().describe('The type in words.'),
      total_transactions: z.int().describe('How many.'),
      total_amount: money.describe('Decimal text.'),
      average_amount: money,
      last_at: time.nullable().describe('Null without any.'),
    })
    .meta({ id: 'TransactionTypeTotals', description: 'What was booked with one type.' }),
);
export const ByType = z
  .object({
    type_stats: TypeStats.describe('The sums by type.'),
    currency: z.string().describe('Of all amounts.'),
    generated_at: time.describe('When it was read.'),
  })
  .meta({ id: 'TransactionsByType' });

export const Statistics = z
  .object({
    currency: z.string().describe('Of all amounts.'),
    total_count: z.int().describe('Transactions in the period.'),
    total_credit: money.describe('The sum of what came; decimal text.'),
    total_debit: money.describe('The sum of what went; decimal text.'),
    net: money.describe('Credit minus debit; decimal text.'),
    average_amount: money.describe('Of all transactions; decimal text.'),
    largest: z
      .object({ uuid: textId, amount: money.describe('Decimal text.') })
      .nullable()
      .describe('The transaction with the largest amount; null without any.'),
    time_breakdown: z
      .object({
        last_24h: z.int().describe('In 24 hours.'),
        last_7d: z.int().describe('In 7 days.'),
        last_30d: z.int().describe('In 30 days.'),
      })
      .describe('How many were booked lately.'),
    type_breakdown: byType(
      z
        .object({
          count: z.int().describe('How many.'),
          total_amount: money.describe('Decimal text.'),
        })
        .meta({ id: 'TransactionTypeShare', description: 'What was booked with one type.' }),
    ).describe('Count and sum by type.'),
    status_breakdown: z
      .object({
        posted: z.int().describe('Those that stand.'),
        reversed: z.int().describe('Those that were taken back.'),
      })
      .describe('How many there are by status.'),
    series: z
      .array(
        z.object({
          x: time.describe('When it began.'),
          credit: money.describe('What came; decimal text.'),
          debit: money.describe('What went; decimal text.'),
          balance: money.describe('At its end; decimal text.'),
        }),
      )
      .describe('A point for each interval, oldest first.'),
    period: z.enum(periods).describe('What was asked for.'),
    generated_at: time.describe('When it was read.'),
  })
  .meta({ id: 'TransactionStatistics' });
export type StatisticsWire = z.infer<typeof Statistics>;

export const Balance = z.object({
  balances: z
    .array(
      z.object({
        currency: z.string().describe('Three letters or a crypto code.'),
        available: money.describe('Can be spent.'),
        reserved: money.describe('Set aside by open holds.'),
        pending: money.describe('Payments being confirmed.'),
        total: money.describe('`available` and `reserved`; decimal text.'),
        balance_display: z.string().describe('`available` as people write it.'),
      }),
    )
    .describe('Every wallet; currencies are never added up.'),
  currency: z.string().describe('Currency of the following fields.'),
  available: money.describe('Can be spent; decimal text.'),
  reserved: money.describe('Set aside by open holds; decimal text.'),
  total_deposited: totalDeposited,
  total_spent: spent('So far.'),
  last_transaction_at: time.nullable().describe('Null before the first transaction.'),
  balance_display: z.string().describe('`available` as people write it.'),
  is_empty: z.boolean().describe('Whether there is no wallet yet.'),
  at: time.describe('The time of the balance.'),
  statements_from: z.string().describe('First month with a statement: 2026-10.'),
});
export type BalanceWire = z.infer<typeof Balance>;

export const PaymentBalance = z.object({
  payment: z.string().describe('The `uuid` of the payment.'),
  currency: z.string().describe('Of the amounts: three letters.'),
  total_credit: money.describe('The sum of what came; decimal text.'),
  total_debit: money.describe('The sum of what went; decimal text.'),
  net: money.describe('Credit minus debit; decimal text.'),
  refunded: money.describe('Without refused refunds; decimal text.'),
  transactions_count: z.int().describe('How many movements it has.'),
});
