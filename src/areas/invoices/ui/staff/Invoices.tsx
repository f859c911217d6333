import { Link } from 'react-router';
import { formatCountry } from '#lib/format.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { StaffInvoiceSummaryWire } from '../../wire/staff-invoices.ts';
import { InvoiceKindBadge } from '../invoices/InvoiceKindBadge.tsx';
import { invoiceFilters } from '../invoices/invoice-filters.ts';
import { formatTotal } from '../invoices/invoice-format.ts';
import { ExportPanel } from './ExportPanel.tsx';
import { staffInvoiceList } from './queries.ts';

const filters: readonly RecordFilter[] = [
  ...invoiceFilters,
  { kind: 'link', name: 'user', label: 'Account' },
];

const toAddress = ({ number }: StaffInvoiceSummaryWire) => `/admin/invoices/${number}`;

const columns: readonly Column<StaffInvoiceSummaryWire>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: (row) => (
      <>
        <Link
          to={toAddress(row)}
          className="block font-mono text-xs underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.number}
        </Link>
        <span className="wrap-anywhere text-quiet">{row.customer_name}</span>
        <span className="mt-1 flex flex-wrap items-center gap-2 md:hidden">
          <InvoiceKindBadge kind={row.kind} />
          <RelativeTime value={row.issued_at} className="text-xs text-quiet" />
        </span>
      </>
    ),
  },
  {
    key: 'kind',
    header: 'Kind',
    cell: (row) => <InvoiceKindBadge kind={row.kind} />,
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'country',
    header: 'Country',
    cell: (row) => formatCountry(row.customer_country),
    width: '11rem',
    isSecondary: true,
  },
  timeColumn('issued_at', 'Issued', '9rem'),
  {
    key: 'gross',
    header: 'Total',
    cell: (row) => <span className="font-mono">{formatTotal(row)}</span>,
    width: '9rem',
    isNumeric: true,
  },
];

export default function Invoices() {
  return (
    <Screen title="Invoices" description="Of all customers, with their credit notes.">
      <RecordList
        what="invoices"
        title="All invoices"
        columns={columns}
        filters={filters}
        list={staffInvoiceList}
        rowKey={(row) => row.number}
        rowPath={toAddress}
      />
      <ExportPanel />
    </Screen>
  );
}
