// The processor time of an invoice as PDF and as XML: what a download costs the server.

import { writePdf } from '#areas/invoices/server/documents/write-pdf.ts';
import { xmlOf } from '#areas/invoices/server/documents/write-xml.ts';
import { composeInvoice } from '#areas/invoices/server/issue/compose-invoice.ts';
import { readSeller } from '#areas/invoices/server/seller/seller.ts';
import { openPdfRenderer } from '#kernel/pdf/pdf.ts';
import { amountOf, toDecimalText } from '#lib/money.ts';
import { median, type Row } from './load/rows.ts';

const warmUps = 10;
const documentsMax = 40;
const xmlPerRound = 200;

const at = new Date('2026-11-26T12:00:00Z');
const charge = {
  journalId: 'bench',
  accountId: 1,
  amount: amountOf('713.27', 'USD'),
  description: 'Pro plan, 26 Nov 2026 – 26 Nov 2027',
  metadata: { credit: '76.73', period: ['2026-11-26T12:00:00Z', '2027-11-26T12:00:00Z'] },
  reversalOf: null,
  isReversed: false,
  createdAt: at,
};

/** Each has a number of its own, so that nothing of one document is kept for the next. */
function invoiceOf(number: number) {
  const customer = {
    kind: 'person' as const,
    name: `Customer ${number}`,
    email: 'ada@example.com',
    address: { line1: '', line2: '', postal_code: '', city: '', region: '', country: 'FR' },
    tax_number: '',
    tax_number_status: 'none' as const,
    tax_consultation: '',
    reference: '',
  };
  const { content, net, tax, gross } = composeInvoice(readSeller(), charge, customer);
  return {
    id: 'bench',
    number: `INV-2026-${String(number).padStart(6, '0')}`,
    kind: 'invoice' as const,
    account_id: 1,
    journal_id: 'bench',
    charge_id: 'bench',
    credits_id: null,
    replaces_id: null,
    issued_at: at,
    booked_at: at,
    currency: 'USD',
    net: toDecimalText(net),
    tax: toDecimalText(tax),
    gross: toDecimalText(gross),
    customer_name: customer.name,
    customer_country: 'US',
    content,
  };
}

/** Of all threads of this process. */
function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

export default async function measureInvoices(): Promise<Row[]> {
  const pdf = openPdfRenderer({ warn: () => undefined });
  try {
    const pdfMs: number[] = [];
    for (let number = 1; number <= warmUps + documentsMax; number++) {
      const { render } = writePdf({ kernel: { pdf } } as never, invoiceOf(number));
      const since = process.cpuUsage();
      await render();
      if (number > warmUps) pdfMs.push(cpuMs(since));
    }
    const xmlMs: number[] = [];
    for (let round = 0; round < warmUps; round++) {
      const rows = Array.from({ length: xmlPerRound }, (_, number) => invoiceOf(number));
      const since = process.cpuUsage();
      for (const row of rows) xmlOf(row);
      xmlMs.push(cpuMs(since) / xmlPerRound);
    }
    return [
      { what: 'an invoice as PDF', measured: median(pdfMs), unit: 'ms CPU', limit: 40 },
      { what: 'an invoice as XML', measured: median(xmlMs), unit: 'ms CPU', limit: 1 },
    ];
  } finally {
    await pdf.close();
  }
}
