import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { ResourceWire } from '../../wire/index.ts';
import { successColumn } from '../proxies/ProxyColumns.tsx';
import { strategyLabels } from '../proxy.labels.ts';
import { resourceList } from '../queries.ts';
import { NewResourceDialog } from './ResourceDialog.tsx';
import { ResourceHealth } from './ResourceHealth.tsx';

const toAddress = ({ name }: Pick<ResourceWire, 'name'>) => `/dashboard/proxy/${name}`;

const columns: readonly Column<ResourceWire>[] = [
  {
    key: 'name',
    header: 'Resource',
    cell: (row) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={toAddress(row)}
            className="font-medium underline-offset-4 wrap-anywhere hover:underline"
          >
            {row.name}
          </Link>
          {!row.is_active && <Badge>Off</Badge>}
        </span>
        <span className="line-clamp-1 text-quiet">{row.title || row.target_hosts.join(', ')}</span>
      </>
    ),
  },
  { key: 'health', header: 'Proxies', cell: (row) => <ResourceHealth {...row} />, width: '12rem' },
  {
    key: 'strategy',
    header: 'Strategy',
    cell: (row) => strategyLabels[row.strategy],
    width: '12rem',
    isSecondary: true,
  },
  successColumn,
  {
    key: 'last_used_at',
    header: 'Last used',
    cell: (row) =>
      row.last_used_at ? (
        <RelativeTime value={row.last_used_at} />
      ) : (
        <span className="text-quiet">Never</span>
      ),
    width: '9rem',
    isSecondary: true,
  },
];

const sortable = ['name', 'success_rate', 'created_at'];

const CreateButton = ({ create }: { create: () => void }) => (
  <Button variant="primary" icon={<Plus size={18} aria-hidden />} onClick={create}>
    Create resource
  </Button>
);

/** The list of resources. */
export default function Resources() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const create = () => setOpen(true);
  return (
    <Screen
      title="Data proxy"
      description="Reach sites through proxies. Create one resource per site."
      action={<CreateButton create={create} />}
    >
      <RecordList
        what="resources"
        list={resourceList}
        columns={columns}
        sortable={sortable}
        rowKey={({ name }) => name}
        rowPath={toAddress}
        skeletonRowsCount={3}
        empty={
          <EmptyState title="No resources yet" action={<CreateButton create={create} />}>
            A resource defines which sites are reached through proxies, and the rules for it.
          </EmptyState>
        }
        isPlain
        keepsDataOnError
      />
      {isOpen && (
        <NewResourceDialog
          onCreated={(created) => navigate(toAddress(created))}
          onClose={() => setOpen(false)}
        />
      )}
    </Screen>
  );
}
