import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatMoney } from '#lib/format-money.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { paymentProblemLabels } from '../../wire/payments.constants.ts';
import type { ReviewedPaymentWire } from '../../wire/reviews.ts';
import { PaymentStatusBadge } from '../payments/PaymentStatusBadge.tsx';
import { CustomerLink } from './CustomerLink.tsx';

type PaymentDialogProps = { payment: ReviewedPaymentWire; onClose: () => void };

const listItems = (payment: ReviewedPaymentWire) => [
  { term: 'Status', description: <PaymentStatusBadge payment={payment} /> },
  ...(payment.problem
    ? [{ term: 'Problem', description: paymentProblemLabels[payment.problem] }]
    : []),
  {
    term: 'Customer',
    description: <CustomerLink user={{ id: payment.user, email: payment.user_email }} />,
  },
  { term: 'Amount', description: formatMoney(payment.amount, payment.currency), isNumeric: true },
  {
    term: 'Credited',
    description: payment.credited_amount
      ? formatMoney(payment.credited_amount, payment.currency)
      : 'Nothing yet',
    isNumeric: payment.credited_amount !== null,
  },
  { term: 'Paid in', description: payment.pay_currency },
  { term: 'Provider', description: payment.provider },
  {
    term: 'Provider’s payment id',
    description: payment.provider_payment_id ?? 'None',
    isNumeric: payment.provider_payment_id !== null,
  },
  { term: 'Description', description: payment.description || 'None' },
  { term: 'Started', description: <RelativeTime value={payment.created_at} /> },
  {
    term: payment.completed_at ? 'Completed' : 'Open until',
    description: <RelativeTime value={payment.completed_at ?? payment.expires_at} />,
  },
];

export function PaymentDialog({ payment, onClose }: PaymentDialogProps) {
  const mayReadLedger = useViewer().may('ledger.read');
  return (
    <Dialog isOpen onOpenChange={onClose} title={payment.internal_id} size="large">
      <DescriptionList items={listItems(payment)} />
      {mayReadLedger && (
        <p className="mt-5">
          <Link to={`/admin/ledger?search=${payment.uuid}`} className="link">
            Journals of this payment
          </Link>
        </p>
      )}
    </Dialog>
  );
}
