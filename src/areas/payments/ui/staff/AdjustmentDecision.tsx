import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { AdjustmentWire } from '../../contract.ts';
import { isAboveZero, sayMoney } from '../money-words.ts';
import { isBeyondWallet, kindWords, sayAmount } from './adjustment-words.ts';
import { CustomerLink } from './CustomerLink.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { useApprove, useReject } from './queries.ts';

type RowProps = { row: AdjustmentWire };

function PaymentFacts({ row: { payment_details: payment, currency } }: RowProps) {
  if (!payment) return null;
  const money = (text: string) => sayMoney(text, currency);
  return (
    <>
      {' '}
      of <PaymentLink number={payment.internal_id} />, which brought{' '}
      {money(payment.credited_amount ?? '0')} of {money(payment.amount)}
      {isAboveZero(payment.amount_refunded) && ` and gave back ${money(payment.amount_refunded)}`}
    </>
  );
}

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A provider may take days for a refund, and may refuse it. */
const doneWords: Record<AdjustmentWire['kind'], string> = {
  adjustment: 'Approved. The money has moved.',
  complete: 'Approved. The money is in the wallet.',
  refund: 'Approved. Its provider is asked to give the money back.',
};

/** All within one paragraph: it describes a dialog. */
const Facts = ({ row }: RowProps) => (
  <>
    {kindWords[row.kind]}
    <PaymentFacts row={row} />. <CustomerLink user={row.user} /> has{' '}
    {sayMoney(row.available, row.currency)} in the wallet
    {isBeyondWallet(row) &&
      `, which is less than ${sayMoney(row.amount, row.currency)}: the approval will be refused`}
    . {row.proposed_by.email} says: {asSentence(row.reason)}{' '}
    {row.kind === 'refund' ? 'The wallet gives the money at once.' : 'Money moves at once.'}
  </>
);

/** What the second person may do about a proposal. */
export function AdjustmentDecision({ row }: { row: AdjustmentWire }) {
  const viewer = useViewer();
  const [step, setStep] = useState<'approve' | 'reject'>();
  const approve = useApprove();
  const reject = useReject();
  if (row.status !== 'proposed' || !viewer.may('payments.decide')) return null;
  const isOwn = row.proposed_by.id === viewer.id;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {!isOwn && (
        <Button size="small" variant="primary" onClick={() => setStep('approve')}>
          Approve
        </Button>
      )}
      <Button size="small" onClick={() => setStep('reject')}>
        {isOwn ? 'Take back' : 'Reject'}
      </Button>
      <ConfirmDialog
        isOpen={step === 'approve'}
        onOpenChange={(isOpen) => !isOpen && setStep(undefined)}
        title={`Approve ${sayAmount(row)} for ${row.user.email}?`}
        description={<Facts row={row} />}
        confirmLabel="Approve"
        tone="primary"
        onConfirm={async () => {
          await approve.mutateAsync(row.uuid);
          toast.success(doneWords[row.kind]);
        }}
      />
      {step === 'reject' && (
        <ReasonDialog
          title={isOwn ? 'Take your proposal back?' : 'Reject this proposal?'}
          description={`${sayAmount(row)} for ${row.user.email}. Nothing moves.`}
          confirmLabel={isOwn ? 'Take back' : 'Reject'}
          busyLabel="Saving..."
          onClose={() => setStep(undefined)}
          onConfirm={(note) => reject.mutateAsync({ uuid: row.uuid, note })}
        />
      )}
    </span>
  );
}
