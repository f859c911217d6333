import { Plus } from 'lucide-react';
import { useState } from 'react';
import { minuteMs } from '#lib/durations.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { useAddressFilters } from '#ui/records/use-address-filters.ts';
import { useRecords } from '#ui/records/use-records.ts';
import type { PoolWire } from '../../wire/index.ts';
import { proxyStatuses } from '../../wire/proxies.constants.ts';
import { statusLabels } from '../proxy.labels.ts';
import { proxyList, useAddProxies } from '../queries.ts';
import { ResourceSources } from '../sources/ResourceSources.tsx';
import { AddProxiesDialog } from './AddProxiesDialog.tsx';
import { ProxyTable } from './ProxyTable.tsx';

const statusOptions = proxyStatuses.map((value) => ({ value, label: statusLabels[value] }));

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

const readStatus = (address: URLSearchParams) => ({
  status: proxyStatuses.find((one) => one === address.get('status')) ?? ('' as const),
});
/** Default order: by time added. */
const useProxyView = () =>
  useAddressFilters(['status'], readStatus, ['latency_ms', 'success_rate', 'last_used_at'], '');

const addLabel = 'Add proxies';

export function ProxiesPanel({ name }: { name: string }) {
  const view = useProxyView();
  const { status } = view.filters;
  const [isAdding, setAdding] = useState(false);
  const add = useAddProxies(name);
  const proxies = useRecords(proxyList(name), {
    status: status || 'all',
    overview: 'true',
    page: String(view.page),
    ...(view.ordering && { ordering: view.ordering }),
  });
  const pool = proxies.data?.pool;
  const button = (
    <Button icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {addLabel}
    </Button>
  );
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
      <Panel
        title="Proxies"
        isFlush
        actions={
          <>
            <SelectField
              label="Status"
              isLabelHidden
              placeholder="Any"
              options={statusOptions}
              value={status}
              onChange={({ target }) => view.change({ status: target.value })}
            />
            {button}
          </>
        }
      >
        {pool && <PoolNotice pool={pool} />}
        <ProxyTable
          resource={name}
          view={view}
          result={proxies}
          empty={
            <EmptyState title="No proxies yet" action={button}>
              Add your own, or let this resource use the shared pool.
            </EmptyState>
          }
          noMatches={
            <EmptyState title="No proxy is in this state">Choose another status.</EmptyState>
          }
        />
        {isAdding && (
          <AddProxiesDialog
            title={`${addLabel} to ${name}`}
            add={add.mutateAsync}
            onClose={() => setAdding(false)}
          />
        )}
      </Panel>
      <ResourceSources name={name} />
    </div>
  );
}
