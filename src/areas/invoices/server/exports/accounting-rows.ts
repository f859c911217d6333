// Rows of the files for accountants, by column.

import type { ListedJournal } from '#areas/ledger/server/index.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { negate, toAmount, toDecimalText } from '#lib/money.ts';
import { invoiceKindLabels } from '../../wire/invoices.constants.ts';
import type { InvoiceRow } from '../issue/invoice-store.ts';
import type { Seller } from '../seller/seller.ts';

export const invoiceColumns = [
  'number',
  'kind',
  'issued_at',
  'supplied_on',
  'account',
  'customer_name',
  'customer_country',
  'tax_number',
  'tax_consultation',
  'reference',
  'treatment',
  'tax_country',
  'tax_percent',
  'currency',
  'net',
  'tax',
  'gross',
  'credits',
  'replaces',
  'description',
] as const;
type InvoiceCells = Record<(typeof invoiceColumns)[number], string>;

/** Credit notes have amounts below zero, so that columns add up. */
export function invoiceCells(row: InvoiceRow): InvoiceCells {
  const { customer, tax, credits, replaces, lines, supplied_on } = row.content;
  const signed = (text: string) => {
    const amount = toAmount(text, row.currency);
    return toDecimalText(row.kind === 'invoice' ? amount : negate(amount));
  };
  return {
    number: row.number,
    kind: row.kind,
    issued_at: row.issued_at.toISOString(),
    supplied_on,
    account: String(row.account_id),
    customer_name: row.customer_name,
    customer_country: row.customer_country,
    tax_number: customer.tax_number,
    tax_consultation: customer.tax_consultation,
    reference: customer.reference,
    treatment: tax.treatment,
    tax_country: tax.country ?? '',
    tax_percent: tax.percent,
    currency: row.currency,
    net: signed(row.net),
    tax: signed(row.tax),
    gross: signed(row.gross),
    credits: credits?.number ?? '',
    replaces: replaces?.number ?? '',
    description: lines.map(({ description }) => description).join('; '),
  };
}

export const journalColumns = [
  'posted_at',
  'journal',
  'type',
  'account',
  'ledger_account',
  'label',
  'currency',
  'debit',
  'credit',
  'description',
  'reference',
  'payment',
  'subscription',
  'reversal_of',
] as const;
type JournalCells = Record<(typeof journalColumns)[number], string>;

/** A row for each posting. Above zero a posting is a credit. */
export const journalCells = (journal: ListedJournal): JournalCells[] =>
  journal.postings.map(({ kind, label, currency, amount }) => {
    const posted = toAmount(amount, currency);
    return {
      posted_at: journal.createdAt.toISOString(),
      journal: journal.id,
      type: journal.type,
      account: journal.accountId === null ? '' : String(journal.accountId),
      ledger_account: kind,
      label,
      currency,
      debit: posted.minor < 0n ? toDecimalText(negate(posted)) : '',
      credit: posted.minor > 0n ? toDecimalText(posted) : '',
      description: journal.description,
      reference: journal.reference ?? '',
      payment: journal.paymentId ?? '',
      subscription: journal.subscriptionId ?? '',
      reversal_of: journal.reversalOf ?? '',
    };
  });

/** The names by which QuickBooks Online maps columns of imported journal entries. */
export const quickbooksColumns = [
  'JournalNo',
  'JournalDate',
  'AccountName',
  'Debits',
  'Credits',
  'Description',
  'Name',
  'Currency',
] as const;
type QuickbooksCells = Record<(typeof quickbooksColumns)[number], string>;

/** Two or three lines: what the customer's balance paid, revenue, and tax where there is any. */
export function quickbooksCells(row: InvoiceRow, { bookkeeping }: Seller): QuickbooksCells[] {
  const { customers, revenue, tax } = bookkeeping.quickbooks;
  const [year, month, day] = row.issued_at.toISOString().slice(0, 10).split('-');
  const isInvoice = row.kind === 'invoice';
  const line = (account: string, text: string, isDebit: boolean): QuickbooksCells[] => {
    const amount = toAmount(text, row.currency);
    if (amount.minor === 0n) return [];
    return [
      {
        JournalNo: row.number,
        JournalDate: `${month}/${day}/${year}`,
        AccountName: account,
        Debits: isDebit ? toDecimalText(amount) : '',
        Credits: isDebit ? '' : toDecimalText(amount),
        Description: `${invoiceKindLabels[row.kind]} ${row.number}, ${formatUtcDateTime(row.issued_at)}`,
        Name: row.customer_name,
        Currency: row.currency,
      },
    ];
  };
  return [
    ...line(customers, row.gross, isInvoice),
    ...line(revenue, row.net, !isInvoice),
    ...line(tax, row.tax, !isInvoice),
  ];
}
