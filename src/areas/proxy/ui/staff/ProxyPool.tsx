import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import { protocols } from '../../proxy-words.ts';
import { AddProxiesDialog } from '../AddProxiesDialog.tsx';
import { nameOf } from '../ProxyColumns.tsx';
import { sayCount } from '../proxy-labels.ts';
import { PoolBulk } from './PoolBulk.tsx';
import { poolColumns, stateLabels, states } from './PoolColumns.tsx';
import { loadPoolCsv, useImportPool, usePool } from './queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search',
    placeholder: 'Address, provider or city',
  },
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    all: 'Any state',
    options: states.map((value) => ({ value, label: stateLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'protocol',
    label: 'Protocol',
    all: 'Any protocol',
    options: protocols.map((value) => ({ value, label: value.toUpperCase() })),
  },
];
const sortable = ['host', 'latency_ms', 'last_checked_at', 'created_at'];

/** The proxies that every resource may draw on. */
export default function ProxyPool() {
  const view = useRecordView(filters, sortable);
  const mayWrite = useViewer().may('proxies.write');
  const [isAdding, setAdding] = useState(false);
  const pool = usePool(view.query);
  const add = useImportPool();
  const counts = pool.data?.counts;
  const button = mayWrite && (
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
      <div className="mt-6">
        <RecordList
          what="proxies"
          title="Proxies of the pool"
          columns={poolColumns}
          filters={filters}
          view={view}
          result={pool}
          rowKey={({ id }) => id}
          rowLabel={nameOf}
          download={{ load: () => loadPoolCsv(view.given), fileName: 'proxies.csv' }}
          {...(mayWrite && {
            bulk: (selected: readonly string[], done: () => void) => (
              <PoolBulk selected={selected} onDone={done} />
            ),
          })}
          empty={
            <EmptyState title="The pool is empty" action={button}>
              Paste a provider’s list; each proxy is checked before long.
            </EmptyState>
          }
        />
      </div>
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
