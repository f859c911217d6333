// What an invoice says. It is stored with the invoice, because a later change of a profile, of the
// seller or of a rule must not change what was issued. Amounts are decimal text in its currency.
import type { CustomerKind, TaxNumberStatus } from '../../wire/billing-profile.constants.ts';
import type { Treatment } from '../../wire/invoices.constants.ts';

export type PostalAddress = {
  line1: string;
  line2: string;
  postal_code: string;
  city: string;
  region: string;
  country: string;
};

export type InvoiceSeller = {
  name: string;
  email: string;
  address: PostalAddress;
  registration: { label: string; number: string };
  /** Those that were valid on the day of the supply. */
  tax_numbers: { scheme: 'domestic' | 'foreign' | 'oss'; country: string; number: string }[];
};

export type InvoiceCustomer = {
  kind: CustomerKind;
  name: string;
  email: string;
  /** Null in documents from before the country of a customer had to be known. */
  address: PostalAddress | null;
  tax_number: string;
  tax_number_status: TaxNumberStatus;
  tax_consultation: string;
  /** A purchase order or cost centre. */
  reference: string;
};

export type InvoiceLine = {
  description: string;
  /** The first and last day of what was supplied; null for what has no period. */
  period: { from: string; until: string } | null;
  /** -1 for what is deducted. */
  quantity: 1 | -1;
  /** Signed like the quantity. */
  gross: string;
  net: string;
};

export type InvoiceTax = {
  rule: string;
  treatment: Treatment;
  percent: string;
  country: string | null;
  sentence: string;
};

export type InvoiceReference = { number: string; issued_at: string };

export type InvoiceContent = {
  seller: InvoiceSeller;
  customer: InvoiceCustomer;
  lines: InvoiceLine[];
  tax: InvoiceTax;
  /** The day of the charge, whose rules and rates apply. */
  supplied_on: string;
  /** Of a credit note: the invoice that it takes back. */
  credits: InvoiceReference | null;
  /** Of an invoice: the one in whose place it was issued. */
  replaces: InvoiceReference | null;
  /** Of a credit note: why, as the customer reads it. */
  reason: string;
};
