import { useApiForm } from '#client/use-api-form.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { toast } from '#ui/toast.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { useRevokeKey } from './queries.ts';

type RevokeKeyDialogProps = { apiKey: ApiKeyWire; onClose: () => void };

/** Revoking is permanent, so the name has to be typed. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { name } = apiKey;
  const revoke = useRevokeKey(apiKey.id);
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { typed: '', reason: '' },
    rules: ({ typed }) =>
      typed.trim() === name ? {} : { typed: `Type the name exactly: ${name}` },
    toBody: ({ reason }) => ({ reason }),
    save: async ({ reason }) => {
      await revoke.mutateAsync(reason);
      toast.success(`Key ${name} revoked`);
      onClose();
    },
  });
  const field = useFormFields(form);
  return (
    <FormDialog
      title={`Revoke key ${name}?`}
      description="Calls with it are refused at once. This can't be undone."
      size="small"
      submitLabel="Revoke key"
      busyLabel="Revoking..."
      cancelLabel="Keep it"
      tone="danger"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <TextField
        label={`Type ${name} to confirm`}
        autoComplete="off"
        spellCheck={false}
        required
        {...field('typed')}
      />
      <TextField
        label="Reason"
        help="For your own records."
        maxLength={500}
        autoComplete="off"
        {...field('reason')}
      />
    </FormDialog>
  );
}
