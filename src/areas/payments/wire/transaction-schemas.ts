// Transactions, and what is added up of them.
import { z } from 'zod';
import { transactionTypes } from './transactions.constants.ts';

const money = z.string().describe('Decimal text');
const time = z.iso.datetime();

export const Transaction = z
  .object({
    uuid: z.string().describe('Its identifier.'),
    user: z.int().describe('The id of the account.'),
    transaction_type: z.enum(transactionTypes).describe('What moved the money.'),
    type_display: z.string().describe('The type in words.'),
    direction: z.enum(['credit', 'debit']).describe('Whether money came or went.'),
    amount: money.describe('Negative for a debit.'),
    currency: z.string().describe('Three letters or a crypto code.'),
    balance_before: money,
    balance_after: money,
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
    next: z.string().nullable(),
    previous: z.string().nullable(),
    currency: z.string().describe('Currency of the totals; results may have others.'),
    total_credit: money,
    total_debit: money,
    net: money,
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
      total_amount: money,
      average_amount: money,
      last_at: time.nullable().describe('Null without any.'),
    })
    .meta({ id: 'TransactionTypeTotals' }),
);
export const ByType = z
  .object({ type_stats: TypeStats, currency: z.string(), generated_at: time })
  .meta({ id: 'TransactionsByType' });

export const Statistics = z
  .object({
    currency: z.string().describe('Of all amounts.'),
    total_count: z.int().describe('Transactions in the period.'),
    total_credit: money,
    total_debit: money,
    net: money,
    average_amount: money,
    largest: z.object({ uuid: z.string(), amount: money }).nullable(),
    time_breakdown: z.object({ last_24h: z.int(), last_7d: z.int(), last_30d: z.int() }),
    type_breakdown: byType(
      z.object({ count: z.int(), total_amount: money }).meta({ id: 'TransactionTypeShare' }),
    ),
    status_breakdown: z.object({ posted: z.int(), reversed: z.int() }),
    series: z.array(z.object({ x: time, credit: money, debit: money, balance: money })),
    period: z.enum(periods).describe('What was asked for.'),
    generated_at: time.describe('When it was read.'),
  })
  .meta({ id: 'TransactionStatistics' });
export type StatisticsWire = z.infer<typeof Statistics>;

export const Balance = z.object({
  balances: z.array(
    z.object({
      currency: z.string(),
      available: money.describe('Can be spent.'),
      reserved: money.describe('Set aside by open holds.'),
      pending: money.describe('Payments being confirmed.'),
      total: money.describe('available + reserved'),
      balance_display: z.string(),
    }),
  ),
  currency: z.string().describe('Currency of the following fields.'),
  available: money,
  reserved: money,
  total_deposited: money.describe('Without reversed deposits.'),
  total_spent: money,
  last_transaction_at: time.nullable(),
  balance_display: z.string(),
  is_empty: z.boolean(),
  at: time.describe('The time of the balance.'),
  statements_from: z.string().describe('First month with a statement: 2026-10.'),
});
export type BalanceWire = z.infer<typeof Balance>;

export const PaymentBalance = z.object({
  payment: z.string(),
  currency: z.string(),
  total_credit: money,
  total_debit: money,
  net: money,
  refunded: money.describe('Without refused refunds.'),
  transactions_count: z.int(),
});
