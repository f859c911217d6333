import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import type { ProxySourceWire } from '../../wire/index.ts';
import type { SourceBody, SourceCalls, SourceChanges } from './queries.ts';
import { AddressFields, RefreshFields, SecretFields } from './SourceFields.tsx';
import {
  emptyValues,
  type SourceValues,
  toChanges,
  toCreateBody,
  toValues,
} from './source-form.ts';

const loadModule = () => import('../../wire/proxy-sources.form.ts');

type CreateProps = {
  create: SourceCalls['create'];
  onDone: (source: ProxySourceWire) => void;
  onClose: () => void;
};

export function CreateSource({ create, onDone, onClose }: CreateProps) {
  const { form, submit, isBusy, hasChanges } = useApiForm<SourceValues, SourceBody>({
    defaultValues: emptyValues,
    loadSchema: () => loadModule().then(({ createSourceBody }) => createSourceBody),
    toBody: toCreateBody,
    save: async (body, { idempotencyKey }) => onDone(await create({ body, idempotencyKey })),
  });
  return (
    <FormDialog
      title="Add a source"
      description="The list is loaded at once and then regularly. Proxies that you added by hand stay as they are."
      size="large"
      submitLabel="Add source"
      busyLabel="Adding..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={useLeaveGuard(hasChanges)}
      loss="The source is not added yet."
    >
      <FormError form={form} title="The source was not added" />
      <AddressFields form={form} source={undefined} />
      <SecretFields form={form} source={undefined} />
      <RefreshFields form={form} />
    </FormDialog>
  );
}

type EditProps = {
  source: ProxySourceWire;
  update: SourceCalls['update'];
  onDone: (source: ProxySourceWire) => void;
  onClose: () => void;
};

export function EditSource({ source, update, onDone, onClose }: EditProps) {
  const { form, submit, isBusy, hasChanges } = useApiForm<SourceValues, SourceChanges>({
    defaultValues: toValues(source),
    loadSchema: () => loadModule().then(({ updateSourceBody }) => updateSourceBody),
    toBody: toChanges,
    save: async (body) => onDone(await update({ id: source.id, body })),
  });
  return (
    <FormDialog
      title={`Edit source ${source.name}`}
      description="The list is loaded again at once."
      size="large"
      submitLabel="Save source"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={useLeaveGuard(hasChanges)}
      loss="Your changes of the source are not saved."
    >
      <FormError form={form} title="The source was not saved" />
      <AddressFields form={form} source={source} />
      <SecretFields form={form} source={source} />
      <RefreshFields form={form} />
    </FormDialog>
  );
}
