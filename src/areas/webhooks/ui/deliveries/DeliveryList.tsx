import { useState } from 'react';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { WebhookDeliveryWire } from '../../wire/index.ts';
import {
  attemptErrors,
  deliveryDays,
  deliveryStateLabels,
  deliveryStates,
} from '../../wire/webhooks.constants.ts';
import { deliveryList, useEventTypes } from '../queries.ts';
import { DeliveryBadge } from './DeliveryBadge.tsx';
import { DeliveryDialog } from './DeliveryDialog.tsx';

const toResult = ({ last_status: status, last_error: error }: WebhookDeliveryWire) =>
  status ? String(status) : error ? attemptErrors[error] : '';

const columns: readonly Column<WebhookDeliveryWire>[] = [
  {
    key: 'type',
    header: 'Event',
    cell: (row) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-mono text-sm">{row.type}</span>
          {row.is_test && <Badge tone="info">Test</Badge>}
          <span className="md:hidden">
            <DeliveryBadge delivery={row} />
          </span>
        </span>
        <span className="block font-mono text-xs text-quiet wrap-anywhere">{row.endpoint_url}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: (row) => <DeliveryBadge delivery={row} />,
    width: '8rem',
    isSecondary: true,
  },
  {
    key: 'result',
    header: 'Answer',
    cell: (row) => <span className="text-sm">{toResult(row)}</span>,
    width: '12rem',
    isSecondary: true,
  },
  {
    key: 'attempts',
    header: 'Attempts',
    cell: (row) => row.attempts,
    width: '6rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'created_at',
    header: 'Happened',
    cell: (row) => <RelativeTime value={row.created_at} />,
    width: '9rem',
    isSecondary: true,
  },
];

function useFilters(): readonly RecordFilter[] {
  const types = useEventTypes().data?.results ?? [];
  return [
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      options: deliveryStates.map((value) => ({ value, label: deliveryStateLabels[value] })),
    },
    {
      kind: 'choice',
      name: 'type',
      label: 'Event',
      options: types.map(({ type }) => ({ value: type, label: type })),
    },
    { kind: 'day', name: 'from', label: 'From' },
    { kind: 'day', name: 'to', label: 'To' },
  ];
}

/** Of one endpoint, or of all. */
export function DeliveryList({ endpoint }: { endpoint?: string }) {
  const filters = useFilters();
  const [opened, open] = useState<WebhookDeliveryWire>();
  return (
    <>
      <RecordList
        what="deliveries"
        title="Deliveries"
        columns={columns}
        filters={filters}
        list={deliveryList}
        query={endpoint ? { endpoint } : {}}
        rowKey={({ id }) => id}
        rowLabel={({ type }) => `Delivery of ${type}`}
        onRowOpen={open}
        empty={
          <EmptyState title="No deliveries yet">
            {`What is sent appears here, and is kept for ${deliveryDays} days.`}
          </EmptyState>
        }
      />
      {opened && (
        <DeliveryDialog id={opened.id} type={opened.type} onClose={() => open(undefined)} />
      )}
    </>
  );
}
