import { type SubmitEvent, useId, useState } from 'react';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { usePropose } from './queries.ts';

const directions = [
  { value: 'credit', label: 'Put into the wallet' },
  { value: 'debit', label: 'Take out of the wallet' },
];

export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [key] = useState(() => crypto.randomUUID());
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
      // Another try with other words is another proposal.
      { body, key: `${key}:${JSON.stringify(body).length}:${body.amount}:${body.user}` },
      {
        onSuccess: () => {
          toast.success('Proposed. Somebody else has to approve it.');
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !propose.isPending && onClose()}
      title="Propose an adjustment"
      description="Nothing moves until somebody else approves it."
      size="small"
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={propose.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isBusy={propose.isPending}
            busyLabel="Proposing..."
          >
            Propose
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid gap-5">
        {propose.isError && Object.keys(errors).length === 0 && (
          <Banner tone="error">{messageOf(propose.error)}</Banner>
        )}
        <TextField
          label="Account number"
          name="user"
          inputMode="numeric"
          help="It stands on the user's page, under Profile."
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
      </form>
    </Dialog>
  );
}
