import { FormDialog } from '#ui/FormDialog.tsx';
import type { NewApiKeyWire } from '../../contract.ts';
import { KeyFields } from './KeyFields.tsx';
import { emptyValues, toCreateBody } from './key-form.ts';
import { useCreateKey } from './queries.ts';
import { useKeyForm } from './use-key-form.ts';

type CreateKeyDialogProps = { onMade: (key: NewApiKeyWire) => void; onClose: () => void };

export function CreateKeyDialog({ onMade, onClose }: CreateKeyDialogProps) {
  const create = useCreateKey();
  const { form, submit } = useKeyForm(emptyValues, async (values) =>
    onMade(await create.mutateAsync(toCreateBody(values))),
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
