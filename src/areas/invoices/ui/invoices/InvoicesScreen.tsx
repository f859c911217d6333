import { FileText } from 'lucide-react';
import { Link } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { InvoiceSummaryWire } from '../../wire/invoices.ts';
import { invoiceList, useBillingProfile } from '../queries.ts';
import { InvoiceKindBadge } from './InvoiceKindBadge.tsx';
import { invoiceFilters } from './invoice-filters.ts';
import { formatTotal } from './invoice-format.ts';

const toAddress = ({ number }: InvoiceSummaryWire) => `/dashboard/invoices/${number}`;

const columns: readonly Column<InvoiceSummaryWire>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: (row) => (
      <>
        <Link
          to={toAddress(row)}
          className="font-mono text-xs underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.number}
        </Link>
        <span className="line-clamp-1 text-quiet">{row.customer_name}</span>
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
  timeColumn('issued_at', 'Issued', '10rem'),
  {
    key: 'gross',
    header: 'Total',
    cell: (row) => <span className="font-mono">{formatTotal(row)}</span>,
    width: '9rem',
    isNumeric: true,
  },
];

const NoInvoices = () => (
  <EmptyState title="No invoices yet">
    Each charge of a plan or of usage over its quota gets an invoice here, within a minute.
  </EmptyState>
);

const ProfileLink = ({ isPrimary = false }: { isPrimary?: boolean }) => (
  <ButtonLink
    asChild
    variant={isPrimary ? 'primary' : 'secondary'}
    icon={<FileText size={18} aria-hidden />}
  >
    <Link to="/dashboard/billing-profile">Billing profile</Link>
  </ButtonLink>
);

export default function InvoicesScreen() {
  const profile = useBillingProfile();
  const isMissing = profile.data === null || profile.data?.line1 === '';
  return (
    <Screen
      title="Invoices"
      description="Invoices of what was charged, and credit notes of what was returned."
      action={<ProfileLink isPrimary={isMissing} />}
    >
      {isMissing && (
        <Banner tone="info" title="Your invoices have no address">
          Fill in the billing profile, and later invoices are made out to it, with your tax number.
        </Banner>
      )}
      <RecordList
        what="invoices"
        title="All invoices"
        list={invoiceList}
        columns={columns}
        filters={invoiceFilters}
        rowKey={(row) => row.number}
        rowPath={toAddress}
        empty={<NoInvoices />}
        noMatches={{ title: 'No invoice matches' }}
        isPlain
      />
    </Screen>
  );
}
