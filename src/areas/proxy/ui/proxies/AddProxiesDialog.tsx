import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { type ApiForm, useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { formatCount } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
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
};
const emptyValues: Values = {
  text: '',
  protocol: 'http',
  type: '',
  country_code: '',
  provider: '',
};

const toBody = ({ type, country_code, ...values }: Values): ImportBody => ({
  ...values,
  ...(type && { type }),
  ...(country_code && { country_code }),
});

const loadSchema = () => import('../../wire/proxies.form.ts').then((module) => module.importBody);

function ImportSummary({ result }: { result: ImportResultWire }) {
  const { added, updated, rejected, rejected_total } = result;
  const unnamed = rejected_total - rejected.length;
  return (
    <Banner
      tone={rejected.length > 0 ? 'warning' : 'success'}
      title={`${formatCount(added)} added, ${formatCount(updated)} updated`}
    >
      {rejected.length > 0 && (
        <ul className="max-h-40 overflow-auto text-sm">
          {rejected.map(({ line, error }) => (
            <li key={line}>{`Line ${line}: ${error}`}</li>
          ))}
          {unnamed > 0 && <li>{`And ${formatCount(unnamed)} more lines.`}</li>}
        </ul>
      )}
    </Banner>
  );
}

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
        accept=".csv,.txt,text/csv,text/plain"
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

/** Imports lines or CSV. Stays open to show rejected lines. */
export function AddProxiesDialog({ title, add, onClose }: AddProxiesProps) {
  const [result, setResult] = useState<ImportResultWire>();
  const { form, submit, isBusy, hasChanges } = useApiForm<Values, ImportBody>({
    defaultValues: emptyValues,
    toBody,
    loadSchema,
    save: async (body, { values }) => {
      setResult(await add(body));
      // Marks the form as saved. Without keepValues the fields would be registered again.
      form.reset(values, { keepValues: true });
    },
  });
  const { errors } = form.formState;
  const guard = useLeaveGuard(hasChanges);
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
        {result && <ImportSummary result={result} />}
        <FormError form={form} />
        <TextArea
          label="Proxies"
          help="One per line: host:port, host:port:user:password or a URL. CSV needs a header with host and port."
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
      </FormDialog>
      <LeaveDialog guard={guard}>The lines are not added yet and will be lost.</LeaveDialog>
    </>
  );
}
