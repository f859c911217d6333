import { toAmount, toDecimalText } from '#lib/money.ts';
import type { InvoiceSummaryWire, InvoiceWire } from '../../wire/invoices.ts';
import { sellerNumberLabel, taxLabel } from '../documents/invoice-texts.ts';
import type { InvoiceRow } from './invoice-store.ts';

export function serializeSummary(row: InvoiceRow): InvoiceSummaryWire {
  const money = (text: string) => toDecimalText(toAmount(text, row.currency));
  return {
    number: row.number,
    kind: row.kind,
    issued_at: row.issued_at.toISOString(),
    currency: row.currency,
    net: money(row.net),
    tax: money(row.tax),
    gross: money(row.gross),
    customer_name: row.customer_name,
    customer_country: row.customer_country,
  };
}

/** `others` are about the same charge. */
export function serializeInvoice(row: InvoiceRow, others: readonly InvoiceRow[]): InvoiceWire {
  const { content, number } = row;
  const { seller, customer, tax } = content;
  const path = `/apix/invoices/${number}/`;
  return {
    ...serializeSummary(row),
    supplied_on: content.supplied_on,
    seller: {
      name: seller.name,
      address: seller.address,
      registration: `${seller.registration.label} ${seller.registration.number}`,
      tax_numbers: seller.tax_numbers.map((one) => `${sellerNumberLabel(one)} ${one.number}`),
    },
    customer: {
      name: customer.name,
      email: customer.email,
      address: customer.address,
      tax_number: customer.tax_number,
      reference: customer.reference,
    },
    lines: content.lines.map(({ description, period, net, gross }) => ({
      description,
      period,
      net,
      gross,
    })),
    treatment: tax.treatment,
    tax_label: taxLabel(tax),
    tax_percent: tax.percent,
    tax_country: tax.country,
    tax_sentence: tax.sentence,
    credits: content.credits,
    replaces: content.replaces,
    reason: content.reason,
    related: others.map((one) => ({
      number: one.number,
      kind: one.kind,
      gross: serializeSummary(one).gross,
    })),
    pdf_url: `${path}pdf/`,
    xml_url: `${path}xml/`,
  };
}
