// Files for accountants, streamed: a year of invoices never is in memory.
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { type ListedJournal, listJournalsOfPeriod } from '#areas/ledger/server/index.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import { isCurrency } from '#lib/currencies.ts';
import { dayMs } from '#lib/durations.ts';
import type { exportInvoices as contract } from '../../wire/staff-invoices.ts';
import type { Invoices } from '../invoices-area.ts';
import { type InvoiceFilter, type InvoiceRow, listInvoicesAfter } from '../issue/invoice-store.ts';
import {
  invoiceCells,
  invoiceColumns,
  journalCells,
  journalColumns,
  quickbooksCells,
  quickbooksColumns,
} from './accounting-rows.ts';
import { type Batch, datevHead, datevLine } from './datev.ts';

type Query = z.output<(typeof contract)['query']>;

const currencyDefault = 'USD';

/** Throws InvalidInput for a period that ends before it begins. */
export function exportInvoices(
  invoices: Invoices,
  query: Query,
): { fileName: string; stream: Readable } {
  const from = new Date(`${query.from}T00:00:00Z`);
  const until = new Date(new Date(`${query.until}T00:00:00Z`).getTime() + dayMs);
  if (until <= from) throw new InvalidInput({ until: ['The period ends before it begins.'] });
  const fileName = `${query.format}-${query.from}-${query.until}.csv`;
  return { fileName, stream: openStream(invoices, query, { from, until }) };
}

function openStream(
  invoices: Invoices,
  { format, currency = currencyDefault }: Query,
  period: { from: Date; until: Date },
): Readable {
  const { seller, kernel } = invoices;
  if (format === 'journals') return csvStream(journalColumns, journalRows(invoices, period));
  if (format === 'datev') {
    if (!isCurrency(currency)) throw new InvalidInput({ currency: ['Unknown currency.'] });
    const batch = { ...period, currency, createdAt: kernel.clock.now() };
    const head = datevHead(batch, seller);
    return Readable.from(datevFile(invoices, batch, head), { objectMode: false });
  }
  return format === 'invoices'
    ? csvStream(
        invoiceColumns,
        invoiceRows(invoices, period, (row) => [invoiceCells(row)]),
      )
    : csvStream(
        quickbooksColumns,
        invoiceRows(invoices, period, (row) => quickbooksCells(row, seller)),
      );
}

function invoiceRows<Item>(
  { kernel }: Invoices,
  { from, until, currency }: { from: Date; until: Date; currency?: string },
  show: (row: InvoiceRow) => Item[],
): AsyncGenerator<Item> {
  const filter: InvoiceFilter = { issuedAfter: from, issuedBefore: until, currency };
  return streamRows<InvoiceRow, Item>(
    (last, count) => kernel.work.replica((db) => listInvoicesAfter(db, filter, { last, count })),
    (rows) => rows.flatMap(show),
  );
}

const journalRows = ({ kernel }: Invoices, period: { from: Date; until: Date }) =>
  streamRows<ListedJournal, Record<string, string>>(
    (last, count) =>
      kernel.work.replica((db) => listJournalsOfPeriod(db, { ...period, last: last?.id }, count)),
    (rows) => rows.flatMap(journalCells),
  );

/** DATEV tells UTF-8 from its own encoding by the mark at the start. */
async function* datevFile(invoices: Invoices, batch: Batch, head: string): AsyncGenerator<string> {
  yield `\uFEFF${head}`;
  yield* invoiceRows(invoices, batch, (row) => [datevLine(row, invoices.seller)]);
}
