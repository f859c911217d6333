import { Link, useNavigate } from 'react-router';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { WebhookEndpointWire } from '../../wire/index.ts';
import { EndpointBadge } from './EndpointBadge.tsx';
import { endpointPath, listEvents } from './endpoint.labels.ts';

const columns: readonly Column<WebhookEndpointWire>[] = [
  {
    key: 'url',
    header: 'Endpoint',
    cell: (row) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={endpointPath(row.id)}
            className="font-mono text-sm underline-offset-4 wrap-anywhere hover:underline"
          >
            {row.url}
          </Link>
          <span className="md:hidden">
            <EndpointBadge endpoint={row} />
          </span>
        </span>
        {row.description && <span className="block text-sm text-quiet">{row.description}</span>}
      </>
    ),
  },
  {
    key: 'events',
    header: 'Events',
    cell: listEvents,
    width: '12rem',
    isSecondary: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <EndpointBadge endpoint={row} />,
    width: '8rem',
    isSecondary: true,
  },
  {
    key: 'created_at',
    header: 'Created',
    cell: (row) => <RelativeTime value={row.created_at} />,
    width: '9rem',
    isSecondary: true,
  },
];

type EndpointTableProps = {
  endpoints: readonly WebhookEndpointWire[];
  isLoading: boolean;
  empty: React.ReactNode;
};

export function EndpointTable({ endpoints, isLoading, empty }: EndpointTableProps) {
  const navigate = useNavigate();
  return (
    <Table
      caption="Endpoints"
      columns={columns}
      rows={endpoints}
      rowKey={({ id }) => id}
      rowLabel={({ url }) => `Endpoint ${url}`}
      onRowOpen={({ id }) => navigate(endpointPath(id))}
      isLoading={isLoading}
      skeletonRowsCount={2}
      empty={empty}
    />
  );
}
