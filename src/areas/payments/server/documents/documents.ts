// The contents of receipts and statements. Their layout is in *.typ.
import { createHash } from 'node:crypto';
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Transaction } from '#areas/ledger/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Document } from '#kernel/http/responses/document-response.ts';
import { isCurrency } from '#lib/currencies.ts';
import { formatUtcDate, formatUtcDateTime } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { type Amount, addAmounts, negate, roundToAmount, toAmount, zero } from '#lib/money.ts';
import { startOfMonth } from '#lib/months.ts';
import { describePaymentStatus } from '../../wire/payments.constants.ts';
import { receiptNotReady } from '../../wire/payments.ts';
import { describeTransactionType } from '../../wire/transactions.constants.ts';
import { findCurrencyByCode } from '../checkout/currency-store.ts';
import type { Payments } from '../context.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import { isChargeback } from '../payments/serialize-payment.ts';
import {
  listReversals,
  listTransfers,
  type ReversalRow,
  type TransferRow,
} from '../settlement/settlement-store.ts';

const { street, city, region, postalCode, country } = site.contact.address;
const letterhead = {
  name: site.name,
  email: site.contact.email,
  address: `${street}, ${city}, ${region} ${postalCode}, ${country}`,
};
const testNotice = 'A test: no real money has moved.';
const statementTestNotice = 'Lines marked "(test)" come from the sandbox: no real money has moved.';
const statementRowsMax = 5000;

function createDocument(
  { kernel }: Payments,
  file: string,
  fileName: string,
  content: object,
): Document {
  const data = { site: letterhead, ...content };
  const digest = createHash('sha256').update(file).update(JSON.stringify(data)).digest('base64url');
  const template = new URL(`./${file}`, import.meta.url);
  const render = () => kernel.pdf.render(template, data);
  return { etag: `"${digest.slice(0, 24)}"`, fileName, render };
}

/** Throws invalid_state before anything has been credited. */
export async function writeReceipt(
  payments: Payments,
  db: Db,
  payment: PaymentRow,
): Promise<Document> {
  if (payment.credited_amount === null)
    throw apiError(receiptNotReady, { current_status: payment.status });
  const [transfers, reversals, currency, customer] = await Promise.all([
    listTransfers(db, payment.id),
    listReversals(db, payment.id),
    findCurrencyByCode(db, payment.pay_currency),
    listCustomer(db, payment.account_id),
  ]);
  return createDocument(payments, 'receipt.typ', `receipt-${payment.internal_id}.pdf`, {
    title: `Receipt ${payment.internal_id}`,
    ...(payment.is_test && { notice: testNotice }),
    facts: [
      ...customer,
      ['Payment', payment.internal_id],
      ['Status', describePaymentStatus(payment.status, reversals.some(isChargeback))],
      ['Created', formatUtcDateTime(payment.created_at)],
      ...(payment.completed_at ? [['Completed', formatUtcDateTime(payment.completed_at)]] : []),
      ['Paid in', currency?.name ?? payment.pay_currency],
      ...(payment.description ? [['For', payment.description]] : []),
    ],
    amounts: listAmounts(payment),
    arrivals: transfers.map(transferLine),
    reversals: reversals
      .filter(({ status }) => status === 'done')
      .map((one) => reversalLine(payment, one)),
    closing:
      'The amount credited is in your wallet. What you buy with it is invoiced when it is charged.',
  });
}

function listAmounts(payment: PaymentRow): [string, string][] {
  const money = (text: string) => formatAmount(toAmount(text, payment.currency));
  return [
    ['Requested', money(payment.amount)],
    ['Fee on top', money(payment.fee_amount)],
    ['Value received', money(payment.actually_paid_value)],
    ['Credited', money(payment.credited_amount ?? '0')],
    ...(Number(payment.amount_refunded) > 0
      ? ([['Refunded', money(payment.amount_refunded)]] as [string, string][])
      : []),
  ];
}

const transferLine = (one: TransferRow) => [
  formatUtcDateTime(one.seen_at),
  isCurrency(one.currency)
    ? formatAmount(roundToAmount(one.amount, one.currency))
    : `${one.amount} ${one.currency}`,
  one.hash ?? one.provider_transfer_id,
];

const reversalLine = (payment: PaymentRow, one: ReversalRow) => [
  formatUtcDateTime(one.done_at ?? one.created_at),
  formatAmount(toAmount(one.amount, payment.currency)),
  one.kind === 'chargeback' ? 'Chargeback' : 'Refund',
];

/** The month (UTC) in which the account was created. */
export async function firstStatementMonth(
  { kernel }: Payments,
  db: Db,
  accountId: number,
): Promise<string> {
  const account = await findAccount(db, accountId);
  return (account?.date_joined ?? kernel.clock.now()).toISOString().slice(0, 7);
}

/** A month's transactions (UTC) in one currency, with the opening and closing balance. */
export async function writeStatement(
  payments: Payments,
  db: Db,
  accountId: number,
  { month, currency }: { month: string; currency: string },
): Promise<Document> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = startOfMonth(from, 1);
  const filter = { accountId, currency, createdAfter: from, createdBefore: to };
  const { ledger } = payments;
  const [opening, closing, rows, customer] = await Promise.all([
    ledger.balanceAt(db, accountId, currency, new Date(from.getTime() - 1)),
    ledger.balanceAt(db, accountId, currency, new Date(to.getTime() - 1)),
    takeOldestFirst(ledger.streamTransactions(db, filter)),
    listCustomer(db, accountId),
  ]);
  const cut = rows.length > statementRowsMax;
  const sum = (of: Transaction['direction']): Amount =>
    rows
      .filter(({ direction }) => direction === of)
      .reduce((total, { amount }) => addAmounts(total, amount), zero(currency));
  return createDocument(payments, 'statement.typ', `statement-${month}-${currency}.pdf`, {
    title: `Statement ${month}`,
    ...(rows.some(isTest) && { notice: statementTestNotice }),
    facts: [
      ...customer,
      ['Period', `${formatUtcDate(from)} to ${formatUtcDate(new Date(to.getTime() - 1))}`],
      ['Currency', currency],
      ['Balance before', formatAmount(opening.total)],
      ['Money in', formatAmount(sum('credit'))],
      ['Money out', formatAmount(negate(sum('debit')))],
      ['Balance after', formatAmount(closing.total)],
    ],
    rows: rows.slice(0, statementRowsMax).map(statementLine),
    closing: cut
      ? `The first ${statementRowsMax} of ${rows.length} transactions. Export the rest as CSV.`
      : 'Times are in UTC. Balances are those after each line.',
  });
}

async function takeOldestFirst(stream: AsyncIterable<Transaction>): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  for await (const one of stream) rows.push(one);
  return rows.reverse();
}

const isTest = ({ metadata }: Transaction): boolean => metadata.test === true;

const statementLine = (one: Transaction) => [
  formatUtcDate(one.createdAt),
  `${one.description || describeTransactionType(one)}${isTest(one) ? ' (test)' : ''}`,
  one.reference ?? '',
  formatAmount(one.amount, { isSigned: true }),
  formatAmount(one.balanceAfter),
];

async function listCustomer(db: Db, accountId: number): Promise<[string, string][]> {
  const account = await findAccount(db, accountId);
  const name = [account?.first_name, account?.last_name].filter(Boolean).join(' ');
  return [
    ['Customer', [name, account?.company].filter(Boolean).join(', ') || (account?.email ?? '')],
    ['Email', account?.email ?? ''],
  ];
}
