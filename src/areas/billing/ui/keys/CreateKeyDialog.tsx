import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import type { NewApiKeyWire } from '../../wire/index.ts';
import { KeyFields } from './KeyFields.tsx';
import { emptyValues, keyFieldNames, keyRules, toCreateBody } from './key-form.ts';
import { useCreateKey } from './queries.ts';

type CreateKeyDialogProps = { onCreated: (key: NewApiKeyWire) => void; onClose: () => void };

export function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const create = useCreateKey();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: emptyValues,
    loadSchema: () => import('../../wire/keys.form.ts').then((module) => module.createKeyBody),
    rules: keyRules,
    fieldNames: keyFieldNames,
    toBody: toCreateBody,
    save: async (body) => onCreated(await create.mutateAsync(body)),
  });
  const guard = useLeaveGuard(hasChanges);
  return (
    <>
      <FormDialog
        title="Create an API key"
        submitLabel="Create key"
        busyLabel="Creating..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <KeyFields form={form} />
      </FormDialog>
      <LeaveDialog guard={guard}>The key is not created yet.</LeaveDialog>
    </>
  );
}
