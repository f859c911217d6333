// A posting batch for DATEV: EXTF, version 700, category 21 "Buchungsstapel", format 13. Each invoice
// is one line: the customers' account in debit against revenue; a credit note is the opposite. DATEV
// computes the tax from the revenue account.
import { InvalidInput } from '#kernel/http/errors.ts';
import { csvCell } from '#lib/csv.ts';
import { roundAmount, toAmount, toDecimalText } from '#lib/money.ts';
import { splitVatNumber } from '../../wire/tax-numbers.form.ts';
import type { InvoiceRow } from '../issue/invoice-store.ts';
import type { Seller } from '../seller/seller.ts';
import { datevColumns } from './datev-columns.ts';

export type Batch = { from: Date; until: Date; currency: string; createdAt: Date };

const textMax = 60;
const dayMs = 86_400_000;

/** `20261031`. */
const compactDay = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');
const text = (content: string, max = textMax): string =>
  `"${csvCell(` ${content.replaceAll(/\s+/g, ' ').trim().slice(0, max)}`).slice(2, -1)}"`;

/** Throws when the period is in two fiscal years: a batch has days and months, but no years. */
function startOfFiscalYear({ from, until }: Batch, month: number): Date {
  const startIn = (year: number) => new Date(Date.UTC(year, month - 1, 1));
  const ofYear = startIn(from.getUTCFullYear());
  const start = ofYear <= from ? ofYear : startIn(from.getUTCFullYear() - 1);
  if (until > startIn(start.getUTCFullYear() + 1))
    throw new InvalidInput({ until: ['DATEV: choose a period within one fiscal year.'] });
  return start;
}

/** The two lines before the postings. */
export function datevHead(batch: Batch, { bookkeeping }: Seller): string {
  const { datev, fiscalYearMonth } = bookkeeping;
  const created = batch.createdAt.toISOString().replaceAll(/\D/g, '').slice(0, 17);
  const fields = [
    '"EXTF";700;21;"Buchungsstapel";13',
    created,
    ';"RE";"";""',
    String(datev.consultant),
    String(datev.client),
    compactDay(startOfFiscalYear(batch, fiscalYearMonth)),
    String(datev.accountLength),
    compactDay(batch.from),
    compactDay(new Date(batch.until.getTime() - dayMs)),
    '"Invoices";"";1;0;0',
    text(batch.currency, 3),
    ';"";;;"";;;"";""',
  ];
  return `${fields.join(';')}\r\n${datevColumns.map((name) => text(name)).join(';')}\r\n`;
}

/** One posting. */
export function datevLine(row: InvoiceRow, { bookkeeping }: Seller): string {
  const { customers, revenue } = bookkeeping.datev;
  const { tax, customer, supplied_on } = row.content;
  const vat = tax.treatment === 'reverse_charge' ? splitVatNumber(customer.tax_number) : undefined;
  const isOss = tax.treatment === 'oss';
  const day = compactDay(row.issued_at);
  const cells: Partial<Record<(typeof datevColumns)[number], string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': toDecimalText(toAmount(row.gross, row.currency)).replace(
      '.',
      ',',
    ),
    'Soll/Haben-Kennzeichen': row.kind === 'invoice' ? '"S"' : '"H"',
    'WKZ Umsatz': text(row.currency, 3),
    Konto: customers,
    'Gegenkonto (ohne BU-Schlüssel)': revenue[tax.treatment],
    Belegdatum: day.slice(6) + day.slice(4, 6),
    'Belegfeld 1': text(row.number, 36),
    Buchungstext: text(row.customer_name),
    'EU-Land u. UStID': text(vat ? vat.country + vat.number : isOss ? (tax.country ?? '') : '', 15),
    'EU-Steuersatz': isOss ? roundAmount(tax.percent, 2).replace('.', ',') : '',
    Festschreibung: '0',
    Leistungsdatum: supplied_on.split('-').reverse().join(''),
  };
  return `${datevColumns.map((name) => cells[name] ?? '').join(';')}\r\n`;
}
