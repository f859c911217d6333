import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { apiBaseUrl } from '#client/session.ts';
import { errorMessage } from '#lib/call-error.ts';
import { SecretValue } from '#ui/dialogs/SecretDialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SnippetTabs } from '#ui/SnippetTabs.tsx';
import type { NewApiKeyWire } from '../../wire/index.ts';
import { snippetsFor } from '../keys/snippets.ts';
import { CallSign } from './CallSign.tsx';
import { KeyForm } from './KeyForm.tsx';
import { useNewestKey } from './queries.ts';

const placeholder = 'YOUR_API_KEY';

type StepProps = { title: string; isDone: boolean; children?: ReactNode };

const Step = ({ title, isDone, children }: StepProps) => (
  <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-4 px-5 py-5">
    <span
      className={clsx(
        'mt-1 grid size-5 place-items-center border',
        isDone ? 'border-success text-success' : 'border-control',
      )}
    >
      {isDone && <Check size={14} aria-hidden />}
    </span>
    <div className="grid grid-cols-1 gap-4">
      <h3 className="text-base font-medium">
        {title}
        {isDone && <span className="sr-only">, done</span>}
      </h3>
      {children}
    </div>
  </li>
);

type KeyStepProps = {
  created: NewApiKeyWire | undefined;
  keys: ReturnType<typeof useNewestKey>;
  onCreated: (key: NewApiKeyWire) => void;
};

function KeyStep({ created, keys, onCreated }: KeyStepProps) {
  if (created)
    return (
      <div className="grid gap-2">
        <SecretValue
          label="Your new key"
          isLabelHidden
          value={created.key}
          copyLabel="Copy key"
          variant="primary"
        />
        <p className="text-sm text-quiet">
          Copy it now: we store only a fingerprint of it and can’t show it again.
        </p>
      </div>
    );
  if (keys.isPending) return <Skeleton className="h-10" />;
  if (keys.isError)
    return (
      <LoadError
        message={errorMessage(keys.error)}
        onRetry={() => keys.refetch()}
        isRetrying={keys.isFetching}
      />
    );
  const [newest] = keys.data.results;
  if (newest)
    return (
      <p className="text-sm text-quiet">
        <strong className="font-medium text-text">{newest.name}</strong>{' '}
        <code>{newest.key_preview}</code> has not been used yet. If you no longer have it, rotate it
        under API keys.
      </p>
    );
  return <KeyForm onCreated={onCreated} />;
}

/** From no key to the first call, on one screen. The call is shown as soon as it has arrived. */
export function FirstCall({ hasCalled }: { hasCalled: boolean }) {
  const [created, setCreated] = useState<NewApiKeyWire>();
  const keys = useNewestKey();
  const key = created ?? keys.data?.results[0];
  const snippets = snippetsFor(
    created?.key ?? placeholder,
    key?.scopes ?? [],
    apiBaseUrl || location.origin,
  );
  return (
    <Panel title="From your own program" isFlush>
      <ol className="divide-y divide-line">
        <Step title="Create an API key" isDone={Boolean(key) || hasCalled}>
          {!hasCalled && <KeyStep created={created} keys={keys} onCreated={setCreated} />}
        </Step>
        <Step title="Run this in a terminal" isDone={hasCalled}>
          {key && !hasCalled && (
            <div className="grid grid-cols-1 gap-2">
              {!created && (
                <p className="text-sm text-quiet">
                  Put your key in the place of <code>{placeholder}</code>.
                </p>
              )}
              <SnippetTabs snippets={snippets} />
            </div>
          )}
        </Step>
        <Step title="See the call arrive" isDone={hasCalled}>
          {(key || hasCalled) && <CallSign keyId={key?.id} hasCalled={hasCalled} />}
        </Step>
      </ol>
    </Panel>
  );
}
