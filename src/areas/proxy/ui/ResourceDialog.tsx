import { FormDialog } from '#ui/FormDialog.tsx';
import type { ResourceWire } from '../contract.ts';
import { useCreateResource, useEditResource } from './queries.ts';
import { ResourceFields } from './ResourceFields.tsx';
import { emptyValues, toBody, useResourceForm, valuesOf } from './resource-form.ts';

type NewResourceProps = { onMade: (resource: ResourceWire) => void; onClose: () => void };

export function NewResourceDialog({ onMade, onClose }: NewResourceProps) {
  const create = useCreateResource();
  const { form, submit } = useResourceForm(emptyValues, async (values) =>
    onMade(await create.mutateAsync(toBody(values))),
  );
  return (
    <FormDialog
      title="Make a resource"
      submitLabel="Make resource"
      busyLabel="Saving..."
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <ResourceFields form={form} isNew />
    </FormDialog>
  );
}

type EditResourceProps = { resource: ResourceWire; onClose: () => void };

export function EditResourceDialog({ resource, onClose }: EditResourceProps) {
  const edit = useEditResource(resource.name);
  const { form, submit } = useResourceForm(valuesOf(resource), async (values) => {
    await edit.mutateAsync(toBody(values));
    onClose();
  });
  return (
    <FormDialog
      title={`Settings of ${resource.name}`}
      submitLabel="Save resource"
      busyLabel="Saving..."
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <ResourceFields form={form} isNew={false} />
    </FormDialog>
  );
}
