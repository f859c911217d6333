import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import type { ResourceWire } from '../../wire/index.ts';
import { resourceDefaults } from '../../wire/resources.constants.ts';
import { type ResourceBody, useCreateResource, useEditResource } from '../queries.ts';
import { ResourceFields } from './ResourceFields.tsx';
import { type ResourceValues, toBody, toValues } from './resource-form.ts';

type ResourceDialogProps = {
  title: string;
  submitLabel: string;
  start: ResourceValues;
  isNew: boolean;
  save: (body: ResourceBody) => Promise<void>;
  onClose: () => void;
};

const loadSchema = async () => {
  const { resourceSchema } = await import('../../wire/resources.form.ts');
  return resourceSchema.partial({ sticky_ttl_seconds: true });
};

function ResourceDialog({ title, submitLabel, start, isNew, save, onClose }: ResourceDialogProps) {
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: start,
    toBody,
    loadSchema,
    save,
  });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={useLeaveGuard(hasChanges)}
    >
      <ResourceFields form={form} isNew={isNew} />
    </FormDialog>
  );
}

type NewResourceProps = { onCreated: (resource: ResourceWire) => void; onClose: () => void };

export function NewResourceDialog({ onCreated, onClose }: NewResourceProps) {
  const create = useCreateResource();
  return (
    <ResourceDialog
      title="Create a resource"
      submitLabel="Create resource"
      start={toValues({ ...resourceDefaults, name: '', target_hosts: [] })}
      isNew
      save={async (body) => onCreated(await create.mutateAsync(body))}
      onClose={onClose}
    />
  );
}

type EditResourceProps = { resource: ResourceWire; onClose: () => void };

export function EditResourceDialog({ resource, onClose }: EditResourceProps) {
  const edit = useEditResource(resource.name);
  return (
    <ResourceDialog
      title={`Settings of ${resource.name}`}
      submitLabel="Save resource"
      start={toValues(resource)}
      isNew={false}
      save={async (body) => {
        await edit.mutateAsync(body);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
