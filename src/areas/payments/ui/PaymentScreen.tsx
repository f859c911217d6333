import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { announce } from '#ui/announce.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { NoRecord } from '#ui/records/NoRecord.tsx';
import { OneRecord } from '#ui/records/OneRecord.tsx';
import { toast } from '#ui/toast.ts';
import type { PaymentWire } from '../contract.ts';
import { CancelPayment } from './CancelPayment.tsx';
import { sayMoney } from './money-words.ts';
import { PaymentFacts, PaymentTransfers } from './PaymentFacts.tsx';
import { PaymentInstructions } from './PaymentInstructions.tsx';
import { PaymentOutcome } from './PaymentOutcome.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { PaymentTimeline } from './PaymentTimeline.tsx';
import { planOf } from './plan-payment.ts';
import { loadReceipt, useCheckPayment, usePayment } from './queries.ts';
import { useLivePayments } from './use-live-payments.ts';

const WalletLink = () => (
  <Link to="/dashboard/wallet" className="link">
    Wallet
  </Link>
);

function CheckButton({ uuid }: { uuid: string }) {
  const check = useCheckPayment(uuid);
  const onError = (error: unknown) => toast.error(messageOf(error));
  return (
    <Button
      variant="quiet"
      icon={<RefreshCw size={16} aria-hidden />}
      onClick={() => check.mutate(undefined, { onError })}
      isBusy={check.isPending}
      busyLabel="Checking..."
    >
      Check now
    </Button>
  );
}

function titleOf(payment: PaymentWire): string {
  const plan = planOf(payment);
  if (plan) return `${payment.is_final ? 'Payment' : 'Pay'} for ${plan}`;
  return `Add ${sayMoney(payment.amount, payment.currency)}`;
}

function PaymentHeader({ payment }: { payment: PaymentWire }) {
  const { uuid, internal_id, has_receipt, can_cancel, is_final } = payment;
  return (
    <PageHeader
      title={titleOf(payment)}
      back={<WalletLink />}
      status={
        <>
          <PaymentStatusBadge payment={payment} />
          {payment.is_test && <Badge>Test, nobody's money</Badge>}
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

/** Says a change that came by itself. */
function useSpokenStatus(words: string) {
  const last = useRef(words);
  useEffect(() => {
    if (last.current !== words) announce(words);
    last.current = words;
  }, [words]);
}

type PaymentViewProps = { payment: PaymentWire; readAtMs: number; onOver: () => void };

function PaymentView({ payment, readAtMs, onOver }: PaymentViewProps) {
  useSpokenStatus(payment.status_display);
  const isPayable = payment.next_step === 'pay' || payment.next_step === 'pay_rest';
  // From the server's count of seconds: this machine's clock may be wrong.
  const untilMs = readAtMs + payment.seconds_left * 1000;
  return (
    <>
      <PaymentHeader payment={payment} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          <PaymentOutcome payment={payment} />
          {isPayable && <PaymentInstructions payment={payment} untilMs={untilMs} onOver={onOver} />}
          <PaymentTransfers payment={payment} />
          <PaymentTimeline payment={payment} />
        </div>
        <PaymentFacts payment={payment} />
      </div>
    </>
  );
}

/** One payment: what to do now, what happened, and the papers about it. */
export default function PaymentScreen() {
  const { uuid = '' } = useParams();
  const isLive = useLivePayments();
  const payment = usePayment(uuid, isLive);
  const { dataUpdatedAt: readAtMs, refetch } = payment;
  const missing = (
    <NoRecord what="payment" to="/dashboard/wallet" open="Open wallet">
      The address may be wrong, or the payment belongs to another account.
    </NoRecord>
  );
  return (
    <>
      <title>{`Payment · ${site.name}`}</title>
      <OneRecord key={uuid} what="payment" result={payment} missing={missing}>
        {(found) => <PaymentView payment={found} readAtMs={readAtMs} onOver={() => refetch()} />}
      </OneRecord>
    </>
  );
}
