import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { KeyFields } from './KeyFields.tsx';
import { toEditBody, valuesOf } from './key-form.ts';
import { useEditKey } from './queries.ts';
import { useKeyForm } from './use-key-form.ts';

type EditKeyDialogProps = { apiKey: ApiKeyWire; onClose: () => void };

export function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  const edit = useEditKey(apiKey.id);
  const { form, submit } = useKeyForm(valuesOf(apiKey), async (values) => {
    await edit.mutateAsync(toEditBody(values));
    toast.success(`Key ${values.name.trim()} saved`);
    onClose();
  });
  return (
    <FormDialog
      title={`Edit key ${apiKey.name}`}
      description="The key itself stays the same; changes apply from the next call."
      submitLabel="Save key"
      busyLabel="Saving..."
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields form={form} edited={apiKey} />
    </FormDialog>
  );
}
