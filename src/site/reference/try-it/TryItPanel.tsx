import { X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { Button } from '#ui/Button.tsx';
import { SnippetTabs } from '#ui/SnippetTabs.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { kindsFor } from './credentials.ts';
import { InputFields, type Inputs, jsonError, listFileFields } from './InputFields.tsx';
import { printPython } from './print-python.ts';
import { ResponseView } from './ResponseView.tsx';
import type { RequestParts } from './request-parts.ts';
import type { Credential } from './send-request.ts';
import { printCurl, printTypeScript } from './snippets.ts';
import type { TryItCall } from './try-it-call.ts';
import { useRequest } from './use-request.ts';

const exampleInputs = ({ parameters, body = '' }: TryItCall): Inputs => ({
  values: Object.fromEntries(parameters.map(({ name, example }) => [name, example])),
  body,
  files: {},
});

const toParts = (call: TryItCall, inputs: Inputs): RequestParts => ({
  method: call.method,
  apiPath: call.apiPath,
  values: inputs.values,
  bodyKind: call.bodyKind,
  body: inputs.body,
  files: call.files,
  sdk: call.sdk,
  sendsKey: typeof call.permission === 'object' || call.permission === 'optional',
  needsCredential: call.permission !== 'public',
});

const createSnippets = (parts: RequestParts) => [
  { value: 'curl', label: 'curl', code: printCurl(parts, window.location.origin) },
  {
    value: 'typescript',
    label: 'TypeScript',
    code: printTypeScript(parts, window.location.origin),
  },
  { value: 'python', label: 'Python', code: printPython(parts, window.location.origin) },
];

const toCredential = (kind: Credential['kind'] | undefined): Credential =>
  kind === 'key' ? { kind, key: '' } : { kind: kind ?? 'none' };

type TryItPanelProps = { call: TryItCall; onClose: () => void };

/** A form that makes the call, and shows the response. */
export default function TryItPanel({ call, onClose }: TryItPanelProps) {
  const isSignedIn = useSession().status === 'signed_in';
  const kinds = kindsFor(call.permission, isSignedIn);
  const [chosen, setChosen] = useState<Credential>();
  const credential = chosen && kinds.includes(chosen.kind) ? chosen : toCredential(kinds[0]);
  const [inputs, setInputs] = useState(() => exampleInputs(call));
  const [isSure, setSure] = useState(false);
  const { state, send, stop } = useRequest();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const changesData = call.method !== 'GET';
  const parts = toParts(call, inputs);
  const readsJson = call.bodyKind === 'json' || (call.bodyKind === 'form' && inputs.body !== '');
  const isMissing =
    kinds.length === 0 ||
    (credential.kind === 'key' && credential.key === '') ||
    (readsJson && jsonError(inputs.body) !== undefined) ||
    call.parameters.some(({ name, isRequired }) => isRequired && !inputs.values[name]) ||
    listFileFields(call).some((name) => !inputs.files[name]);

  function change(next: Inputs) {
    setInputs(next);
    setSure(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (changesData && !isSure) return setSure(true);
    setSure(false);
    void send(parts, { credential, files: inputs.files });
  }

  return (
    <section
      aria-labelledby="try-it"
      className="try-it grid gap-5 border border-line surface-raised p-4"
    >
      <header className="flex items-center justify-between">
        <h2 id="try-it" ref={heading} tabIndex={-1} className="text-xl outline-none! shadow-none!">
          Try it
        </h2>
        <Button
          variant="quiet"
          size="small"
          isIconOnly
          icon={<X size={16} aria-hidden />}
          onClick={onClose}
        >
          Close
        </Button>
      </header>
      <form onSubmit={submit} className="grid gap-4">
        <CredentialFields
          permission={call.permission}
          kinds={kinds}
          isSignedIn={isSignedIn}
          credential={credential}
          onChange={(next) => {
            setChosen(next);
            setSure(false);
          }}
        />
        <InputFields call={call} inputs={inputs} onChange={change} />
        {changesData && (
          <p role="status" className="text-sm">
            {isSure
              ? 'This is a real call. Send it?'
              : `A ${call.method} call can change real data and count towards your plan. Sending asks once more.`}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            disabled={isMissing}
            isBusy={state.status === 'busy'}
            busyLabel="Waiting..."
          >
            {isSure ? `Yes, send ${call.method}` : 'Send'}
          </Button>
          {state.status === 'busy' && <Button onClick={stop}>Stop</Button>}
          {isSure && <Button onClick={() => setSure(false)}>Cancel</Button>}
        </div>
      </form>
      <ResponseView state={state} />
      <SnippetTabs snippets={createSnippets(parts)} />
    </section>
  );
}
