import { Plus } from 'lucide-react';
import { useState } from 'react';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordTable } from '#ui/records/RecordTable.tsx';
import { useAddressFilters } from '#ui/records/use-address-filters.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { AddProxiesDialog } from '../AddProxiesDialog.tsx';
import { sayCount } from '../proxy-labels.ts';
import { poolColumns, stateLabels, states } from './PoolColumns.tsx';
import { useImportPool, usePool } from './queries.ts';

const stateOptions = states.map((value) => ({ value, label: stateLabels[value] }));

const sortable = ['host', 'latency_ms', 'last_checked_at', 'created_at'];
const readFilters = (address: URLSearchParams) => ({
  state: states.find((one) => one === address.get('state')) ?? ('' as const),
  search: address.get('search') ?? '',
});
const usePoolView = () => useAddressFilters(['state', 'search'], readFilters, sortable);

function PoolFilters({ filters, change }: ReturnType<typeof usePoolView>) {
  const { state, search } = filters;
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
        value={state}
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
  const { filters, page, ordering } = view;
  const pool = usePool({
    page: String(page),
    ordering,
    ...(filters.state && { state: filters.state }),
    ...(filters.search && { search: filters.search }),
  });
  const add = useImportPool();
  const counts = pool.data?.counts;
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
        <RecordTable
          caption="Proxies of the pool"
          columns={poolColumns}
          view={view}
          result={pool}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="The pool is empty" action={button}>
              Paste a provider’s list; each proxy is checked before long.
            </EmptyState>
          }
          noMatch={
            <EmptyState title="No proxy matches">Try other words or another state.</EmptyState>
          }
        />
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
