import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { KeyFields } from './KeyFields.tsx';
import { keyFieldNames, keyRules, toEditBody, toFormValues } from './key-form.ts';
import { useEditKey } from './queries.ts';

type EditKeyDialogProps = { apiKey: ApiKeyWire; onClose: () => void };

export function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  const edit = useEditKey(apiKey.id);
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: toFormValues(apiKey),
    loadSchema: () => import('../../wire/keys.form.ts').then((module) => module.updateKeyBody),
    rules: keyRules,
    fieldNames: keyFieldNames,
    toBody: (values) => toEditBody(values, apiKey),
    save: async (body) => {
      const { name } = await edit.mutateAsync(body);
      toast.success(`Key ${name} saved`);
      onClose();
    },
  });
  const guard = useLeaveGuard(hasChanges);
  return (
    <>
      <FormDialog
        title={`Edit key ${apiKey.name}`}
        description="The key itself stays the same; changes apply from the next call."
        submitLabel="Save key"
        busyLabel="Saving..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <KeyFields form={form} edited={apiKey} />
      </FormDialog>
      <LeaveDialog guard={guard}>Your changes of the key are not saved.</LeaveDialog>
    </>
  );
}
