import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { type ApiForm, useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import type { ImportResultWire } from '../../wire/index.ts';
import {
  type Protocol,
  type ProxyType,
  protocols,
  proxyTypes,
} from '../../wire/proxies.constants.ts';
import type { ImportBody } from '../queries.ts';
import { ImportSummary } from './ImportSummary.tsx';
import { listRemainingLines, type RemainingLines } from './remaining-lines.ts';

const options = (words: readonly string[]) =>
  words.map((value) => ({ value, label: value.toUpperCase() }));
const typeOptions = [
  { value: '', label: 'As listed, otherwise datacenter' },
  ...proxyTypes.map((value) => ({
    value,
    label: value === 'isp' ? 'ISP' : value.charAt(0).toUpperCase() + value.slice(1),
  })),
];

type Values = {
  text: string;
  protocol: Protocol;
  type: ProxyType | '';
  country_code: string;
  provider: string;
  replaces_credentials: boolean;
};
const emptyValues: Values = {
  text: '',
  protocol: 'http',
  type: '',
  country_code: '',
  provider: '',
  replaces_credentials: false,
};

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

/** Defaults for lines without their own values. */
function DefaultFields({ form }: { form: ApiForm<Values> }) {
  const { errors } = useFormState({ control: form.control });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Default protocol"
        options={options(protocols)}
        {...form.register('protocol')}
      />
      <SelectField label="Type" options={typeOptions} {...form.register('type')} />
      <TextField
        label="Country"
        help="Two letters; empty when unknown."
        maxLength={2}
        autoComplete="off"
        error={errors.country_code?.message}
        {...form.register('country_code')}
      />
      <TextField
        label="Provider"
        maxLength={100}
        autoComplete="off"
        error={errors.provider?.message}
        {...form.register('provider')}
      />
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
  const guard = useLeaveGuard(hasChanges);
  const remaining =
    result && sentText !== undefined && result.rejected.length > 0
      ? listRemainingLines(sentText, result)
      : null;
  function showRemaining(result: ImportResultWire, { text, rejected }: RemainingLines) {
    form.setValue('text', text, { shouldDirty: true });
    setResult({ ...result, rejected });
    setSentText(undefined);
    form.setFocus('text');
  }
  return (
    <>
      <FormDialog
        title={title}
        size="large"
        submitLabel="Add proxies"
        busyLabel="Adding..."
        cancelLabel={result ? 'Done' : 'Cancel'}
        isBusy={isBusy}
        onSubmit={submit}
        onClose={() => guard.ask(onClose)}
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
          error={errors.text?.message}
          {...form.register('text')}
        />
        <FileButton
          onRead={(text) =>
            form.setValue('text', text, { shouldDirty: true, shouldValidate: true })
          }
        />
        <DefaultFields form={form} />
        <Checkbox
          label="Replace credentials"
          help="An address that you have once gets the new user name and password. Otherwise another user name is another proxy."
          {...form.register('replaces_credentials')}
        />
      </FormDialog>
      <LeaveDialog guard={guard}>The lines are not added yet and will be lost.</LeaveDialog>
    </>
  );
}
