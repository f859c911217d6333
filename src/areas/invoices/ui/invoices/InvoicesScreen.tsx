import { FileText } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { NoMatches } from '#ui/records/NoMatches.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { RecordTable } from '#ui/records/RecordTable.tsx';
import { type RecordView, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { InvoiceSummaryWire } from '../../wire/invoices.ts';
import { useBillingProfile, useInvoices } from '../queries.ts';
import { InvoiceKindBadge } from './InvoiceKindBadge.tsx';
import { invoiceFilters } from './invoice-filters.ts';
import { formatTotal } from './invoice-format.ts';

const addressOf = ({ number }: InvoiceSummaryWire) => `/dashboard/invoices/${number}`;

const columns: readonly Column<InvoiceSummaryWire>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: (row) => (
      <>
        <Link
          to={addressOf(row)}
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
  {
    key: 'issued_at',
    header: 'Issued',
    cell: (row) => <RelativeTime value={row.issued_at} className="whitespace-nowrap" />,
    width: '10rem',
    isSecondary: true,
  },
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

function InvoiceRows({ view }: { view: RecordView }) {
  const navigate = useNavigate();
  const invoices = useInvoices(view.query);
  return (
    <RecordTable
      caption="Invoices"
      columns={columns}
      view={view}
      result={invoices}
      rowKey={(row) => row.number}
      onRowOpen={(row) => navigate(addressOf(row))}
      empty={<NoInvoices />}
      filterBar={<RecordFilterBar what="invoices" filters={invoiceFilters} view={view} />}
      noMatches={<NoMatches title="No invoice matches" onClear={view.clear} />}
    />
  );
}

export default function InvoicesScreen() {
  const view = useRecordView(invoiceFilters);
  const profile = useBillingProfile();
  const isMissing = profile.data === null || profile.data?.line1 === '';
  return (
    <>
      <title>{`Invoices · ${site.name}`}</title>
      <PageHeader
        title="Invoices"
        description="Invoices of what was charged, and credit notes of what was returned."
        action={<ProfileLink isPrimary={isMissing} />}
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {isMissing && (
          <Banner tone="info" title="Your invoices have no address">
            Fill in the billing profile, and later invoices are made out to it, with your tax
            number.
          </Banner>
        )}
        <Panel title="All invoices" isFlush>
          <InvoiceRows view={view} />
        </Panel>
      </div>
    </>
  );
}
