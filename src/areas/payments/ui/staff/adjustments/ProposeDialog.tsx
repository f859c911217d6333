import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { toast } from '#ui/toast.ts';
import { loadProposalSchema, type Proposal, usePropose } from '../queries.ts';

const directions = [
  { value: 'credit', label: 'Put into the wallet' },
  { value: 'debit', label: 'Take out of the wallet' },
];

type Values = { user: string; direction: 'credit' | 'debit'; amount: string; reason: string };
const emptyValues: Values = { user: '', direction: 'credit', amount: '', reason: '' };

const rules = ({ user }: Values) => ({
  user: /^\d+$/.test(user.trim()) ? undefined : 'Enter the number of an account.',
});

const toBody = ({ user, direction, amount, reason }: Values): Proposal => ({
  kind: 'adjustment',
  user: Number(user.trim()),
  direction,
  amount: amount.trim(),
  reason: reason.trim(),
});

export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const propose = usePropose();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: emptyValues,
    loadSchema: loadProposalSchema,
    rules,
    toBody,
    save: async (body, { idempotencyKey }) => {
      await propose.mutateAsync({ body, key: idempotencyKey });
      toast.success('Proposed. Someone else must approve it.');
      onClose();
    },
  });
  const guard = useLeaveGuard(hasChanges);
  const field = useFormFields(form);
  return (
    <>
      <FormDialog
        title="Propose an adjustment"
        description="No money moves until someone else approves it."
        size="small"
        submitLabel="Propose"
        busyLabel="Proposing..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <FormError form={form} />
        <TextField
          label="Account number"
          inputMode="numeric"
          help="You find it on the user's page, under Profile."
          required
          {...field('user')}
        />
        <SelectField label="Direction" options={directions} {...field('direction')} />
        <TextField
          label="Amount"
          inputMode="decimal"
          suffix="USD"
          isNumeric
          required
          {...field('amount')}
        />
        <TextArea label="Reason" rows={3} maxLength={500} required {...field('reason')} />
      </FormDialog>
      <LeaveDialog guard={guard}>The adjustment is not proposed yet.</LeaveDialog>
    </>
  );
}
