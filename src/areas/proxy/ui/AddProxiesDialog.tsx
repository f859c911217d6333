import { Upload } from 'lucide-react';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { CallError, fieldMessages, messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ImportResultWire } from '../contract.ts';
import { protocols, proxyTypes } from '../proxy-words.ts';
import { sayCount } from './proxy-labels.ts';
import type { ImportBody } from './queries.ts';

const options = (words: readonly string[]) =>
  words.map((value) => ({ value, label: value.toUpperCase() }));
const typeOptions = [
  { value: '', label: 'As told, else datacenter' },
  ...proxyTypes.map((value) => ({
    value,
    label: value === 'isp' ? 'ISP' : value.charAt(0).toUpperCase() + value.slice(1),
  })),
];

const read = (form: FormData): ImportBody => ({
  text: String(form.get('text') ?? ''),
  protocol: form.get('protocol') as NonNullable<ImportBody['protocol']>,
  provider: String(form.get('provider') ?? ''),
  ...(form.get('type') && { type: form.get('type') as NonNullable<ImportBody['type']> }),
  ...(form.get('country_code') && { country_code: String(form.get('country_code')) }),
});

function Told({ result }: { result: ImportResultWire }) {
  const { added, updated, rejected, rejected_total } = result;
  const unnamed = rejected_total - rejected.length;
  return (
    <Banner
      tone={rejected.length > 0 ? 'warning' : 'success'}
      title={`${sayCount(added)} added, ${sayCount(updated)} were there already`}
    >
      {rejected.length > 0 && (
        <ul className="max-h-40 overflow-auto text-sm">
          {rejected.map(({ line, error }) => (
            <li key={line}>{`Line ${line}: ${error}`}</li>
          ))}
          {unnamed > 0 && <li>{`And ${sayCount(unnamed)} more lines.`}</li>}
        </ul>
      )}
    </Banner>
  );
}

/** Puts the text of a file where pasted lines stand, to be read before it is sent. */
function FileButton({ onRead }: { onRead: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) onRead(await file.text());
    // The same file can be picked again once it is corrected.
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

type AddProxiesProps = {
  title: string;
  add: (body: ImportBody) => Promise<ImportResultWire>;
  onClose: () => void;
};

/** Pasted lines or CSV; it stays open to tell what was not understood. */
export function AddProxiesDialog({ title, add, onClose }: AddProxiesProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<ImportResultWire>();
  const [failure, setFailure] = useState<unknown>();
  const body = failure instanceof CallError ? failure.body : undefined;
  const { fields } = fieldMessages(body);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    try {
      setResult(await add(read(form)));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
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
    >
      {result && <Told result={result} />}
      {failure !== undefined && Object.keys(fields).length === 0 && (
        <Banner tone="error">{messageOf(failure)}</Banner>
      )}
      <TextArea
        ref={text}
        name="text"
        label="Proxies"
        help="One a line: host:port, host:port:user:password or a URL. CSV needs a header with host and port."
        required
        isCode
        rows={8}
        spellCheck={false}
        error={fields.text?.[0]}
      />
      <FileButton
        onRead={(read) => {
          if (text.current) text.current.value = read;
        }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField name="protocol" label="Protocol, unless told" options={options(protocols)} />
        <SelectField name="type" label="Type" options={typeOptions} />
        <TextField
          name="country_code"
          label="Country"
          help="Two letters; empty when unknown."
          maxLength={2}
          autoComplete="off"
          error={fields.country_code?.[0]}
        />
        <TextField name="provider" label="Provider" maxLength={100} autoComplete="off" />
      </div>
    </FormDialog>
  );
}
