import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import { toast } from '#ui/toast.ts';
import type { ReviewedPaymentWire } from '../../wire/reviews.ts';
import { usePaymentSteps } from './queries.ts';
import { RefundDialog } from './RefundDialog.tsx';

type Step = 'refund' | 'complete' | 'cancel';
const items: Record<Step, string> = {
  refund: 'Propose a refund',
  complete: 'Propose to complete',
  cancel: 'Cancel it',
};
const dialogs: Record<
  Exclude<Step, 'refund'>,
  { title: string; description: string; label: string; done: string }
> = {
  complete: {
    title: 'Propose to complete',
    description: 'The missing amount is credited once someone else approves.',
    label: 'Propose completion',
    done: 'Proposed. Someone else must approve it.',
  },
  cancel: {
    title: 'Cancel',
    description: 'The customer can start a new payment. Money that still arrives is credited.',
    label: 'Cancel payment',
    done: 'The payment is cancelled',
  },
};

function listSteps({ status, credited_amount }: ReviewedPaymentWire): readonly Step[] {
  if (status === 'refunded') return [];
  if (status === 'completed') return ['refund'];
  if (status === 'pending') return ['complete', 'cancel'];
  return credited_amount === null ? ['complete'] : ['refund', 'complete'];
}

export function PaymentActions({ payment }: { payment: ReviewedPaymentWire }) {
  const { may } = useViewer();
  const [step, setStep] = useState<Step>();
  const take = usePaymentSteps(payment.uuid);
  const steps = listSteps(payment);
  if (!may('payments.decide') || steps.length === 0) return null;
  return (
    <>
      <RowMenu name={payment.internal_id}>
        {steps.map((one) => (
          <MenuItem
            key={one}
            onSelect={() => setStep(one)}
            {...(one === 'cancel' && { tone: 'danger' })}
          >
            {items[one]}
          </MenuItem>
        ))}
      </RowMenu>
      {step === 'refund' && <RefundDialog payment={payment} onClose={() => setStep(undefined)} />}
      {step && step !== 'refund' && (
        <ReasonDialog
          title={`${dialogs[step].title} ${payment.internal_id}?`}
          description={dialogs[step].description}
          confirmLabel={dialogs[step].label}
          busyLabel="Working..."
          tone={step === 'cancel' ? 'danger' : 'primary'}
          onClose={() => setStep(undefined)}
          onConfirm={async (reason) => {
            await take[step](reason);
            toast.success(dialogs[step].done);
          }}
        />
      )}
    </>
  );
}
