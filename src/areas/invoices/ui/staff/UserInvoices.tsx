import { Link } from 'react-router';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { useRecords } from '#ui/records/use-records.ts';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { StaffInvoiceSummaryWire } from '../../wire/staff-invoices.ts';
import { formatTotal } from '../invoices/invoice-format.ts';
import { staffInvoiceList } from './queries.ts';

const columns: readonly Column<StaffInvoiceSummaryWire>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: ({ number }) => (
      <Link to={`/admin/invoices/${number}`} className="link font-mono text-xs wrap-anywhere">
        {number}
      </Link>
    ),
  },
  {
    key: 'issued_at',
    header: 'Issued',
    cell: (row) => <RelativeTime value={row.issued_at} />,
    isSecondary: true,
  },
  { key: 'gross', header: 'Total', cell: formatTotal, isNumeric: true },
];

/** The latest ones of a customer. */
export function UserInvoices({ userId }: { userId: string }) {
  const { data, error } = useRecords(staffInvoiceList, { user: userId, page_size: '5' });
  return (
    <Panel
      title="Latest invoices"
      isFlush
      actions={
        <Link to={`/admin/invoices?user=${userId}`} className="link text-sm">
          All invoices
        </Link>
      }
    >
      {error ? (
        <p className="px-5 py-4 text-sm text-quiet">{error.message}</p>
      ) : (
        <Table
          caption="Latest invoices"
          columns={columns}
          rows={data?.results ?? []}
          rowKey={({ number }) => number}
          empty={<p className="px-5 py-4 text-sm text-quiet">No invoice yet.</p>}
        />
      )}
    </Panel>
  );
}
