import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import type { SortState } from '#ui/TableHead.tsx';
import type { PoolWire } from '../contract.ts';
import { pairStatuses } from '../proxy-words.ts';
import { AddProxiesDialog } from './AddProxiesDialog.tsx';
import { ProxyTable } from './ProxyTable.tsx';
import { statusLabels } from './proxy-labels.ts';
import { useAddProxies, useProxies } from './queries.ts';

const statusOptions = pairStatuses.map((value) => ({ value, label: statusLabels[value] }));

const minuteMs = 60_000;

function PoolNotice({ pool }: { pool: PoolWire }) {
  if (pool.total === 0 || !pool.exhausted_at) return null;
  const isEmpty = pool.available === 0;
  const { next_release_at: next } = pool;
  return (
    <div className="border-b border-line px-5 py-4">
      <Banner
        tone={isEmpty ? 'error' : 'warning'}
        title={isEmpty ? 'No proxy is available' : 'Proxies are running out'}
      >
        {isEmpty ? 'Requests are refused. ' : 'At this pace none is left '}
        {!isEmpty && <RelativeTime value={pool.exhausted_at} />}
        {!isEmpty && '. '}
        {next && (
          <>
            {'The next is released '}
            {Date.parse(next) < Date.now() + minuteMs ? (
              'within a minute'
            ) : (
              <RelativeTime value={next} />
            )}
            .
          </>
        )}
      </Banner>
    </div>
  );
}

function useProxyView() {
  const [address, setAddress] = useSearchParams();
  const status = pairStatuses.find((one) => one === address.get('status')) ?? '';
  const ordering = address.get('ordering') ?? '';
  const page = Math.max(Number.parseInt(address.get('page') ?? '1', 10) || 1, 1);
  function change(changes: Record<string, string>) {
    const next = new URLSearchParams(address);
    next.delete('page');
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name);
      else next.set(name, value);
    setAddress(next, { replace: true, preventScrollReset: true });
  }
  const sort: SortState = {
    key: ordering.replace(/^-/, ''),
    direction: ordering.startsWith('-') ? 'descending' : 'ascending',
  };
  return { status, ordering, page, sort, change } as const;
}

const addLabel = 'Add proxies';

export function ProxiesPanel({ name }: { name: string }) {
  const view = useProxyView();
  const [isAdding, setAdding] = useState(false);
  const add = useAddProxies(name);
  const proxies = useProxies(name, {
    status: view.status || 'all',
    overview: 'true',
    page: String(view.page),
    ...(view.ordering && { ordering: view.ordering }),
  });
  const { results = [], count = 0, page_size = 20, pool } = proxies.data ?? {};
  const button = (
    <Button icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {addLabel}
    </Button>
  );
  return (
    <Panel
      title="Proxies"
      isFlush
      className="mt-6"
      actions={
        <>
          <SelectField
            label="Status"
            isLabelHidden
            placeholder="All"
            options={statusOptions}
            value={view.status}
            onChange={({ target }) => view.change({ status: target.value })}
          />
          {button}
        </>
      }
    >
      {pool && <PoolNotice pool={pool} />}
      {proxies.isError ? (
        <div className="p-5">
          <LoadError
            message={messageOf(proxies.error)}
            onRetry={() => proxies.refetch()}
            isRetrying={proxies.isFetching}
          />
        </div>
      ) : (
        <ProxyTable
          resource={name}
          rows={results}
          sort={view.sort}
          onSortChange={({ key, direction }) =>
            view.change({ ordering: `${direction === 'descending' ? '-' : ''}${key}` })
          }
          isLoading={proxies.isPending}
          empty={
            view.status ? (
              <EmptyState title="No proxy is in this state">Choose another status.</EmptyState>
            ) : (
              <EmptyState title="No proxies yet" action={button}>
                Paste your own, or let this resource use the shared pool.
              </EmptyState>
            )
          }
        />
      )}
      {count > page_size && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            page={view.page}
            pageSize={page_size}
            rowsCount={count}
            onPageChange={(to) => view.change({ page: String(to) })}
          />
        </div>
      )}
      {isAdding && (
        <AddProxiesDialog
          title={`${addLabel} to ${name}`}
          add={add.mutateAsync}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  );
}
