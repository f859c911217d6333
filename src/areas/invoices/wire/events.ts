// Events of invoices for customers' programs.
import { customerEvent } from '#lib/customer-events.ts';
import { InvoiceSummary } from './invoices.ts';

export const InvoiceEventData = InvoiceSummary.extend({}).meta({ id: 'InvoiceEventData' });

const example = {
  number: 'INV-2026-000001',
  kind: 'invoice',
  issued_at: '2026-12-01T09:30:00.000Z',
  currency: 'USD',
  net: '66.39',
  tax: '12.61',
  gross: '79.00',
  customer_name: 'Example GmbH',
  customer_country: 'DE',
} as const;

export const invoiceIssuedEvent = customerEvent({
  type: 'invoice.issued',
  summary: 'An invoice was issued',
  description:
    'Sent once for each charge, when its invoice has a number. Get the PDF or XML by it.',
  data: InvoiceEventData,
  example,
});

export const creditNoteIssuedEvent = customerEvent({
  type: 'credit_note.issued',
  summary: 'A credit note was issued',
  description: 'Sent when an invoice is taken back, in whole or part.',
  data: InvoiceEventData,
  example: { ...example, number: 'CN-2026-000001', kind: 'credit_note' },
});
