import { useState } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { useRecords } from '#ui/records/use-records.ts';
import { toast } from '#ui/toast.ts';
import type { AdjustmentWire } from '../../../wire/adjustments.ts';
import { adjustmentKindLabels } from '../../../wire/reviews.constants.ts';
import { isAboveZero } from '../../amounts.ts';
import { CustomerLink } from '../CustomerLink.tsx';
import { PaymentLink } from '../PaymentLink.tsx';
import { adjustmentList, useApprove, useReject } from '../queries.ts';
import { exceedsBalance, formatAdjustment } from './adjustment-format.ts';

type RowProps = { row: AdjustmentWire };

function PaymentFacts({ row: { payment_details: payment, currency } }: RowProps) {
  if (!payment) return null;
  const money = (text: string) => formatMoney(text, currency);
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
const doneMessages: Record<AdjustmentWire['kind'], string> = {
  adjustment: 'Approved. The wallet has been adjusted.',
  complete: 'Approved. The payment has been credited.',
  credit: 'Approved. The money is in the wallet, and a credit note follows.',
  refund: 'Approved. The provider has been asked for the refund.',
  charge_period: 'Approved. The period has been charged, and its invoice follows.',
  waive_period: 'Approved. The period stays free of charge.',
};

const effects: Partial<Record<AdjustmentWire['kind'], string>> = {
  refund: 'The amount leaves the wallet at once.',
  waive_period: 'No money moves.',
};

/** Inline elements only: it is the description of a dialog. */
const Facts = ({ row }: RowProps) => (
  <>
    {adjustmentKindLabels[row.kind]}
    <PaymentFacts row={row} />
    {row.description && `: ${row.description}`}. <CustomerLink user={row.user} /> has{' '}
    {formatMoney(row.available, row.currency)} in the wallet
    {exceedsBalance(row) &&
      `, which is less than ${formatMoney(row.amount, row.currency)}: the approval will be refused`}
    . {row.proposed_by.email} says: {asSentence(row.reason)}{' '}
    {effects[row.kind] ?? 'Money moves at once.'}
  </>
);

/** Approve and reject, for the second person. */
export function AdjustmentDecision({ row, onDone }: { row: AdjustmentWire; onDone?: () => void }) {
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
        {isOwn ? 'Withdraw' : 'Reject'}
      </Button>
      <ConfirmDialog
        isOpen={step === 'approve'}
        onOpenChange={(isOpen) => !isOpen && setStep(undefined)}
        title={`Approve ${formatAdjustment(row)} for ${row.user.email}?`}
        description={<Facts row={row} />}
        confirmLabel="Approve"
        tone="primary"
        onConfirm={async () => {
          await approve.mutateAsync(row.uuid);
          toast.success(doneMessages[row.kind]);
          onDone?.();
        }}
      />
      {step === 'reject' && (
        <ReasonDialog
          title={isOwn ? 'Withdraw your proposal?' : 'Reject this proposal?'}
          description={`${formatAdjustment(row)} for ${row.user.email}. Nothing moves.`}
          confirmLabel={isOwn ? 'Withdraw' : 'Reject'}
          busyLabel="Saving..."
          onClose={() => setStep(undefined)}
          onConfirm={async (note) => {
            await reject.mutateAsync({ uuid: row.uuid, note });
            onDone?.();
          }}
        />
      )}
    </span>
  );
}

/** One of the proposals that wait for a decision. */
export function AdjustmentDecisionById({ id, onDone }: { id: string; onDone: () => void }) {
  const proposals = useRecords(adjustmentList, { status: 'proposed', page_size: '100' });
  const row = proposals.data?.results.find(({ uuid }) => uuid === id);
  if (row) return <AdjustmentDecision row={row} onDone={onDone} />;
  if (proposals.isPending) return null;
  return (
    <Link to="/admin/payments/adjustments?status=proposed" className="link text-sm">
      Decide
    </Link>
  );
}
