import type { ReactNode } from 'react';
import { formatCountry, formatUtcDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { InvoiceWire } from '../../wire/invoices.ts';
import { taxNumberLabel } from '../../wire/tax-numbers.form.ts';

type InvoiceProps = { invoice: InvoiceWire };
type Line = InvoiceWire['lines'][number];

const columnsIn = (currency: string): readonly Column<Line>[] => [
  { key: 'description', header: 'Description', cell: (line) => line.description },
  {
    key: 'net',
    header: 'Net',
    cell: (line) => formatMoney(line.net, currency),
    width: '7rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'gross',
    header: 'With tax',
    cell: (line) => formatMoney(line.gross, currency),
    width: '7rem',
    isNumeric: true,
  },
];

type TotalProps = { label: string; amount: string; isLast?: boolean };

const Total = ({ label, amount, isLast }: TotalProps) => (
  <div className={isLast ? 'flex justify-between gap-6 font-medium' : 'flex justify-between gap-6'}>
    <dt>{label}</dt>
    <dd className="font-mono">{amount}</dd>
  </div>
);

/** The lines and what they add up to. */
export function InvoiceLines({ invoice }: InvoiceProps) {
  const { kind, currency, net, tax, gross, tax_label, tax_sentence, reason, lines } = invoice;
  const money = (text: string) => formatMoney(text, currency);
  return (
    <Panel title={kind === 'invoice' ? 'What was charged' : 'What was taken back'} isFlush>
      <Table
        caption="Lines"
        columns={columnsIn(currency)}
        rows={lines}
        rowKey={({ description }) => description}
      />
      <dl className="ml-auto grid max-w-sm gap-1.5 px-5 py-4 text-sm">
        <Total label="Net" amount={money(net)} />
        <Total label={tax_label} amount={money(tax)} />
        <Total
          label={kind === 'invoice' ? 'Total' : 'Total credited'}
          amount={money(gross)}
          isLast
        />
      </dl>
      {[tax_sentence, reason && `Reason: ${reason}`].filter(Boolean).map((note) => (
        <p key={note} className="border-t border-line px-5 py-3 text-sm text-quiet">
          {note}
        </p>
      ))}
    </Panel>
  );
}

const AddressLines = ({ lines }: { lines: readonly string[] }) =>
  lines.filter(Boolean).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));

type Address = NonNullable<InvoiceWire['customer']['address']>;
const addressLines = (address: Address): string[] => [
  address.line1,
  address.line2,
  [address.postal_code, address.city, address.region].filter(Boolean).join(' '),
  formatCountry(address.country),
];

/** `linkTo` makes a link of the number of another invoice. */
export function InvoiceFacts({
  invoice,
  linkTo,
}: InvoiceProps & { linkTo: (number: string) => ReactNode }) {
  const { customer, seller, supplied_on, credits, replaces, related } = invoice;
  const { address, tax_number } = customer;
  const ofTax = tax_number && address && `${taxNumberLabel(address.country)} ${tax_number}`;
  const items = [
    {
      term: 'Billed to',
      description: (
        <AddressLines
          lines={[
            customer.name,
            ...(address ? addressLines(address) : [customer.email]),
            ofTax || '',
          ]}
        />
      ),
    },
    {
      term: 'From',
      description: (
        <AddressLines
          lines={[
            seller.name,
            ...addressLines(seller.address),
            seller.registration,
            ...seller.tax_numbers,
          ]}
        />
      ),
    },
    { term: 'Date of supply', description: formatUtcDate(new Date(supplied_on)) },
    ...(customer.reference ? [{ term: 'Your reference', description: customer.reference }] : []),
    ...(credits ? [{ term: 'Takes back', description: linkTo(credits.number) }] : []),
    ...(replaces ? [{ term: 'Replaces', description: linkTo(replaces.number) }] : []),
  ];
  const others = related.filter(
    ({ number }) => number !== credits?.number && number !== replaces?.number,
  );
  return (
    <Panel title="Details">
      <DescriptionList
        items={[
          ...items,
          ...(others.length > 0
            ? [
                {
                  term: 'Same charge',
                  description: others.map(({ number }) => (
                    <span key={number} className="block">
                      {linkTo(number)}
                    </span>
                  )),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
