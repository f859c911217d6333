import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import type { NewApiKeyWire } from '../../contract.ts';
import { KeyFields } from './KeyFields.tsx';
import { emptyValues, toCreateBody } from './key-form.ts';
import { useCreateKey } from './queries.ts';
import { useKeyForm } from './use-key-form.ts';

type CreateKeyDialogProps = { onMade: (key: NewApiKeyWire) => void; onClose: () => void };

export function CreateKeyDialog({ onMade, onClose }: CreateKeyDialogProps) {
  const id = useId();
  const create = useCreateKey();
  const { form, submit } = useKeyForm(emptyValues, async (values) =>
    onMade(await create.mutateAsync(toCreateBody(values))),
  );
  const { isSubmitting } = form.formState;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isSubmitting && onClose()}
      title="Create an API key"
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isBusy={isSubmitting}
            busyLabel="Creating..."
          >
            Create key
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <KeyFields form={form} />
      </form>
    </Dialog>
  );
}
