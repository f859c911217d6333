import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import type { ImportResultWire } from '../../wire/index.ts';
import { emptyListDefaults, ListDefaultFields, type ListDefaults } from '../ListDefaultFields.tsx';
import type { ImportBody } from '../queries.ts';
import { ImportSummary } from './ImportSummary.tsx';
import { listRemainingLines, type RemainingLines } from './remaining-lines.ts';

type Values = ListDefaults & { text: string; replaces_credentials: boolean };
const emptyValues: Values = { ...emptyListDefaults, text: '', replaces_credentials: false };

const toBody = ({ type, country_code, replaces_credentials, ...values }: Values): ImportBody => ({
  ...values,
  ...(replaces_credentials && { replaces_credentials }),
  ...(type && { type }),
  ...(country_code && { country_code }),
});

const loadSchema = () => import('../../wire/proxies.form.ts').then((module) => module.importBody);

/** Loads the text of a file into the form, for review before it is sent. */
function FileButton({ onRead }: { onRead: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) onRead(await file.text());
    // So that the same file can be selected again.
    target.value = '';
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.json,text/csv,text/plain,application/json"
        aria-label="File with proxies"
        tabIndex={-1}
        className="sr-only"
        onChange={take}
      />
      <Button
        size="small"
        icon={<Upload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Choose a file
      </Button>
    </div>
  );
}

type AddProxiesProps = {
  title: string;
  add: (body: ImportBody) => Promise<ImportResultWire>;
  onClose: () => void;
};

/** Imports lines, CSV or JSON. Stays open to show rejected lines. */
export function AddProxiesDialog({ title, add, onClose }: AddProxiesProps) {
  const [result, setResult] = useState<ImportResultWire>();
  const [sentText, setSentText] = useState<string>();
  const { form, submit, isBusy, hasChanges } = useApiForm<Values, ImportBody>({
    defaultValues: emptyValues,
    toBody,
    loadSchema,
    save: async (body, { values }) => {
      setResult(await add(body));
      setSentText(values.text);
      // Marks the form as saved. Without keepValues the fields would be registered again.
      form.reset(values, { keepValues: true });
    },
  });
  const { errors } = form.formState;
  const field = useFormFields(form);
  const remaining =
    result && sentText !== undefined && result.rejected.length > 0
      ? listRemainingLines(sentText, result)
      : null;
  function showRemaining(result: ImportResultWire, { text, rejected }: RemainingLines) {
    form.setValue('text', text, { shouldDirty: true });
    // The numbers of the others were those of the whole list.
    setResult({ ...result, rejected, lines: [], duplicates: 0 });
    setSentText(undefined);
    form.setFocus('text');
  }
  return (
    <FormDialog
      title={title}
      size="large"
      submitLabel="Add proxies"
      busyLabel="Adding..."
      cancelLabel={result ? 'Done' : 'Cancel'}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
      guard={useLeaveGuard(hasChanges)}
      loss="The lines are not added yet and will be lost."
    >
      {result && (
        <ImportSummary
          result={result}
          onShowRemaining={remaining ? () => showRemaining(result, remaining) : undefined}
        />
      )}
      <FormError form={form} />
      <TextArea
        label="Proxies"
        help="One per line: host:port, host:port:user:password or a URL. CSV needs a header with host and port. JSON is a list of objects."
        required
        isCode
        rows={8}
        spellCheck={false}
        {...field('text')}
      />
      <FileButton
        onRead={(text) => form.setValue('text', text, { shouldDirty: true, shouldValidate: true })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <ListDefaultFields register={form.register} errors={errors} />
      </div>
      <Checkbox
        label="Replace credentials"
        help="An address that you have once gets the new user name and password. Otherwise another user name is another proxy."
        {...form.register('replaces_credentials')}
      />
    </FormDialog>
  );
}
