import { Plus } from 'lucide-react';
import { useState } from 'react';
import { canSwitchMode, switchMode } from '#client/test-mode.ts';
import { useTestMode } from '#client/use-test-mode.ts';
import { testKeyPrefix } from '#lib/test-mode.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import { useAddressValues } from '#ui/use-address-values.ts';
import { keyStatuses, keyStatusLabels } from '../../wire/keys.constants.ts';
import { listColumns } from './KeyColumns.tsx';
import { type KeyDialog, KeyDialogs } from './KeyDialogs.tsx';
import { keyList } from './queries.ts';

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

const descriptions = {
  live: 'For programs that call the API on your behalf. Treat a key like a password.',
  test: `Keys created here begin with ${testKeyPrefix} and work in test mode only.`,
};

/** The API keys screen: list, create, edit, rotate and revoke. */
export default function Keys() {
  const isTestMode = useTestMode();
  const [opened, open] = useState<KeyDialog>();
  // /dashboard/keys?new=key opens the create dialog.
  const [address, changeAddress] = useAddressValues();
  const dialog = opened ?? (address.has('new') ? { kind: 'create' } : undefined);

  function close() {
    open(undefined);
    if (address.has('new')) changeAddress({ new: null });
  }

  return (
    <Screen
      title="API keys"
      description={isTestMode ? descriptions.test : descriptions.live}
      action={<CreateButton open={open} />}
    >
      <RecordList
        what="keys"
        list={keyList}
        columns={listColumns((apiKey, action) => open({ kind: action, apiKey }))}
        filters={keyFilters}
        sortable={sortableColumns}
        rowKey={(row) => row.id}
        rowLabel={(row) => `Key ${row.name}`}
        onRowOpen={(apiKey) => open({ kind: 'details', apiKey })}
        skeletonRowsCount={3}
        empty={<NoKeys open={open} />}
        noMatches={{ title: 'No key matches', children: 'Try another name or status.' }}
        isPlain
      />
      <KeyDialogs dialog={dialog} open={open} onClose={close} />
    </Screen>
  );
}
