import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { NoMatch } from '#ui/records/NoMatch.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { type RecordView, useRecordView } from '#ui/records/record-filters.ts';
import { type KeyDialog, KeyDialogs } from './KeyDialogs.tsx';
import { KeyTable } from './KeyTable.tsx';
import { keyFilters, sortable } from './key-filters.ts';
import { useKeys } from './queries.ts';

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

const NoKeys = ({ open }: { open: Open }) => (
  <EmptyState title="No keys yet" action={<CreateButton open={open} />}>
    A key lets your own programs call the API in your name.
  </EmptyState>
);

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
      noMatch={
        <NoMatch title="No key matches" onClear={view.clear}>
          Try another name or status.
        </NoMatch>
      }
    />
  );
}

/** Keys of the API: what each is, how it is used, and the ways to make, change and end one. */
export default function Keys() {
  const view = useRecordView(keyFilters, sortable);
  const [opened, open] = useState<KeyDialog>();
  // A link may ask for a new key: /dashboard/keys?new=key
  const [address, setAddress] = useSearchParams();
  const dialog = opened ?? (address.has('new') ? { kind: 'create' } : undefined);

  function close() {
    open(undefined);
    if (!address.has('new')) return;
    address.delete('new');
    setAddress(address, { replace: true });
  }

  return (
    <>
      <title>{`API keys · ${site.name}`}</title>
      <PageHeader
        title="API keys"
        description="For programs that call the API in your name. Treat a key as you would a password."
        action={<CreateButton open={open} />}
      />
      <Panel className="mt-6" isFlush>
        <RecordFilterBar what="keys" filters={keyFilters} view={view} />
        <KeyRows view={view} open={open} />
      </Panel>
      <KeyDialogs dialog={dialog} open={open} onClose={close} />
    </>
  );
}
