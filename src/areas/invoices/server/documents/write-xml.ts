// EN 16931 as UBL 2.1: an Invoice or a CreditNote. BT and BG are terms of the standard, BR its rules.
import { createHash } from 'node:crypto';
import type { Document } from '#kernel/http/responses/document-response.ts';
import { readExponent } from '#lib/currencies.ts';
import type { Markup } from '#lib/markup.ts';
import { absolute, toAmount, toDecimalText } from '#lib/money.ts';
import type { Treatment } from '../../wire/invoices.constants.ts';
import type { Invoices } from '../invoices-area.ts';
import type { InvoiceContent, InvoiceLine } from '../issue/invoice-content.ts';
import type { InvoiceRow } from '../issue/invoice-store.ts';
import { element, nothing, optional } from './xml.ts';
import { customerParty, sellerParty } from './xml-parties.ts';

const formatDay = (at: Date | string): string => new Date(at).toISOString().slice(0, 10);

/** UNCL 5305, as far as the standard uses it. */
const categories: Readonly<Record<Treatment, string>> = {
  domestic: 'S',
  oss: 'S',
  reverse_charge: 'AE',
  outside: 'O',
  exempt: 'E',
};
/** The standard allows no more: other invoices do not claim to follow it. */
const decimalsMax = 2;
const standard = 'urn:cen.eu:en16931:2017';
const namespaces = `xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`;

const testNote = 'Test document, made in test mode: not a real document, and not payable.';

export function writeXml({ kernel }: Pick<Invoices, 'kernel'>, row: InvoiceRow): Document {
  const text = toXml(row, kernel.config.isTestMode);
  const digest = createHash('sha256').update(text).digest('base64url');
  return {
    etag: `"${digest.slice(0, 24)}"`,
    fileName: `${row.number}.xml`,
    render: async () => Buffer.from(text),
  };
}

export function toXml(row: InvoiceRow, isTestMode = false): string {
  const { kind, number, issued_at, currency, content } = row;
  const isInvoice = kind === 'invoice';
  const root = isInvoice ? 'Invoice' : 'CreditNote';
  const type = isInvoice
    ? element('cbc:InvoiceTypeCode', '380')
    : element('cbc:CreditNoteTypeCode', '381');
  const taxPoint = element('cbc:TaxPointDate', content.supplied_on);
  const notes = [isTestMode ? testNote : '', content.tax.sentence, content.reason].map((note) =>
    optional('cbc:Note', note),
  );
  const parts = [
    optional('cbc:CustomizationID', readExponent(currency) <= decimalsMax ? standard : ''),
    element('cbc:ID', number),
    element('cbc:IssueDate', formatDay(issued_at)),
    ...(isInvoice ? [type, ...notes, taxPoint] : [taxPoint, type, ...notes]),
    element('cbc:DocumentCurrencyCode', currency),
    ...references(content),
    element('cac:AccountingSupplierParty', sellerParty(content)),
    element('cac:AccountingCustomerParty', customerParty(content, row.customer_country)),
    ...totals(row),
    ...content.lines.map((line, at) => writeLine(row, line, at)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  ${namespaces}>
${parts.map(({ html }) => html).join('')}</${root}>
`;
}

/** BT-13, and BG-3: the invoice that is taken back or replaced. */
function references({ customer, credits, replaces }: InvoiceContent): Markup[] {
  const before = credits ?? replaces;
  const order = customer.reference
    ? element('cac:OrderReference', element('cbc:ID', customer.reference))
    : nothing;
  if (!before) return [order];
  const document = element('cac:InvoiceDocumentReference', [
    element('cbc:ID', before.number),
    element('cbc:IssueDate', formatDay(before.issued_at)),
  ]);
  return [order, element('cac:BillingReference', document)];
}

const amount = (name: `cbc:${string}`, text: string, currency: string): Markup =>
  element(name, toDecimalText(toAmount(text, currency)), { currencyID: currency });

/** BG-22 and BG-23. It has been paid from the balance, so nothing is due. */
function totals({ net, tax, gross, currency, content }: InvoiceRow): Markup[] {
  const subtotal = element('cac:TaxSubtotal', [
    amount('cbc:TaxableAmount', net, currency),
    amount('cbc:TaxAmount', tax, currency),
    element('cac:TaxCategory', category(content, readReason(content))),
  ]);
  return [
    element('cac:TaxTotal', [amount('cbc:TaxAmount', tax, currency), subtotal]),
    element('cac:LegalMonetaryTotal', [
      amount('cbc:LineExtensionAmount', net, currency),
      amount('cbc:TaxExclusiveAmount', net, currency),
      amount('cbc:TaxInclusiveAmount', gross, currency),
      amount('cbc:PrepaidAmount', gross, currency),
      amount('cbc:PayableAmount', '0', currency),
    ]),
  ];
}

/** Why there is no tax; empty where there is. */
const readReason = ({ tax }: InvoiceContent): string =>
  categories[tax.treatment] === 'S' ? '' : tax.sentence;

/** What is outside the scope of tax has no rate. */
const category = ({ tax }: InvoiceContent, reason = ''): Markup[] => [
  element('cbc:ID', categories[tax.treatment]),
  optional('cbc:Percent', tax.treatment === 'outside' ? '' : tax.percent),
  optional('cbc:TaxExemptionReason', reason),
  element('cac:TaxScheme', element('cbc:ID', 'VAT')),
];

/** BG-25. A deduction has a negative quantity, because a price is never below zero. */
function writeLine({ kind, currency, content }: InvoiceRow, line: InvoiceLine, at: number): Markup {
  const isInvoice = kind === 'invoice';
  const price = toDecimalText(absolute(toAmount(line.net, currency)));
  return element(isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine', [
    element('cbc:ID', String(at + 1)),
    element(
      isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity',
      String(line.quantity),
      // UN/ECE Recommendation 20: one.
      { unitCode: 'C62' },
    ),
    amount('cbc:LineExtensionAmount', line.net, currency),
    writePeriod(line),
    element('cac:Item', [
      element('cbc:Name', line.description),
      element('cac:ClassifiedTaxCategory', category(content)),
    ]),
    element('cac:Price', amount('cbc:PriceAmount', price, currency)),
  ]);
}

const writePeriod = ({ period }: InvoiceLine): Markup =>
  period
    ? element('cac:InvoicePeriod', [
        element('cbc:StartDate', period.from),
        element('cbc:EndDate', period.until),
      ])
    : nothing;
