// Streams transactions as CSV (RFC 4180).
import type { Readable } from 'node:stream';
import type { Transaction } from '#areas/ledger/server/index.ts';
import { csvStream } from '#kernel/http/responses/csv-response.ts';
import { toDecimalText } from '#lib/money.ts';
import { describeTransactionType } from '../../wire/transactions.constants.ts';

const columns = [
  'created_at',
  'uuid',
  'type',
  'amount',
  'currency',
  'balance_after',
  'status',
  'reference',
  'payment',
  'description',
  'type_display',
] as const;

const toCells = (one: Transaction): Record<(typeof columns)[number], string> => ({
  created_at: one.createdAt.toISOString(),
  uuid: one.id,
  type: one.type,
  amount: toDecimalText(one.amount),
  currency: one.amount.currency,
  balance_after: toDecimalText(one.balanceAfter),
  status: one.status,
  reference: one.reference ?? '',
  payment: one.paymentId ?? '',
  description: one.description,
  type_display: describeTransactionType(one),
});

/** Keeps at most one batch of rows in memory; ends with the request. */
export const toCsv = (transactions: AsyncIterable<Transaction>): Readable =>
  csvStream(columns, cellsOfAll(transactions));

async function* cellsOfAll(transactions: AsyncIterable<Transaction>) {
  for await (const one of transactions) yield toCells(one);
}
