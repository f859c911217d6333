import type { SubmitEvent } from 'react';
import { useIdempotencyKey } from '#client/use-idempotency-key.ts';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { usePropose } from './queries.ts';

const directions = [
  { value: 'credit', label: 'Put into the wallet' },
  { value: 'debit', label: 'Take out of the wallet' },
];

export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const attempt = useIdempotencyKey();
  const propose = usePropose();
  const errors = propose.error instanceof CallError ? fieldMessages(propose.error.body).fields : {};

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const body = {
      kind: 'adjustment' as const,
      user: Number(text('user')),
      direction: text('direction') === 'debit' ? ('debit' as const) : ('credit' as const),
      amount: text('amount'),
      reason: text('reason'),
    };
    propose.mutate(
      { body, key: attempt.keyFor(body) },
      {
        onSuccess: () => {
          toast.success('Proposed. Someone else must approve it.');
          onClose();
        },
        onSettled: (_proposal, error) => attempt.endAttempt(error),
      },
    );
  }

  return (
    <FormDialog
      title="Propose an adjustment"
      description="No money moves until someone else approves it."
      size="small"
      submitLabel="Propose"
      busyLabel="Proposing..."
      isBusy={propose.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {propose.isError && Object.keys(errors).length === 0 && (
        <Banner tone="error">{errorMessage(propose.error)}</Banner>
      )}
      <TextField
        label="Account number"
        name="user"
        inputMode="numeric"
        help="You find it on the user's page, under Profile."
        required
        error={errors.user?.[0]}
      />
      <SelectField label="Direction" name="direction" options={directions} />
      <TextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        suffix="USD"
        isNumeric
        required
        error={errors.amount?.[0]}
      />
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        maxLength={500}
        required
        error={errors.reason?.[0]}
      />
    </FormDialog>
  );
}
