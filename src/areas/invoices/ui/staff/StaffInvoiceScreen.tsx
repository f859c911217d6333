import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { toast } from '#ui/toast.ts';
import { invoiceKindLabels } from '../../wire/invoices.constants.ts';
import type { StaffInvoiceWire } from '../../wire/staff-invoices.ts';
import { InvoiceFacts, InvoiceLines } from '../invoices/InvoiceSheet.tsx';
import { loadPdf, loadXml } from '../queries.ts';
import { CreditDialog } from './CreditDialog.tsx';
import { useReplaceInvoice, useStaffInvoice } from './queries.ts';

type InvoiceProps = { invoice: StaffInvoiceWire };

const linkTo = (number: string) => (
  <Link to={`/admin/invoices/${number}`} className="link font-mono">
    {number}
  </Link>
);

function ReplaceDialog({ invoice, onClose }: InvoiceProps & { onClose: () => void }) {
  const replace = useReplaceInvoice(invoice.number);
  const navigate = useNavigate();
  return (
    <ReasonDialog
      title={`Replace ${invoice.number}?`}
      description="A credit note takes it back, and another invoice is made out to the billing profile of today. No money moves. The customer reads the reason."
      confirmLabel="Replace invoice"
      busyLabel="Replacing..."
      onClose={onClose}
      onConfirm={async (reason) => {
        const { number } = await replace.mutateAsync(reason);
        toast.success(`${number} was issued.`);
        void navigate(`/admin/invoices/${number}`);
      }}
    />
  );
}

/** For what is left of an invoice. */
function Corrections({ invoice }: InvoiceProps) {
  const { may } = useViewer();
  const [step, setStep] = useState<'credit' | 'replace'>();
  const isOver = Number(invoice.left) === 0;
  if (isOver || !may('payments.decide')) return null;
  const close = () => setStep(undefined);
  return (
    <>
      <Button onClick={() => setStep('credit')}>Credit</Button>
      {!invoice.is_replaced && <Button onClick={() => setStep('replace')}>Replace</Button>}
      {step === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      {step === 'replace' && <ReplaceDialog invoice={invoice} onClose={close} />}
    </>
  );
}

const StaffFacts = ({ invoice }: InvoiceProps) => (
  <Panel title="For staff">
    <DescriptionList
      items={[
        {
          term: 'Customer',
          description: (
            <Link to={`/admin/users/${invoice.user}`} className="link wrap-anywhere">
              {invoice.user_email || `Account ${invoice.user}`}
            </Link>
          ),
        },
        { term: 'Tax rule', description: invoice.tax_rule, isNumeric: true },
        ...(invoice.tax_consultation
          ? [{ term: 'VIES', description: invoice.tax_consultation, isNumeric: true }]
          : []),
        ...(invoice.kind === 'invoice'
          ? [
              {
                term: 'Not taken back',
                description: formatMoney(invoice.left, invoice.currency),
                isNumeric: true,
              },
            ]
          : []),
      ]}
    />
  </Panel>
);

const InvoiceView = ({ invoice }: InvoiceProps) => (
  <>
    <PageHeader
      title={`${invoiceKindLabels[invoice.kind]} ${invoice.number}`}
      description={`Issued on ${formatUtcDate(new Date(invoice.issued_at))}.`}
      status={invoice.is_replaced && <Badge tone="warning">Replaced</Badge>}
      back={{ to: '/admin/invoices', label: 'Invoices' }}
      action={
        <>
          <DownloadButton load={() => loadPdf(invoice.number)} fileName={`${invoice.number}.pdf`}>
            PDF
          </DownloadButton>
          <DownloadButton load={() => loadXml(invoice.number)} fileName={`${invoice.number}.xml`}>
            XML
          </DownloadButton>
          <Corrections invoice={invoice} />
        </>
      }
    />
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <InvoiceLines invoice={invoice} />
      <div className="grid min-w-0 gap-6">
        <InvoiceFacts invoice={invoice} linkTo={linkTo} />
        <StaffFacts invoice={invoice} />
      </div>
    </div>
  </>
);

export default function StaffInvoiceScreen() {
  const { number = '' } = useParams();
  const invoice = useStaffInvoice(number);
  return (
    <RecordScreen
      key={number}
      what="invoice"
      result={invoice}
      tabTitle={number}
      list={{ to: '/admin/invoices', label: 'All invoices' }}
      hint="The number may be wrong."
    >
      {(found) => <InvoiceView invoice={found} />}
    </RecordScreen>
  );
}
