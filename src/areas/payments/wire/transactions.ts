// Transactions of a wallet. The same endpoints exist for the whole wallet and for one payment.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, dateTime, listQuery } from '#lib/pagination.ts';
import { byUuid } from '#lib/wire/fields.ts';
import { decimalQuery, userQuery } from './payments.ts';
import {
  Balance,
  ByReference,
  ByType,
  PaymentBalance,
  periods,
  Statistics,
  Transaction,
} from './transaction-schemas.ts';
import { transactionTypes } from './transactions.constants.ts';

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
  direction: z.enum(['credit', 'debit']).optional().describe('Only money that came, or that went.'),
  currency: currency.optional().describe('Only those in this currency.'),
  reference: z.string().max(255).optional().describe('Only those with this reference.'),
  min_amount: decimalQuery.optional().describe('Without its sign; inclusive.'),
  max_amount: decimalQuery.optional().describe('Without its sign; inclusive.'),
  format: z.enum(['json', 'csv']).optional().describe('`csv` downloads all matching rows.'),
};
const referenceQuery = z.object({
  page: listQuery.page,
  page_size: listQuery.page_size,
  limit: listQuery.limit,
  currency: oneCurrency,
  reference: z
    .string()
    .trim()
    .min(1, 'This field may not be blank.')
    .max(255)
    .describe('Your reference, as it was stated.'),
});
const byTypeQuery = z.object({
  type: typeList.optional().describe('Comma-separated list.'),
  currency: oneCurrency,
  created_after: listQuery.created_after,
  created_before: listQuery.created_before,
});
const statisticsQuery = z.object({
  period: z.enum(periods).default('30d').describe('Its length up to now.'),
  currency: oneCurrency,
});

const flat = '/apix/payments/transactions/' as const;
const nested = '/apix/payments/payments/:payment_uuid/transactions/' as const;
const ofPayment = z.object({ payment_uuid: z.string().describe('The `uuid` of a payment.') });
const permission = { key: 'payments:read' } as const;
const { notFound, invalidPage } = commonErrors;

export const listTransactions = endpoint({
  method: 'GET',
  path: flat,
  group: 'Balance and transactions',
  tool: { toolset: 'payments', order: 1 },
  summary: 'List transactions',
  description:
    'Returns all movements of the wallet, newest first, with the balance before and after each. `format=csv` downloads all that match.',
  permission,
  work: 'replica',
  query: z.object({
    ...listFields,
    payment: z
      .uuid('Must be a valid UUID.')
      .optional()
      .describe('Only those of the payment with this `uuid`.'),
    user: userQuery,
  }),
  responses: { 200: createPageSchema(Transaction) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [invalidPage],
});
export const readTransaction = endpoint({
  method: 'GET',
  path: `${flat}:uuid/`,
  group: 'Balance and transactions',
  tool: { toolset: 'payments', order: 1 },
  summary: 'Retrieve a transaction',
  description:
    'Returns one movement of the wallet with what it belongs to. Movements are never changed or deleted.',
  permission,
  work: 'read',
  params: byUuid,
  query: z.object({ user: userQuery }),
  responses: { 200: Transaction },
  errors: [notFound],
});
export const readBalance = endpoint({
  method: 'GET',
  path: `${flat}balance/`,
  group: 'Balance and transactions',
  tool: { toolset: 'payments', isEssential: true },
  summary: 'Retrieve balances',
  description:
    'Returns what can be spent, what is reserved and what is being confirmed, by currency. Currencies are never added up; `at` asks for an earlier time.',
  permission,
  work: 'read',
  query: z.object({
    currency: oneCurrency,
    at: dateTime.optional().describe('A time in the past, by default now.'),
    user: userQuery,
  }),
  responses: { 200: Balance },
});
export const findByReference = endpoint({
  method: 'GET',
  path: `${flat}by_reference/`,
  group: 'Balance and transactions',
  tool: { toolset: 'payments', order: 1 },
  summary: 'List transactions by reference',
  description:
    'Finds movements of the wallet by your exact reference, in any case of its letters, with their sum.',
  permission,
  work: 'replica',
  query: referenceQuery.extend({ user: userQuery }),
  responses: { 200: ByReference },
  errors: [invalidPage],
});
export const readByType = endpoint({
  method: 'GET',
  path: `${flat}by_type/`,
  group: 'Balance and transactions',
  tool: { toolset: 'payments', order: 1 },
  summary: 'Retrieve totals by transaction type',
  description:
    "Returns count, sum and average of the wallet's movements for each type in one currency.",
  permission,
  work: 'replica',
  query: byTypeQuery.extend({ user: userQuery }),
  responses: { 200: ByType },
});
export const readStatistics = endpoint({
  method: 'GET',
  path: `${flat}statistics/`,
  group: 'Balance and transactions',
  tool: { toolset: 'payments', order: 1 },
  summary: 'Retrieve transaction statistics',
  description: 'Returns sums, counts and a series of the balance over a period in one currency.',
  permission,
  work: 'replica',
  query: statisticsQuery.extend({ user: userQuery }),
  responses: { 200: Statistics },
});
export const readStatement = endpoint({
  method: 'GET',
  path: `${flat}statement/`,
  group: 'Balance and transactions',
  tool: { toolset: 'payments', order: 2 },
  summary: 'Download a monthly statement',
  description: 'Returns the statement of a month in one currency as PDF.',
  permission,
  work: 'none',
  query: z.object({
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-10.')
      .describe('Year and month, such as `2026-10`.'),
    currency: oneCurrency,
    user: userQuery,
  }),
  responses: { 200: bytes('application/pdf'), 304: null },
});

export const listPaymentTransactions = endpoint({
  method: 'GET',
  path: nested,
  group: 'Transactions of a payment',
  tool: { toolset: 'payments', order: 4 },
  summary: 'List transactions of a payment',
  description: 'Returns the movements of money that belong to one payment, newest first.',
  permission,
  work: 'read',
  params: ofPayment,
  query: z.object(listFields),
  responses: { 200: createPageSchema(Transaction) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [notFound],
});
export const readPaymentTransaction = endpoint({
  method: 'GET',
  path: `${nested}:uuid/`,
  group: 'Transactions of a payment',
  tool: { none: 'Another tool returns the same.' },
  summary: 'Retrieve a transaction of a payment',
  description:
    'Returns one movement of money of a payment. Movements are never changed; a correction is a movement of its own.',
  permission,
  work: 'read',
  params: ofPayment.extend({ uuid: z.string().describe('The `uuid` of the transaction.') }),
  responses: { 200: Transaction },
  errors: [notFound],
});
export const readPaymentBalance = endpoint({
  method: 'GET',
  path: `${nested}balance/`,
  group: 'Transactions of a payment',
  tool: { none: 'Another tool returns the same.' },
  summary: 'Retrieve the balance of a payment',
  description:
    'Returns what a payment has credited and debited in all, and what of it was refunded.',
  permission,
  work: 'read',
  params: ofPayment,
  responses: { 200: PaymentBalance },
  errors: [notFound],
});
export const findPaymentByReference = endpoint({
  method: 'GET',
  path: `${nested}by_reference/`,
  group: 'Transactions of a payment',
  tool: { none: 'Another tool returns the same.' },
  summary: 'List transactions of a payment by reference',
  description:
    'Finds the movements of a payment by your exact reference, in any case of its letters. An unknown reference returns an empty list.',
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
  group: 'Transactions of a payment',
  tool: { none: 'Another tool returns the same.' },
  summary: 'Retrieve totals of a payment by type',
  description: "Returns count and sum of a payment's movements for each type, zeros included.",
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
  group: 'Transactions of a payment',
  tool: { none: 'Another tool returns the same.' },
  summary: 'Retrieve statistics of a payment',
  description: 'Returns sums, counts and a series over time of the movements of one payment.',
  permission,
  work: 'read',
  params: ofPayment,
  query: statisticsQuery,
  responses: { 200: Statistics },
  errors: [notFound],
});
