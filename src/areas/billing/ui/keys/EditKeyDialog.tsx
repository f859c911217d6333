import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toast.ts';
import type { ApiKeyWire } from '../../contract.ts';
import { KeyFields } from './KeyFields.tsx';
import { toEditBody, valuesOf } from './key-form.ts';
import { useEditKey } from './queries.ts';
import { useKeyForm } from './use-key-form.ts';

type EditKeyDialogProps = { apiKey: ApiKeyWire; onClose: () => void };

export function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  const id = useId();
  const edit = useEditKey(apiKey.id);
  const { form, submit } = useKeyForm(valuesOf(apiKey), async (values) => {
    await edit.mutateAsync(toEditBody(values));
    toast.success(`Key ${values.name.trim()} saved`);
    onClose();
  });
  const { isSubmitting } = form.formState;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isSubmitting && onClose()}
      title={`Edit key ${apiKey.name}`}
      description="The key itself stays the same; changes hold from the next call."
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
            busyLabel="Saving..."
          >
            Save key
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <KeyFields form={form} edited={apiKey} />
      </form>
    </Dialog>
  );
}
