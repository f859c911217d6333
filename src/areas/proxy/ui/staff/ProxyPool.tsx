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
import { SelectField } from '#ui/SelectField.tsx';
import { Table } from '#ui/Table.tsx';
import type { SortState } from '#ui/TableHead.tsx';
import { TextField } from '#ui/TextField.tsx';
import { AddProxiesDialog } from '../AddProxiesDialog.tsx';
import { sayCount } from '../proxy-labels.ts';
import { poolColumns, stateLabels, states } from './PoolColumns.tsx';
import { useImportPool, usePool } from './queries.ts';

const stateOptions = states.map((value) => ({ value, label: stateLabels[value] }));

function usePoolView() {
  const [address, setAddress] = useSearchParams();
  const state = states.find((one) => one === address.get('state'));
  const search = address.get('search') ?? '';
  const ordering = address.get('ordering') ?? '-created_at';
  const page = address.get('page') ?? '1';
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
  const query = { page, ordering, ...(state && { state }), ...(search && { search }) };
  return { state, search, page: Number(page), sort, query, change };
}

function PoolFilters({
  state,
  search,
  change,
}: Pick<ReturnType<typeof usePoolView>, 'state' | 'search' | 'change'>) {
  return (
    <form
      className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
      }}
    >
      <TextField
        key={search}
        type="search"
        name="search"
        label="Search"
        placeholder="Address, provider or city"
        defaultValue={search}
        className="flex-1 basis-64"
      />
      <SelectField
        label="State"
        placeholder="All"
        options={stateOptions}
        value={state ?? ''}
        onChange={({ target }) => change({ state: target.value })}
        className="basis-40"
      />
    </form>
  );
}

/** The proxies that every resource may draw on. */
export default function ProxyPool() {
  const view = usePoolView();
  const [isAdding, setAdding] = useState(false);
  const pool = usePool(view.query);
  const add = useImportPool();
  const { results = [], count = 0, page_size = 20, counts } = pool.data ?? {};
  const button = (
    <Button variant="primary" icon={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      Add proxies
    </Button>
  );
  const words = states
    .filter((state) => counts && counts[state] > 0)
    .map((state) => `${sayCount(counts?.[state] ?? 0)} ${stateLabels[state].toLowerCase()}`)
    .join(', ');
  return (
    <>
      <title>{`Proxies · ${site.name}`}</title>
      <PageHeader
        title="Proxies"
        description={words || 'Shared by all resources that use the pool.'}
        action={button}
      />
      <Panel className="mt-6" isFlush>
        <PoolFilters {...view} />
        {pool.isError ? (
          <div className="p-5">
            <LoadError
              message={messageOf(pool.error)}
              onRetry={() => pool.refetch()}
              isRetrying={pool.isFetching}
            />
          </div>
        ) : (
          <Table
            caption="Proxies of the pool"
            columns={poolColumns}
            rows={results}
            rowKey={({ id }) => id}
            sort={view.sort}
            onSortChange={({ key, direction }) =>
              view.change({ ordering: `${direction === 'descending' ? '-' : ''}${key}` })
            }
            isLoading={pool.isPending}
            empty={
              view.state || view.search ? (
                <EmptyState title="No proxy matches">Try other words or another state.</EmptyState>
              ) : (
                <EmptyState title="The pool is empty" action={button}>
                  Paste a provider’s list; each proxy is checked before long.
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
      </Panel>
      {isAdding && (
        <AddProxiesDialog
          title="Add proxies to the pool"
          add={add.mutateAsync}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
