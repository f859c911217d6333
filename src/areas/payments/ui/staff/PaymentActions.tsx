import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { ReviewedPaymentWire } from '../../contract.ts';
import { usePaymentSteps } from './queries.ts';

type Step = 'refund' | 'complete' | 'cancel';
const words: Record<
  Step,
  { item: string; title: string; description: string; label: string; done: string }
> = {
  refund: {
    item: 'Propose a refund',
    title: 'Propose to refund',
    description: 'It goes back through its provider, once somebody else approves.',
    label: 'Propose refund',
    done: 'Proposed. Somebody else has to approve it.',
  },
  complete: {
    item: 'Propose to complete',
    title: 'Propose to complete',
    description: 'What is missing is credited by hand, once somebody else approves.',
    label: 'Propose completion',
    done: 'Proposed. Somebody else has to approve it.',
  },
  cancel: {
    item: 'Cancel it',
    title: 'Cancel',
    description: 'The customer can start a new one. Money that comes all the same is credited.',
    label: 'Cancel payment',
    done: 'The payment is cancelled',
  },
};

function stepsOf({ status, credited_amount }: ReviewedPaymentWire): readonly Step[] {
  if (status === 'refunded') return [];
  if (status === 'completed') return ['refund'];
  if (status === 'pending') return ['complete', 'cancel'];
  return credited_amount === null ? ['complete'] : ['refund', 'complete'];
}

const refundFields = (currency: string) => (
  <TextField
    label="Amount"
    name="amount"
    inputMode="decimal"
    suffix={currency}
    isNumeric
    help="Empty: all that is left of it."
  />
);

export function PaymentActions({ payment }: { payment: ReviewedPaymentWire }) {
  const { may } = useViewer();
  const [step, setStep] = useState<Step>();
  const take = usePaymentSteps(payment.uuid);
  const steps = stepsOf(payment);
  if (!may('payments.decide') || steps.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="small" isIconOnly icon={<Ellipsis size={18} aria-hidden />}>
            Actions for {payment.internal_id}
          </Button>
        }
      >
        {steps.map((one) => (
          <MenuItem
            key={one}
            onSelect={() => setStep(one)}
            {...(one === 'cancel' && { tone: 'danger' })}
          >
            {words[one].item}
          </MenuItem>
        ))}
      </Menu>
      {step && (
        <ReasonDialog
          title={`${words[step].title} ${payment.internal_id}?`}
          description={words[step].description}
          confirmLabel={words[step].label}
          busyLabel="Working..."
          tone={step === 'cancel' ? 'danger' : 'primary'}
          fields={step === 'refund' && refundFields(payment.currency)}
          onClose={() => setStep(undefined)}
          onConfirm={async (reason, form) => {
            await take[step](reason, String(form.get('amount') ?? '').trim());
            toast.success(words[step].done);
          }}
        />
      )}
    </>
  );
}
