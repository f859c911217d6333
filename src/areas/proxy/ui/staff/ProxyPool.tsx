import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import { useRecords } from '#ui/records/use-records.ts';
import { Screen } from '#ui/Screen.tsx';
import { poolStates, protocols } from '../../wire/proxies.constants.ts';
import { AddProxiesDialog } from '../proxies/AddProxiesDialog.tsx';
import { formatName } from '../proxies/ProxyColumns.tsx';
import { CheckIncidentBanner } from './CheckIncidentBanner.tsx';
import { PoolBulk } from './PoolBulk.tsx';
import { poolColumns, poolStateLabels } from './PoolColumns.tsx';
import { PoolSources } from './PoolSources.tsx';
import { poolList, useImportPool } from './queries.ts';

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
  const mayWrite = useViewer().may('proxies.write');
  const [isAdding, setAdding] = useState(false);
  const add = useImportPool();
  const pool = useRecords(poolList, useRecordView(filters, sortable).query);
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
    <Screen
      title="Proxies"
      description={summary || 'Shared by all resources that use the pool.'}
      action={button}
    >
      {pool.data && (
        <CheckIncidentBanner
          incident={pool.data.incident}
          isTargetPrivate={pool.data.is_target_private}
        />
      )}
      <RecordList
        what="proxies"
        title="Proxies of the pool"
        columns={poolColumns}
        filters={filters}
        sortable={sortable}
        list={poolList}
        rowKey={({ id }) => id}
        rowLabel={formatName}
        csv="proxies.csv"
        bulk={mayWrite && ((selected, done) => <PoolBulk selected={selected} onDone={done} />)}
        empty={
          <EmptyState title="The pool is empty" action={button}>
            Paste a list from a provider. Each proxy is then checked.
          </EmptyState>
        }
      />
      <PoolSources />
      {isAdding && (
        <AddProxiesDialog
          title="Add proxies to the pool"
          add={add.mutateAsync}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  );
}
