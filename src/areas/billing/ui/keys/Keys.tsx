import { Plus } from 'lucide-react';
import { useState } from 'react';
import { canSwitchMode, switchMode } from '#client/test-mode.ts';
import { useTestMode } from '#client/use-test-mode.ts';
import site from '#content/site.json' with { type: 'json' };
import { testKeyPrefix } from '#lib/test-mode.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { NoMatches } from '#ui/records/NoMatches.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { type RecordView, useRecordView } from '#ui/records/record-filters.ts';
import { useAddressValues } from '#ui/use-address-values.ts';
import { keyStatuses, keyStatusLabels } from '../../wire/keys.constants.ts';
import { type KeyDialog, KeyDialogs } from './KeyDialogs.tsx';
import { KeyTable } from './KeyTable.tsx';
import { useKeys } from './queries.ts';

/** Named as in the URL and the API. */
const sortableColumns = ['name', 'last_used_at', 'expires_at', 'created_at'] as const;

const keyFilters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name of a key' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: keyStatuses.map((value) => ({ value, label: keyStatusLabels[value] })),
  },
];

type Open = (dialog: KeyDialog) => void;

const CreateButton = ({ open }: { open: Open }) => (
  <Button
    variant="primary"
    icon={<Plus size={18} aria-hidden />}
    onClick={() => open({ kind: 'create' })}
  >
    Create key
  </Button>
);

function NoKeys({ open }: { open: Open }) {
  const hasHint = !useTestMode() && canSwitchMode();
  return (
    <EmptyState
      title="No keys yet"
      action={
        <>
          <CreateButton open={open} />
          {hasHint && (
            <Button variant="quiet" onClick={() => switchMode('test')}>
              Switch to test mode
            </Button>
          )}
        </>
      }
    >
      A key lets your programs call the API on your behalf.
      {hasHint && ' Test mode has keys of its own, to try the API with play money.'}
    </EmptyState>
  );
}

type KeyRowsProps = { view: RecordView; open: Open };

function KeyRows({ view, open }: KeyRowsProps) {
  const keys = useKeys(view.query);
  return (
    <KeyTable
      view={view}
      result={keys}
      onRowOpen={(apiKey) => open({ kind: 'details', apiKey })}
      onAction={(apiKey, action) => open({ kind: action, apiKey })}
      empty={<NoKeys open={open} />}
      filterBar={<RecordFilterBar what="keys" filters={keyFilters} view={view} />}
      noMatches={
        <NoMatches title="No key matches" onClear={view.clear}>
          Try another name or status.
        </NoMatches>
      }
    />
  );
}

const descriptions = {
  live: 'For programs that call the API on your behalf. Treat a key like a password.',
  test: `Keys created here begin with ${testKeyPrefix} and work in test mode only.`,
};

/** The API keys screen: list, create, edit, rotate and revoke. */
export default function Keys() {
  const isTestMode = useTestMode();
  const view = useRecordView(keyFilters, sortableColumns);
  const [opened, open] = useState<KeyDialog>();
  // /dashboard/keys?new=key opens the create dialog.
  const [address, changeAddress] = useAddressValues();
  const dialog = opened ?? (address.has('new') ? { kind: 'create' } : undefined);

  function close() {
    open(undefined);
    if (address.has('new')) changeAddress({ new: null });
  }

  return (
    <>
      <title>{`API keys · ${site.name}`}</title>
      <PageHeader
        title="API keys"
        description={isTestMode ? descriptions.test : descriptions.live}
        action={<CreateButton open={open} />}
      />
      <Panel className="mt-6" isFlush>
        <KeyRows view={view} open={open} />
      </Panel>
      <KeyDialogs dialog={dialog} open={open} onClose={close} />
    </>
  );
}
