import { type ApiForm, useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import {
  dailyQuotaDefault,
  embedNameMax,
  embedOriginsMax,
} from '../../wire/embed/embed.constants.ts';
import type { EmbedKeyWire } from '../../wire/embed/embed.ts';
import { type EmbedKeyBody, useCreateEmbedKey, useUpdateEmbedKey } from './queries.ts';

type Values = { name: string; origins: string; daily_quota: string };

const emptyValues: Values = { name: '', origins: '', daily_quota: String(dailyQuotaDefault) };

const toValues = ({ name, origins, daily_quota }: EmbedKeyWire): Values => ({
  name,
  origins: origins.join('\n'),
  daily_quota: String(daily_quota),
});

const readOrigins = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const toBody = ({ name, origins, daily_quota: quota }: Values): EmbedKeyBody => ({
  name: name.trim(),
  origins: readOrigins(origins),
  daily_quota: /^\d+$/.test(quota.trim()) ? Number(quota) : Number.NaN,
});

/** The schema names each site by its number, and the form has one field for all. */
const rules = ({ origins, daily_quota: quota }: Values) => ({
  origins: readOrigins(origins).every((text) => /^https?:\/\/[^\s/*]+/i.test(text))
    ? undefined
    : 'Enter each site with its protocol, such as https://www.example.com.',
  daily_quota: /^\d+$/.test(quota.trim()) ? undefined : 'Enter a whole number.',
});

function EmbedKeyFields({ form }: { form: ApiForm<Values> }) {
  const field = useFormFields(form);
  return (
    <>
      <FormError form={form} title="The calculator was not saved" />
      <TextField
        label="Name"
        help="For your own list: visitors do not see it."
        required
        maxLength={embedNameMax}
        autoComplete="off"
        {...field('name')}
      />
      <TextArea
        label="Sites"
        help={`One a line, at most ${embedOriginsMax}, such as https://www.example.com. Other sites are refused.`}
        required
        isCode
        rows={3}
        spellCheck={false}
        {...field('origins')}
      />
      <TextField
        label="Calculations a day"
        help="By all visitors together. Each one counts for your plan like your own."
        required
        inputMode="numeric"
        autoComplete="off"
        {...field('daily_quota')}
      />
    </>
  );
}

const loadModule = () => import('../../wire/embed/embed.form.ts');

type CreateProps = { onCreated: (key: EmbedKeyWire) => void; onClose: () => void };

export function CreateEmbedKey({ onCreated, onClose }: CreateProps) {
  const create = useCreateEmbedKey();
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: emptyValues,
    loadSchema: () => loadModule().then(({ createEmbedKeyBody }) => createEmbedKeyBody),
    rules,
    toBody,
    save: async (body, { idempotencyKey }) =>
      onCreated(await create.mutateAsync({ body, idempotencyKey })),
  });
  const guard = useLeaveGuard(hasChanges);
  return (
    <>
      <FormDialog
        title="Create a calculator"
        submitLabel="Create calculator"
        busyLabel="Creating..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <EmbedKeyFields form={form} />
      </FormDialog>
      <LeaveDialog guard={guard}>The calculator is not created yet.</LeaveDialog>
    </>
  );
}

type EditProps = { embedKey: EmbedKeyWire; onSaved: (name: string) => void; onClose: () => void };

export function EditEmbedKey({ embedKey, onSaved, onClose }: EditProps) {
  const update = useUpdateEmbedKey(embedKey.id);
  const { form, submit, isBusy, hasChanges } = useApiForm({
    defaultValues: toValues(embedKey),
    loadSchema: () => loadModule().then(({ updateEmbedKeyBody }) => updateEmbedKeyBody),
    rules,
    toBody,
    save: async (body) => onSaved((await update.mutateAsync(body)).name),
  });
  const guard = useLeaveGuard(hasChanges);
  return (
    <>
      <FormDialog
        title={`Edit calculator ${embedKey.name}`}
        description="The HTML on your site stays the same."
        submitLabel="Save calculator"
        busyLabel="Saving..."
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
      >
        <EmbedKeyFields form={form} />
      </FormDialog>
      <LeaveDialog guard={guard}>Your changes of the calculator are not saved.</LeaveDialog>
    </>
  );
}
