import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import type { NewApiKeyWire } from '../../wire/index.ts';
import { KeyFields } from './KeyFields.tsx';
import { emptyValues, toCreateBody } from './key-form.ts';
import { useCreateKey } from './queries.ts';
import { useKeyForm } from './use-key-form.ts';

type CreateKeyDialogProps = { onCreated: (key: NewApiKeyWire) => void; onClose: () => void };

export function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const create = useCreateKey();
  const { form, submit } = useKeyForm(emptyValues, async (values) =>
    onCreated(await create.mutateAsync(toCreateBody(values))),
  );
  return (
    <FormDialog
      title="Create an API key"
      submitLabel="Create key"
      busyLabel="Creating..."
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields form={form} />
    </FormDialog>
  );
}
