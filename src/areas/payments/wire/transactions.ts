// Transactions of a wallet. The same endpoints exist for the whole wallet and for one payment.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { dateTime, listQuery, pageOf } from '#lib/pagination.ts';
import { decimalQuery, userQuery } from './payments.ts';
import { transactionTypes } from './transactions.constants.ts';

const money = z.string().describe('Decimal text');
const time = z.iso.datetime();

export const Transaction = z
  .object({
    uuid: z.string(),
    user: z.int(),
    transaction_type: z.enum(transactionTypes),
    type_display: z.string(),
    direction: z.enum(['credit', 'debit']),
    amount: money.describe('Negative for a debit.'),
    currency: z.string(),
    balance_before: money,
    balance_after: money,
    status: z.enum(['posted', 'reversed']),
    reference: z.string().nullable(),
    payment: z.string().nullable(),
    subscription: z.string().nullable(),
    reversal_of: z.string().nullable(),
    description: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    amount_display: z.string().describe('Formatted: +$12.50'),
    is_credit: z.boolean(),
    is_debit: z.boolean(),
    created_at: time,
  })
  .meta({ id: 'Transaction' });
export type TransactionWire = z.infer<typeof Transaction>;

const typeList = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(transactionTypes)));
const currency = z.string().max(20);
const oneCurrency = currency.optional().describe('Currency of the totals; defaults to USD.');

const listFields = {
  ...listQuery,
  type: typeList.optional().describe('Comma-separated list.'),
  direction: z.enum(['credit', 'debit']).optional(),
  currency: currency.optional(),
  reference: z.string().max(255).optional(),
  min_amount: decimalQuery.optional(),
  max_amount: decimalQuery.optional(),
  format: z.enum(['json', 'csv']).optional().describe('`csv` downloads all matching rows.'),
};
const referenceQuery = z.object({
  page: z.string().optional(),
  page_size: z.string().optional(),
  limit: z.string().optional(),
  currency: oneCurrency,
  reference: z.string().trim().min(1, 'This field may not be blank.').max(255),
});
const byTypeQuery = z.object({
  type: typeList.optional(),
  currency: oneCurrency,
  created_after: dateTime.optional(),
  created_before: dateTime.optional(),
});
export const periods = ['7d', '30d', '90d', '1y', 'all'] as const;
const statisticsQuery = z.object({ period: z.enum(periods).default('30d'), currency: oneCurrency });

const ByReference = z.object({
  reference: z.string(),
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  currency: z.string().describe('Currency of the totals; results may have others.'),
  total_credit: money,
  total_debit: money,
  net: money,
  results: z.array(Transaction),
});

const byType = <T extends z.ZodType>(of: T) => {
  const shape = Object.fromEntries(transactionTypes.map((type) => [type, of]));
  return z.object(shape as Record<(typeof transactionTypes)[number], T>);
};
const TypeStats = byType(
  z.object({
    name: z.string(),
    total_transactions: z.int(),
    total_amount: money,
    average_amount: money,
    last_at: time.nullable(),
  }),
);
const ByType = z.object({ type_stats: TypeStats, currency: z.string(), generated_at: time });

const Statistics = z.object({
  currency: z.string(),
  total_count: z.int(),
  total_credit: money,
  total_debit: money,
  net: money,
  average_amount: money,
  largest: z.object({ uuid: z.string(), amount: money }).nullable(),
  time_breakdown: z.object({ last_24h: z.int(), last_7d: z.int(), last_30d: z.int() }),
  type_breakdown: byType(z.object({ count: z.int(), total_amount: money })),
  status_breakdown: z.object({ posted: z.int(), reversed: z.int() }),
  series: z.array(z.object({ x: time, credit: money, debit: money, balance: money })),
  period: z.enum(periods),
  generated_at: time,
});
export type StatisticsWire = z.infer<typeof Statistics>;

const Balance = z.object({
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

const PaymentBalance = z.object({
  payment: z.string(),
  currency: z.string(),
  total_credit: money,
  total_debit: money,
  net: money,
  refunded: money.describe('Without refused refunds.'),
  transactions_count: z.int(),
});

const flat = '/apix/payments/transactions/' as const;
const nested = '/apix/payments/payments/:payment_uuid/transactions/' as const;
const ofPayment = z.object({ payment_uuid: z.string() });
const permission = { key: 'payments:read' } as const;
const { notFound, invalidPage } = commonErrors;

export const listTransactions = endpoint({
  method: 'GET',
  path: flat,
  summary: 'List transactions',
  permission,
  work: 'replica',
  query: z.object({
    ...listFields,
    payment: z.uuid('Must be a valid UUID.').optional(),
    user: userQuery,
  }),
  responses: { 200: pageOf(Transaction) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [invalidPage],
});
export const readTransaction = endpoint({
  method: 'GET',
  path: `${flat}:uuid/`,
  summary: 'Retrieve a transaction',
  permission,
  work: 'read',
  params: z.object({ uuid: z.string() }),
  query: z.object({ user: userQuery }),
  responses: { 200: Transaction },
  errors: [notFound],
});
export const readBalance = endpoint({
  method: 'GET',
  path: `${flat}balance/`,
  summary: 'Retrieve balances',
  permission,
  work: 'read',
  query: z.object({ currency: oneCurrency, at: dateTime.optional(), user: userQuery }),
  responses: { 200: Balance },
});
export const findByReference = endpoint({
  method: 'GET',
  path: `${flat}by_reference/`,
  summary: 'List transactions by reference',
  permission,
  work: 'replica',
  query: referenceQuery.extend({ user: userQuery }),
  responses: { 200: ByReference },
  errors: [invalidPage],
});
export const readByType = endpoint({
  method: 'GET',
  path: `${flat}by_type/`,
  summary: 'Retrieve totals by transaction type',
  permission,
  work: 'replica',
  query: byTypeQuery.extend({ user: userQuery }),
  responses: { 200: ByType },
});
export const readStatistics = endpoint({
  method: 'GET',
  path: `${flat}statistics/`,
  summary: 'Retrieve transaction statistics',
  permission,
  work: 'replica',
  query: statisticsQuery.extend({ user: userQuery }),
  responses: { 200: Statistics },
});
export const readStatement = endpoint({
  method: 'GET',
  path: `${flat}statement/`,
  summary: 'Download a monthly statement',
  permission,
  work: 'none',
  query: z.object({
    month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-10.'),
    currency: oneCurrency,
    user: userQuery,
  }),
  responses: { 200: bytes('application/pdf'), 304: null },
});

export const listPaymentTransactions = endpoint({
  method: 'GET',
  path: nested,
  summary: 'List transactions of a payment',
  permission,
  work: 'read',
  params: ofPayment,
  query: z.object(listFields),
  responses: { 200: pageOf(Transaction) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [notFound],
});
export const readPaymentTransaction = endpoint({
  method: 'GET',
  path: `${nested}:uuid/`,
  summary: 'Retrieve a transaction of a payment',
  permission,
  work: 'read',
  params: ofPayment.extend({ uuid: z.string() }),
  responses: { 200: Transaction },
  errors: [notFound],
});
export const readPaymentBalance = endpoint({
  method: 'GET',
  path: `${nested}balance/`,
  summary: 'Retrieve the balance of a payment',
  permission,
  work: 'read',
  params: ofPayment,
  responses: { 200: PaymentBalance },
  errors: [notFound],
});
export const findPaymentByReference = endpoint({
  method: 'GET',
  path: `${nested}by_reference/`,
  summary: 'List transactions of a payment by reference',
  permission,
  work: 'read',
  params: ofPayment,
  query: referenceQuery,
  responses: { 200: ByReference },
  errors: [notFound],
});
export const readPaymentByType = endpoint({
  method: 'GET',
  path: `${nested}by_type/`,
  summary: 'Retrieve totals of a payment by type',
  permission,
  work: 'read',
  params: ofPayment,
  query: byTypeQuery,
  responses: { 200: ByType },
  errors: [notFound],
});
export const readPaymentStatistics = endpoint({
  method: 'GET',
  path: `${nested}statistics/`,
  summary: 'Retrieve statistics of a payment',
  permission,
  work: 'read',
  params: ofPayment,
  query: statisticsQuery,
  responses: { 200: Statistics },
  errors: [notFound],
});
