// Charges become invoices, what was returned credit notes. Pure.
import type { RevenueEntry } from '#areas/ledger/server/index.ts';
import { formatUtcDate } from '#lib/format.ts';
import { type Amount, addAmounts, negate, toAmount, toDecimalText } from '#lib/money.ts';
import { daysOfPeriod } from '#lib/period-days.ts';
import type { BillingProfileRow } from '../profile/billing-profile-store.ts';
import type { Seller } from '../seller/seller.ts';
import { decideTax } from '../tax/decide-tax.ts';
import type {
  InvoiceContent,
  InvoiceCustomer,
  InvoiceLine,
  InvoiceReference,
  InvoiceSeller,
  PostalAddress,
} from './invoice-content.ts';
import { priceLines, pricePart } from './price-lines.ts';

export type ComposedInvoice = {
  content: InvoiceContent;
  net: Amount;
  tax: Amount;
  gross: Amount;
};

/** A customer whose country is known: only then is it known which tax is on a supply. */
export type TaxableCustomer = InvoiceCustomer & { address: PostalAddress };

const formatDay = (at: Date): string => at.toISOString().slice(0, 10);

export const sellerOn = (seller: Seller, at: Date): InvoiceSeller => ({
  name: seller.legalName,
  email: seller.email,
  address: {
    line1: seller.address.line1,
    line2: seller.address.line2,
    postal_code: seller.address.postalCode,
    city: seller.address.city,
    region: seller.address.region,
    country: seller.address.country,
  },
  registration: seller.registration,
  tax_numbers: seller.taxNumbers
    .filter(({ since }) => since <= formatDay(at))
    .map(({ scheme, country, number }) => ({ scheme, country, number })),
});

export function toCustomer(row: BillingProfileRow): TaxableCustomer {
  const { line1, line2, postal_code, city, region, country, ...profile } = row;
  return {
    kind: profile.kind,
    name: profile.name,
    email: profile.email,
    address: { line1, line2, postal_code, city, region, country },
    tax_number: profile.tax_number,
    tax_number_status: profile.tax_number_status,
    tax_consultation: profile.tax_consultation,
    reference: profile.reference,
  };
}

/** Companies are businesses as declared, until VIES denies their number (confirm-numbers.ts). */
const isBusiness = ({ kind, tax_number_status: status }: InvoiceCustomer): boolean =>
  kind === 'company' && status !== 'none' && status !== 'unknown';

type DraftLine = Pick<InvoiceLine, 'description' | 'period' | 'quantity'> & { amount: Amount };

/** What was charged, and what of an earlier price was deducted from it. */
function draftLines(charge: RevenueEntry): DraftLine[] {
  const { amount, description, metadata } = charge;
  const period = readPeriod(metadata.period);
  const credit =
    typeof metadata.credit === 'string' ? toAmount(metadata.credit, amount.currency) : null;
  if (!credit || credit.minor <= 0n) return [{ description, period, quantity: 1, amount }];
  return [
    { description, period, quantity: 1, amount: addAmounts(amount, credit) },
    {
      description: 'Unused part of the price paid before',
      period: null,
      quantity: -1,
      amount: negate(credit),
    },
  ];
}

function readPeriod(stored: unknown): InvoiceLine['period'] {
  if (!Array.isArray(stored) || stored.length !== 2) return null;
  const [start, end] = stored.map((text) => new Date(String(text))) as [Date, Date];
  if (!Number.isFinite(start.getTime()) || !Number.isFinite(end.getTime())) return null;
  const { first, last } = daysOfPeriod(start, end);
  return { from: formatDay(first), until: formatDay(last) };
}

export function composeInvoice(
  seller: Seller,
  charge: RevenueEntry,
  customer: TaxableCustomer,
  replaces: InvoiceReference | null = null,
): ComposedInvoice {
  const taxed = { country: customer.address.country, isBusiness: isBusiness(customer) };
  const { rule, treatment, percent, country, sentence } = decideTax(
    seller,
    taxed,
    charge.createdAt,
  );
  const drafts = draftLines(charge);
  const priced = priceLines(
    drafts.map(({ amount }) => amount),
    percent,
  );
  const lines = drafts.map(({ amount, ...line }, at) => ({
    ...line,
    gross: toDecimalText(amount),
    net: toDecimalText(priced.nets[at]!),
  }));
  const content: InvoiceContent = {
    seller: sellerOn(seller, charge.createdAt),
    customer,
    lines,
    tax: { rule, treatment, percent, country, sentence },
    supplied_on: formatDay(charge.createdAt),
    credits: null,
    replaces,
    reason: '',
  };
  return { content, net: priced.net, tax: priced.tax, gross: priced.gross };
}

/** With the customer, seller and tax of the invoice. `before` was returned already. */
export function composeCreditNote(
  credited: InvoiceReference & { content: InvoiceContent },
  { part, before, reason }: { part: Amount; before: Amount; reason: string },
): ComposedInvoice {
  const { content, number, issued_at } = credited;
  const { net, tax } = pricePart(part, before, content.tax.percent);
  const line: InvoiceLine = {
    description: `Credit for invoice ${number} of ${formatUtcDate(new Date(issued_at))}`,
    period: null,
    quantity: 1,
    gross: toDecimalText(part),
    net: toDecimalText(net),
  };
  return {
    content: {
      ...content,
      lines: [line],
      credits: { number, issued_at },
      replaces: null,
      reason,
    },
    net,
    tax,
    gross: part,
  };
}
