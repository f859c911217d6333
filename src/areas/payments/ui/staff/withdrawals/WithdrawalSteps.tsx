import { useState } from 'react';
import { useApiForm } from '#client/use-api-form.ts';
import { useViewer } from '#client/viewer.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { StaffWithdrawalWire } from '../../../wire/staff-withdrawals.ts';
import { loadSettleSchema, useWithdrawalSteps } from './withdrawal-queries.ts';

type Step = 'approve' | 'reject' | 'settle' | 'return';
type RowProps = { row: StaffWithdrawalWire };
type DialogProps = RowProps & { onClose: () => void };

const describeWithdrawal = ({ amount, currency, user }: StaffWithdrawalWire) =>
  `${formatMoney(amount, currency)} for ${user.email}`;

/** What this person may do now: the server checks the same. */
function stepsFor(row: StaffWithdrawalWire, viewerId: number | undefined): Step[] {
  const { status, user, approved_by, settled_by, destination } = row;
  if (user.id === viewerId) return [];
  if (status === 'requested') return ['approve', 'reject'];
  if (status === 'approved')
    return approved_by?.id === viewerId ? ['reject'] : ['settle', 'reject'];
  const canReturn = destination.kind !== 'payment' && settled_by?.id !== viewerId;
  return status === 'settled' && canReturn ? ['return'] : [];
}

const labels: Record<Step, string> = {
  approve: 'Approve',
  reject: 'Reject',
  settle: 'Pay out',
  return: 'Came back',
};

function SettleDialog({ row, onClose }: DialogProps) {
  const { settle } = useWithdrawalSteps(row.uuid);
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { reference: '' },
    loadSchema: loadSettleSchema,
    rules: ({ reference }) => ({
      reference: reference.trim() ? undefined : 'Enter the reference of the transfer.',
    }),
    save: async ({ reference }, { idempotencyKey }) => {
      await settle(reference.trim(), idempotencyKey);
      toast.success('Paid out. The customer gets a mail.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Pay out ${describeWithdrawal(row)}?`}
      description={`Send ${formatMoney(row.net, row.currency)} to the destination first, then enter its reference here. The money leaves the wallet at once.`}
      size="small"
      submitLabel="Paid out"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <TextField
        label="Reference"
        autoComplete="off"
        maxLength={120}
        required
        help="Of the bank transfer or the transaction. The customer sees it."
        error={form.formState.errors.reference?.message}
        {...form.register('reference')}
      />
    </FormDialog>
  );
}

function StepDialog({ row, step, onClose }: DialogProps & { step: Step }) {
  const steps = useWithdrawalSteps(row.uuid);
  if (step === 'settle' && row.destination.kind !== 'payment')
    return <SettleDialog row={row} onClose={onClose} />;
  if (step === 'approve' || step === 'settle')
    return (
      <ConfirmDialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={`${labels[step]} ${describeWithdrawal(row)}?`}
        description={
          step === 'approve'
            ? 'Somebody else then pays it out. The customer can no longer cancel it.'
            : `The provider is asked to refund ${formatMoney(row.net, row.currency)} of payment ${row.payment_number}. The money leaves the wallet at once.`
        }
        confirmLabel={labels[step]}
        tone="primary"
        onConfirm={async () => {
          await (step === 'approve' ? steps.approve() : steps.settle(''));
          toast.success(step === 'approve' ? 'Approved' : 'The provider has been asked.');
        }}
      />
    );
  return (
    <ReasonDialog
      title={
        step === 'reject'
          ? `Reject ${describeWithdrawal(row)}?`
          : `Did ${describeWithdrawal(row)} come back?`
      }
      description={
        step === 'reject'
          ? 'The amount is available to the customer again, who reads the reason.'
          : 'The amount goes back into the wallet and is held for another try. The customer reads the reason.'
      }
      confirmLabel={labels[step]}
      busyLabel="Saving..."
      onClose={onClose}
      onConfirm={(reason) => (step === 'reject' ? steps.reject(reason) : steps.giveBack(reason))}
    />
  );
}

export function WithdrawalSteps({ row }: RowProps) {
  const { id } = useViewer();
  const [step, setStep] = useState<Step>();
  return (
    <>
      {stepsFor(row, id).map((one) => (
        <Button
          key={one}
          variant={one === 'approve' || one === 'settle' ? 'primary' : 'secondary'}
          onClick={() => setStep(one)}
        >
          {labels[one]}
        </Button>
      ))}
      {step && <StepDialog row={row} step={step} onClose={() => setStep(undefined)} />}
    </>
  );
}
