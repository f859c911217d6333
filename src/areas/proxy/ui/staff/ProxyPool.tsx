import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import site from '#content/site.json' with { type: 'json' };
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import { poolStates, protocols } from '../../wire/proxies.constants.ts';
import { AddProxiesDialog } from '../proxies/AddProxiesDialog.tsx';
import { formatName } from '../proxies/ProxyColumns.tsx';
import { CheckIncidentBanner } from './CheckIncidentBanner.tsx';
import { PoolBulk } from './PoolBulk.tsx';
import { poolColumns, poolStateLabels } from './PoolColumns.tsx';
import { PoolSources } from './PoolSources.tsx';
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
    options: poolStates.map((value) => ({ value, label: poolStateLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'protocol',
    label: 'Protocol',
    options: protocols.map((value) => ({ value, label: value.toUpperCase() })),
  },
];
const sortable = ['host', 'latency_ms', 'last_checked_at', 'created_at'];

/** The shared pool, for staff. */
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
  const summary = poolStates
    .filter((state) => counts && counts[state] > 0)
    .map((state) => `${formatCount(counts?.[state] ?? 0)} ${poolStateLabels[state].toLowerCase()}`)
    .join(', ');
  return (
    <>
      <title>{`Proxies · ${site.name}`}</title>
      <PageHeader
        title="Proxies"
        description={summary || 'Shared by all resources that use the pool.'}
        action={button}
      />
      {pool.data && (
        <CheckIncidentBanner
          incident={pool.data.incident}
          isTargetPrivate={pool.data.is_target_private}
        />
      )}
      <div className="mt-6">
        <RecordList
          what="proxies"
          title="Proxies of the pool"
          columns={poolColumns}
          filters={filters}
          view={view}
          result={pool}
          rowKey={({ id }) => id}
          rowLabel={formatName}
          download={{ load: () => loadPoolCsv(view.exportQuery), fileName: 'proxies.csv' }}
          {...(mayWrite && {
            bulk: (selected: readonly string[], done: () => void) => (
              <PoolBulk selected={selected} onDone={done} />
            ),
          })}
          empty={
            <EmptyState title="The pool is empty" action={button}>
              Paste a list from a provider. Each proxy is then checked.
            </EmptyState>
          }
        />
      </div>
      <PoolSources />
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
