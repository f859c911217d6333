// Invoices of all customers, for finance.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { Invoice, InvoiceSummary, invoiceFilters } from './invoices.ts';
import { creditInvoiceBody, replaceInvoiceBody } from './staff-invoices.form.ts';

const path = '/apix/admin/invoices/' as const;
const params = z.object({ number: z.string() });

export const StaffInvoiceSummary = InvoiceSummary.extend({
  user: z.int().describe('The account.'),
  user_email: z.string().describe('Empty for a deleted account.'),
}).meta({ id: 'StaffInvoiceSummary' });
export type StaffInvoiceSummaryWire = z.infer<typeof StaffInvoiceSummary>;

export const listAllInvoices = endpoint({
  method: 'GET',
  path,
  summary: 'List invoices of all customers',
  description:
    'Returns invoices and credit notes of all accounts, the newest first, by number, period, kind or account.',
  permission: staffOnly('payments.review'),
  work: 'replica',
  query: z.object({ ...invoiceFilters, user: accountId.optional() }),
  responses: { 200: createPageSchema(StaffInvoiceSummary) },
  errors: [commonErrors.invalidPage],
});

export const StaffInvoice = Invoice.extend({
  user: z.int().describe('The account.'),
  user_email: z.string().describe('Empty for a deleted account.'),
  /** By this, and not by the customer's amounts, a credit is limited. */
  left: z.string().describe('What its credit notes have not taken back; 0 for a credit note.'),
  is_replaced: z.boolean().describe('Another invoice was issued in its place.'),
  tax_rule: z.string().describe('The rule by which it is taxed.'),
  tax_consultation: z.string().describe('The consultation number of VIES; may be empty.'),
}).meta({ id: 'StaffInvoice' });
export type StaffInvoiceWire = z.infer<typeof StaffInvoice>;

export const readStaffInvoice = endpoint({
  method: 'GET',
  path: `${path}:number/`,
  summary: 'Retrieve an invoice of a customer',
  description:
    'Returns an invoice with the rule that taxed it, the consultation of VIES, and what credit notes have left of it.',
  permission: staffOnly('payments.review'),
  work: 'read',
  params,
  responses: { 200: StaffInvoice },
  errors: [commonErrors.notFound],
});

export const notReplaceable = declareError(
  'invalid_state',
  400,
  'Nothing of this invoice is left to replace.',
);
export const customerCountryUnknown = declareError(
  'billing_country_required',
  400,
  'The customer has no billing profile, so which tax applies is unknown. Ask the customer to save one first.',
);
export const notCreditable = declareError(
  'invalid_state',
  400,
  'Nothing of this invoice is left to credit.',
);
export const creditPending = declareError(
  'adjustment_pending',
  409,
  'A credit for this charge is already waiting for a decision.',
);

export const replaceInvoice = endpoint({
  method: 'POST',
  path: `${path}:number/replace/`,
  summary: 'Replace an invoice',
  description:
    'Takes the invoice back by a credit note and issues another one by today’s billing profile. No money moves.',
  audited: 'replaced invoice',
  permission: staffOnly('payments.decide'),
  work: 'write',
  params,
  body: replaceInvoiceBody,
  responses: { 201: StaffInvoice },
  errors: [commonErrors.notFound, notReplaceable, customerCountryUnknown],
});

export const creditInvoice = endpoint({
  method: 'POST',
  path: `${path}:number/credit/`,
  summary: 'Propose a credit',
  description:
    'Proposes to return a part of what was charged to the customer’s balance. Another person approves it at /admin/payments/adjustments; the credit note follows.',
  audited: 'proposed credit',
  permission: staffOnly('payments.decide'),
  work: 'write',
  params,
  body: creditInvoiceBody,
  responses: {
    202: z.object({ adjustment: z.string().describe('The id of the proposal.') }),
  },
  errors: [commonErrors.notFound, notCreditable, creditPending],
});

export const exportFormats = ['invoices', 'journals', 'datev', 'quickbooks'] as const;

export const exportInvoices = endpoint({
  method: 'GET',
  path: `${path}export/`,
  summary: 'Download invoices for accounting',
  description:
    'Streams a period as CSV: invoices, the journals of the ledger, a posting batch for DATEV (EXTF) or journal entries for QuickBooks Online.',
  permission: staffOnly('payments.review'),
  work: 'none',
  query: z.object({
    format: z.enum(exportFormats).default('invoices'),
    from: z.iso.date('Enter a date such as 2026-10-01.').describe('The first day, UTC.'),
    until: z.iso.date('Enter a date such as 2026-10-31.').describe('The last day, UTC.'),
    currency: z.string().max(20).optional().describe('DATEV: the one currency of the batch.'),
  }),
  responses: { 200: bytes('text/csv; charset=utf-8') },
});
