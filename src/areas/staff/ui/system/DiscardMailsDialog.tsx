import { useApiForm } from '#client/use-api-form.ts';
import { formatCount } from '#lib/format.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useDiscardMails } from './queries.ts';

export function DiscardMailsDialog({ onClose }: { onClose: () => void }) {
  const discard = useDiscardMails();
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { older_than_days: '2' },
    loadSchema: () =>
      import('../../wire/mail-hold.form.ts').then((module) => module.discardMailsBody),
    // An empty field must not mean 0, which discards everything.
    rules: ({ older_than_days: days }): { older_than_days?: string } =>
      /^\d+$/.test(days.trim()) ? {} : { older_than_days: 'Enter a whole number of days.' },
    toBody: ({ older_than_days: days }) => ({ older_than_days: Number(days) }),
    save: async (body) => {
      const { discarded } = await discard.mutateAsync(body);
      toast.success(`${formatCount(discarded, 'mail')} discarded`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Discard old mails?"
      description="They are not sent. Until 90 days after they were written they stay in the mail log, where each can be sent again, except mails with a code."
      size="small"
      submitLabel="Discard mails"
      busyLabel="Discarding..."
      tone="danger"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <TextField
        label="Older than"
        suffix="days"
        help="0 discards all held mails."
        inputMode="numeric"
        isNumeric
        required
        error={form.formState.errors.older_than_days?.message}
        {...form.register('older_than_days')}
      />
    </FormDialog>
  );
}
