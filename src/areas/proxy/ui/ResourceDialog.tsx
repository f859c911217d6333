import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import type { ResourceWire } from '../contract.ts';
import { useCreateResource, useEditResource } from './queries.ts';
import { ResourceFields } from './ResourceFields.tsx';
import {
  emptyValues,
  type ResourceValues,
  toBody,
  useResourceForm,
  valuesOf,
} from './resource-form.ts';

type FormDialogProps = {
  title: string;
  start: ResourceValues;
  isNew: boolean;
  save: (values: ResourceValues) => Promise<unknown>;
  onClose: () => void;
};

function FormDialog({ title, start, isNew, save, onClose }: FormDialogProps) {
  const id = useId();
  const { form, submit } = useResourceForm(start, save);
  const { isSubmitting } = form.formState;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isSubmitting && onClose()}
      title={title}
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
            {isNew ? 'Make resource' : 'Save resource'}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <ResourceFields form={form} isNew={isNew} />
      </form>
    </Dialog>
  );
}

type NewResourceProps = { onMade: (resource: ResourceWire) => void; onClose: () => void };

export function NewResourceDialog({ onMade, onClose }: NewResourceProps) {
  const create = useCreateResource();
  const save = async (values: ResourceValues) => onMade(await create.mutateAsync(toBody(values)));
  const title = 'Make a resource';
  return <FormDialog {...{ title, save, onClose }} start={emptyValues} isNew />;
}

type EditResourceProps = { resource: ResourceWire; onClose: () => void };

export function EditResourceDialog({ resource, onClose }: EditResourceProps) {
  const edit = useEditResource(resource.name);
  async function save(values: ResourceValues) {
    await edit.mutateAsync(toBody(values));
    onClose();
  }
  const title = `Settings of ${resource.name}`;
  return <FormDialog {...{ title, save, onClose }} start={valuesOf(resource)} isNew={false} />;
}
