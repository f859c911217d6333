import { useState } from 'react';
import { Panel } from '#ui/Panel.tsx';
import { RecordPages } from '#ui/records/RecordPages.tsx';
import { useAddressFilters } from '#ui/records/use-address-filters.ts';
import type { UsageRecordWire } from '../../wire/index.ts';
import { CallDialog } from '../usage/CallDialog.tsx';
import { CallSearch } from '../usage/CallSearch.tsx';
import { CallTable } from '../usage/CallTable.tsx';
import { isRecord, useUsage } from '../usage/queries.ts';
import { readRequest } from '../usage/usage-filters.ts';

const pageSize = '5';

/** A customer's request log, for support; `?request=` opens a call. */
export function UserCalls({ userId }: { userId: string }) {
  const [page, goToPage] = useState(1);
  const { filters, change } = useAddressFilters(
    ['request'],
    (address) => ({ request: readRequest(address) }),
    [],
  );
  const [opened, setOpened] = useState<UsageRecordWire>();
  const { request } = filters;
  const query = request ? { request_id: request } : { page: String(page), page_size: pageSize };
  const usage = useUsage({ user: userId, ...query });
  const calls = (usage.data?.results ?? []).filter(isRecord);
  const current = opened ?? calls.find(({ request_id }) => request_id === request);
  function close() {
    setOpened(undefined);
    change({ request: '' });
  }
  return (
    <Panel title="Calls" isFlush>
      <div className="p-5">
        <CallSearch filters={filters} change={change} />
      </div>
      <RecordPages result={usage} view={{ page, goToPage }} keepsDataOnError>
        <CallTable
          rows={calls}
          isLoading={usage.isPending}
          empty={
            <p className="p-5 text-sm text-quiet">
              {request ? 'No call of this customer has this request ID.' : 'No call in 30 days.'}
            </p>
          }
          onRowOpen={setOpened}
        />
      </RecordPages>
      {current && <CallDialog row={current} onClose={close} />}
    </Panel>
  );
}
