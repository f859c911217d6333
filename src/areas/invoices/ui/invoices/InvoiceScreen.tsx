import { Link, useParams } from 'react-router';
import { formatUtcDate } from '#lib/format.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { invoiceKindLabels } from '../../wire/invoices.constants.ts';
import type { InvoiceWire } from '../../wire/invoices.ts';
import { loadPdf, loadXml, useInvoice } from '../queries.ts';
import { InvoiceFacts, InvoiceLines } from './InvoiceSheet.tsx';

const linkTo = (number: string) => (
  <Link to={`/dashboard/invoices/${number}`} className="link font-mono">
    {number}
  </Link>
);

const Downloads = ({ number }: { number: string }) => (
  <>
    <DownloadButton variant="primary" load={() => loadPdf(number)} fileName={`${number}.pdf`}>
      Download PDF
    </DownloadButton>
    <DownloadButton load={() => loadXml(number)} fileName={`${number}.xml`}>
      Download XML
    </DownloadButton>
    <ButtonLink asChild variant="quiet">
      <Link to="/dashboard/support/new">Ask support</Link>
    </ButtonLink>
  </>
);

const InvoiceView = ({ invoice }: { invoice: InvoiceWire }) => (
  <>
    <PageHeader
      title={`${invoiceKindLabels[invoice.kind]} ${invoice.number}`}
      description={`Issued on ${formatUtcDate(new Date(invoice.issued_at))}.`}
      back={{ to: '/dashboard/invoices', label: 'Invoices' }}
      action={<Downloads number={invoice.number} />}
    />
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <InvoiceLines invoice={invoice} />
      <InvoiceFacts invoice={invoice} linkTo={linkTo} />
    </div>
  </>
);

export default function InvoiceScreen() {
  const { number = '' } = useParams();
  const invoice = useInvoice(number);
  return (
    <RecordScreen
      key={number}
      what="invoice"
      result={invoice}
      tabTitle={number}
      list={{ to: '/dashboard/invoices', label: 'All invoices' }}
      hint="The address may be wrong, or the invoice belongs to another account."
    >
      {(found) => <InvoiceView invoice={found} />}
    </RecordScreen>
  );
}
