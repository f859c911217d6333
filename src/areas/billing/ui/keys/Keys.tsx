import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { type RecordView, useRecordView } from '#ui/records/record-filters.ts';
import type { ApiKeyWire } from '../../contract.ts';
import type { KeyAction } from './KeyDetails.tsx';
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

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No key matches" action={<Button onClick={onClear}>Clear filters</Button>}>
    Try another name or status.
  </EmptyState>
);

type KeyRowsProps = { view: RecordView; open: Open };

function KeyRows({ view, open }: KeyRowsProps) {
  const keys = useKeys(view.query);
  if (keys.isError)
    return (
      <div className="p-5">
        <LoadError
          message={messageOf(keys.error)}
          onRetry={() => keys.refetch()}
          isRetrying={keys.isFetching}
        />
      </div>
    );
  const { results = [], count = 0, page_size = 20 } = keys.data ?? {};
  const act = (apiKey: ApiKeyWire, action: KeyAction) => open({ kind: action, apiKey });
  return (
    <>
      <KeyTable
        rows={results}
        sort={view.sort}
        onSortChange={view.changeSort}
        onRowOpen={(apiKey) => open({ kind: 'details', apiKey })}
        onAction={act}
        isLoading={keys.isPending}
        empty={view.active.length > 0 ? <NoMatch onClear={view.clear} /> : <NoKeys open={open} />}
      />
      {count > page_size && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            page={view.page}
            pageSize={page_size}
            rowsCount={count}
            onPageChange={view.turnTo}
          />
        </div>
      )}
    </>
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
