import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { resultToasts, toast } from '#ui/toast.ts';
import type { ProxySourceWire } from '../../wire/index.ts';
import type { SourceCalls } from './queries.ts';
import { CreateSource, EditSource } from './SourceDialog.tsx';
import { type SourceAction, SourceTable } from './SourceTable.tsx';

type DeleteProps = { source: ProxySourceWire; remove: SourceCalls['remove']; onClose: () => void };

const DeleteSource = ({ source, remove, onClose }: DeleteProps) => (
  <ConfirmDialog
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={`Delete source ${source.name}?`}
    description={`Its ${formatCount(source.proxies_total, 'proxy', 'proxies')} are deleted too. Proxies that were added by hand stay.`}
    confirmLabel="Delete source"
    busyLabel="Deleting..."
    onConfirm={() => remove(source.id)}
  />
);

type Opened = { action: Exclude<SourceAction, 'refresh'>; source: ProxySourceWire };

type SourcesPanelProps = {
  calls: SourceCalls;
  mayWrite: boolean;
};

/** Addresses of providers' lists, of a resource or of the pool. */
export function SourcesPanel({ calls, mayWrite }: SourcesPanelProps) {
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { data, error, isPending, isFetching, refetch } = calls.result;
  const { update, create, remove } = calls;
  function act(source: ProxySourceWire, action: SourceAction) {
    if (action !== 'refresh') return setOpened({ action, source });
    const results = resultToasts(`source ${source.id}`);
    const toastRequest = () => results.success(`${source.name} is refreshed in a moment`);
    void calls.refresh(source.id).then(toastRequest, results.fail);
  }
  const addButton = mayWrite && (
    <Button icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add source
    </Button>
  );
  const rows = (
    <SourceTable
      rows={data?.results ?? []}
      isLoading={isPending}
      onAction={mayWrite ? act : undefined}
      empty={
        <EmptyState title="No sources yet" action={addButton}>
          Enter the address of a provider’s list, and its proxies stay up to date by themselves.
        </EmptyState>
      }
    />
  );
  return (
    <Panel
      title="Proxy sources"
      description="Lists of providers that are loaded regularly."
      isFlush
      actions={addButton}
    >
      {error ? (
        <div className="p-5">
          <LoadError message={error.message} onRetry={() => refetch()} isRetrying={isFetching} />
        </div>
      ) : (
        rows
      )}
      {isAdding && (
        <CreateSource
          create={create}
          onDone={({ name }) => {
            setAdding(false);
            toast.success(`${name} is added and loaded in a moment`);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {opened?.action === 'edit' && (
        <EditSource
          source={opened.source}
          update={update}
          onDone={({ name }) => {
            close();
            toast.success(`${name} is saved and loaded in a moment`);
          }}
          onClose={close}
        />
      )}
      {opened?.action === 'delete' && (
        <DeleteSource source={opened.source} remove={remove} onClose={close} />
      )}
    </Panel>
  );
}
