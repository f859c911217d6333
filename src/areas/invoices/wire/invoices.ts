// Invoices and credit notes of the account, and of any account for staff.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { invoiceKinds, treatments } from './invoices.constants.ts';

const summary = {
  number: z
    .string()
    .describe(
      'Without gaps by year and kind: INV-2026-000001, CN-2026-000001. Begins with TEST- in test mode.',
    ),
  kind: z.enum(invoiceKinds).describe('A credit note takes back an invoice, in whole or part.'),
  issued_at: z.iso.datetime().describe('When it was issued.'),
  currency: z.string().describe('Of all its amounts.'),
  net: z.string().describe('Without tax; above zero, for credit notes too.'),
  tax: z.string().describe('The tax that is contained in the total.'),
  gross: z.string().describe('What was charged, or returned.'),
  customer_name: z.string().describe('Whom it is made out to.'),
  customer_country: z.string().describe('Of its address, by which it is taxed.'),
};
export const InvoiceSummary = z.object(summary).meta({ id: 'InvoiceSummary' });
export type InvoiceSummaryWire = z.infer<typeof InvoiceSummary>;

const reference = z.object({
  number: z.string().describe('Its number.'),
  issued_at: z.iso.datetime().describe('When it was issued.'),
});
const address = z.object({
  line1: z.string().describe('Street and number.'),
  line2: z.string().describe('May be empty.'),
  postal_code: z.string().describe('May be empty.'),
  city: z.string().describe('City or town.'),
  region: z.string().describe('May be empty.'),
  country: z.string().describe('ISO 3166-1 alpha-2.'),
});

export const Invoice = z
  .object({
    ...summary,
    supplied_on: z.iso.date().describe('The day of the charge, whose rates apply.'),
    seller: z
      .object({
        name: z.string().describe('The legal name.'),
        address: address.describe('Of its seat.'),
        registration: z.string().describe('In the register of companies.'),
        tax_numbers: z.array(z.string()).describe('Each with what it is called.'),
      })
      .describe('Who issued it.'),
    customer: z
      .object({
        name: z.string().describe('As in the billing profile of that day.'),
        email: z.string().describe('As in the billing profile of that day.'),
        address: address.nullable().describe('Null if there was no billing profile.'),
        tax_number: z.string().describe('May be empty.'),
        reference: z.string().describe('A purchase order or cost centre; may be empty.'),
      })
      .describe('Whom it is made out to.'),
    lines: z
      .array(
        z.object({
          description: z.string().describe('What was charged.'),
          period: z
            .object({
              from: z.iso.date().describe('The first day.'),
              until: z.iso.date().describe('The last day.'),
            })
            .nullable()
            .describe('The first and last day of what was supplied.'),
          net: z.string().describe('Without tax; below zero for a deduction.'),
          gross: z.string().describe('With tax.'),
        }),
      )
      .describe('They add up to the totals.'),
    treatment: z.enum(treatments).describe('How it is taxed.'),
    tax_label: z.string().describe('The rate and whose tax it is, for people.'),
    tax_percent: z.string().describe('0 to 100.'),
    tax_country: z.string().nullable().describe('Whose tax it is; null without tax.'),
    tax_sentence: z.string().describe('What the law wants it to say; may be empty.'),
    credits: reference.nullable().describe('Of a credit note: the invoice that it takes back.'),
    replaces: reference.nullable().describe('The invoice in whose place it was issued.'),
    reason: z.string().describe('Of a credit note; may be empty.'),
    related: z
      .array(
        z.object({
          number: z.string().describe('Its number.'),
          kind: z.enum(invoiceKinds).describe('What it is.'),
          gross: z.string().describe('Its total.'),
        }),
      )
      .describe('All others about the same charge, the oldest first.'),
    pdf_url: z.string().describe('Path of the PDF.'),
    xml_url: z.string().describe('Path of the XML: UBL 2.1 by EN 16931.'),
  })
  .meta({ id: 'Invoice' });
export type InvoiceWire = z.infer<typeof Invoice>;

export const invoiceFilters = {
  page: listQuery.page,
  page_size: listQuery.page_size,
  limit: listQuery.limit,
  created_after: listQuery.created_after,
  created_before: listQuery.created_before,
  kind: z.enum(invoiceKinds).optional().describe('Only these.'),
  currency: z.string().max(20).optional().describe('Only in this currency.'),
  search: z.string().trim().max(30).optional().describe('The start of a number.'),
};

const permission = { key: 'payments:read' } as const;
const path = '/apix/invoices/' as const;
const params = z.object({ number: z.string().describe('Such as INV-2026-000001.') });
const errors = [commonErrors.notFound];

export const listInvoices = endpoint({
  method: 'GET',
  path,
  group: 'Invoices',
  tool: { toolset: 'payments', order: 4 },
  summary: 'List invoices',
  description:
    'Returns the invoices and credit notes of the account, newest first. Each charge has an invoice within a minute; money that is returned has a credit note.',
  permission,
  work: 'replica',
  query: z.object(invoiceFilters),
  responses: { 200: createPageSchema(InvoiceSummary) },
  errors: [commonErrors.invalidPage],
});

export const readInvoice = endpoint({
  method: 'GET',
  path: `${path}:number/`,
  group: 'Invoices',
  tool: { toolset: 'payments', order: 4 },
  summary: 'Retrieve an invoice',
  description:
    'Returns an invoice or a credit note with its lines and its tax. It never changes: a correction is a credit note, and an invoice that names the one before.',
  permission,
  work: 'read',
  params,
  responses: { 200: Invoice },
  errors,
});

export const readInvoicePdf = endpoint({
  method: 'GET',
  path: `${path}:number/pdf/`,
  group: 'Invoices',
  tool: { toolset: 'payments', order: 4 },
  summary: 'Download an invoice as PDF',
  description: 'Returns the document to print and to keep.',
  permission,
  staffAlso: 'payments.review',
  work: 'none',
  params,
  responses: { 200: bytes('application/pdf'), 304: null },
  errors,
});

export const readInvoiceXml = endpoint({
  method: 'GET',
  path: `${path}:number/xml/`,
  group: 'Invoices',
  tool: { none: 'It is for programs of accountants.' },
  summary: 'Download an invoice as XML',
  description:
    'Returns the invoice for accounting programs: UBL 2.1 by EN 16931, which authorities in the EU accept.',
  permission,
  staffAlso: 'payments.review',
  work: 'none',
  params,
  responses: { 200: bytes('application/xml'), 304: null },
  errors,
});
