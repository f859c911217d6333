import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { announce } from '#ui/focus/announce.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { toastError } from '#ui/toast.ts';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import { loadReceipt, useCheckPayment, usePayment } from '../queries.ts';
import { useLivePayments } from '../use-live-payments.ts';
import { CancelPayment } from './CancelPayment.tsx';
import { PaymentFacts, PaymentTransfers } from './PaymentFacts.tsx';
import { PaymentInstructions } from './PaymentInstructions.tsx';
import { PaymentResult } from './PaymentResult.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { PaymentTimeline } from './PaymentTimeline.tsx';
import { readPlanName } from './plan-payment.ts';

function CheckButton({ uuid }: { uuid: string }) {
  const check = useCheckPayment(uuid);
  return (
    <Button
      variant="quiet"
      icon={<RefreshCw size={16} aria-hidden />}
      onClick={() => check.mutate(undefined, { onError: toastError })}
      isBusy={check.isPending}
      busyLabel="Checking..."
    >
      Check now
    </Button>
  );
}

function writeTitle(payment: PaymentWire): string {
  const plan = readPlanName(payment);
  if (plan) return `${payment.is_final ? 'Payment' : 'Pay'} for ${plan}`;
  return `Add ${formatMoney(payment.amount, payment.currency)}`;
}

function PaymentHeader({ payment }: { payment: PaymentWire }) {
  const { uuid, internal_id, has_receipt, can_cancel, is_final } = payment;
  return (
    <PageHeader
      title={writeTitle(payment)}
      back={{ to: '/dashboard/wallet', label: 'Wallet' }}
      status={
        <>
          <PaymentStatusBadge payment={payment} />
          {payment.is_test && <Badge>Test payment</Badge>}
        </>
      }
      action={
        <>
          {has_receipt && (
            <DownloadButton load={() => loadReceipt(uuid)} fileName={`${internal_id}.pdf`}>
              Download receipt
            </DownloadButton>
          )}
          {!is_final && <CheckButton uuid={uuid} />}
          <ButtonLink asChild variant="quiet">
            <Link to={`/dashboard/support/new?about=payment:${uuid}`}>Ask support</Link>
          </ButtonLink>
          {can_cancel && <CancelPayment payment={payment} />}
        </>
      }
    />
  );
}

/** Announces status changes to screen readers. */
function useStatusAnnouncement(text: string) {
  const last = useRef(text);
  useEffect(() => {
    if (last.current !== text) announce(text);
    last.current = text;
  }, [text]);
}

type PaymentViewProps = { payment: PaymentWire; readAtMs: number; onOver: () => void };

function PaymentView({ payment, readAtMs, onOver }: PaymentViewProps) {
  useStatusAnnouncement(payment.status_display);
  const isPayable = payment.next_step === 'pay' || payment.next_step === 'pay_rest';
  // Based on the server's seconds: the local clock may be wrong.
  const untilMs = readAtMs + payment.seconds_left * 1000;
  return (
    <>
      <PaymentHeader payment={payment} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          <PaymentResult payment={payment} />
          {isPayable && <PaymentInstructions payment={payment} untilMs={untilMs} onOver={onOver} />}
          <PaymentTransfers payment={payment} />
          <PaymentTimeline payment={payment} />
        </div>
        <PaymentFacts payment={payment} />
      </div>
    </>
  );
}

export default function PaymentScreen() {
  const { uuid = '' } = useParams();
  const isLive = useLivePayments();
  const payment = usePayment(uuid, isLive);
  const { dataUpdatedAt: readAtMs, refetch } = payment;
  return (
    <RecordScreen
      key={uuid}
      what="payment"
      result={payment}
      tabTitle="Payment"
      list={{ to: '/dashboard/wallet', label: 'Open wallet' }}
      hint="The address may be wrong, or the payment belongs to another account."
    >
      {(found) => <PaymentView payment={found} readAtMs={readAtMs} onOver={() => refetch()} />}
    </RecordScreen>
  );
}
