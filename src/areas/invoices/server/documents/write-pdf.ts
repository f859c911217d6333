import { createHash } from 'node:crypto';
import site from '#content/site.json' with { type: 'json' };
import type { Document } from '#kernel/http/responses/document-response.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { toAmount } from '#lib/money.ts';
import { invoiceKindLabels } from '../../wire/invoices.constants.ts';
import { taxNumberLabel } from '../../wire/tax-numbers.form.ts';
import type { Invoices } from '../invoices-area.ts';
import type { InvoiceContent } from '../issue/invoice-content.ts';
import type { InvoiceRow } from '../issue/invoice-store.ts';
import { addressLines, sellerNumberLabel, taxLabel } from './invoice-texts.ts';

const template = new URL('./invoice.typ', import.meta.url);
const formatDay = (text: string): string => formatUtcDate(new Date(text));

export function writePdf({ kernel }: Pick<Invoices, 'kernel'>, row: InvoiceRow): Document {
  const data = toPrintData(row);
  const digest = createHash('sha256').update(JSON.stringify(data)).digest('base64url');
  return {
    etag: `"${digest.slice(0, 24)}"`,
    fileName: `${row.number}.pdf`,
    render: () => kernel.pdf.render(template, data),
  };
}

/** The texts of the template. */
function toPrintData({ kind, number, currency, content, ...row }: InvoiceRow) {
  const money = (text: string) => formatAmount(toAmount(text, currency));
  const { seller } = content;
  return {
    title: `${invoiceKindLabels[kind]} ${number}`,
    brand: site.name,
    seller: {
      name: seller.name,
      email: seller.email,
      lines: [
        seller.name,
        ...addressLines(seller.address),
        `${seller.registration.label} ${seller.registration.number}`,
        ...seller.tax_numbers.map((one) => `${sellerNumberLabel(one)} ${one.number}`),
      ],
    },
    customer: customerLines(content),
    facts: listFacts(row.issued_at, content),
    head: ['Description', 'Net', 'With tax'],
    lines: content.lines.map(({ description, net, gross }) => ({
      description,
      net: money(net),
      gross: money(gross),
    })),
    totals: [
      ['Net', money(row.net)],
      [taxLabel(content.tax), money(row.tax)],
    ],
    total: [kind === 'invoice' ? 'Total' : 'Total credited', money(row.gross)],
    notes: [content.tax.sentence, content.reason && `Reason: ${content.reason}`].filter(Boolean),
    closing:
      kind === 'invoice'
        ? 'Paid from the balance of the account: there is nothing to transfer.'
        : 'It takes back an invoice. What was paid for it is in the balance of the account.',
    footer: [seller.name, seller.address.line1, seller.address.city].join(', '),
  };
}

function customerLines({ customer }: InvoiceContent): string[] {
  const { name, address, email, tax_number } = customer;
  if (!address) return [name, ...(email === name ? [] : [email])];
  const label = taxNumberLabel(address.country);
  return [name, ...addressLines(address), ...(tax_number ? [`${label} ${tax_number}`] : [])];
}

function listFacts(issuedAt: Date, content: InvoiceContent): [string, string][] {
  const { customer, credits, replaces, supplied_on } = content;
  return [
    ['Date', formatUtcDate(issuedAt)],
    ['Date of supply', formatDay(supplied_on)],
    ...(customer.reference ? ([['Your reference', customer.reference]] as [string, string][]) : []),
    ...(credits ? ([['Takes back', referenceLine(credits)]] as [string, string][]) : []),
    ...(replaces ? ([['Replaces', referenceLine(replaces)]] as [string, string][]) : []),
  ];
}

const referenceLine = ({ number, issued_at }: { number: string; issued_at: string }) =>
  `Invoice ${number} of ${formatDay(issued_at)}`;
