import { useApiForm } from '#client/use-api-form.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import type { ApiKeyWire, NewApiKeyWire } from '../../wire/index.ts';
import { useRotateKey } from './queries.ts';

const overlaps = [
  { value: '0', label: 'None: revoke it now' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
];

type RotateKeyDialogProps = {
  apiKey: ApiKeyWire;
  onCreated: (key: NewApiKeyWire) => void;
  onClose: () => void;
};

export function RotateKeyDialog({ apiKey, onCreated, onClose }: RotateKeyDialogProps) {
  const rotate = useRotateKey(apiKey.id);
  const { form, submit, isBusy } = useApiForm({
    defaultValues: { overlap: '86400' },
    fieldNames: { overlap_seconds: 'overlap' },
    toBody: ({ overlap }) => ({ overlap_seconds: Number(overlap) }),
    save: async (body) => onCreated(await rotate.mutateAsync(body)),
  });
  return (
    <FormDialog
      title={`Rotate key ${apiKey.name}`}
      description="You get a new key with the same name, scopes and addresses."
      size="small"
      submitLabel="Rotate key"
      busyLabel="Rotating..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <SelectField
        label="Keep the old key for"
        help="Time to replace it wherever it is used."
        options={overlaps}
        error={form.formState.errors.overlap?.message}
        {...form.register('overlap')}
      />
    </FormDialog>
  );
}
