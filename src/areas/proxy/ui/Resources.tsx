import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import type { ResourceWire } from '../contract.ts';
import { sayCount, sayRate, strategyLabels } from './proxy-labels.ts';
import { useResources } from './queries.ts';
import { NewResourceDialog } from './ResourceDialog.tsx';
import { ResourceHealth } from './ResourceHealth.tsx';

const addressOf = ({ name }: Pick<ResourceWire, 'name'>) => `/dashboard/proxy/${name}`;

const columns: readonly Column<ResourceWire>[] = [
  {
    key: 'name',
    header: 'Resource',
    cell: (row) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <Link to={addressOf(row)} className="font-medium underline-offset-4 hover:underline">
            {row.name}
          </Link>
          {!row.is_active && <Badge>Off</Badge>}
        </span>
        <span className="line-clamp-1 text-quiet">{row.title || row.target_hosts.join(', ')}</span>
      </>
    ),
    isSortable: true,
  },
  { key: 'health', header: 'Proxies', cell: (row) => <ResourceHealth {...row} />, width: '12rem' },
  {
    key: 'strategy',
    header: 'Which proxy',
    cell: (row) => strategyLabels[row.strategy],
    width: '12rem',
    isSecondary: true,
  },
  {
    key: 'success_rate',
    header: 'Success',
    cell: (row) => (
      <>
        {sayRate(row.success_rate)}
        {row.requests_total > 0 && (
          <span className="block text-xs text-quiet">of {sayCount(row.requests_total)}</span>
        )}
      </>
    ),
    width: '8rem',
    isNumeric: true,
    isSortable: true,
    isSecondary: true,
  },
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

function ResourceRows({ create }: { create: () => void }) {
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const ordering = address.get('ordering') ?? '-created_at';
  const page = address.get('page') ?? '1';
  const resources = useResources({ page, ordering });
  const change = (changes: Record<string, string>) =>
    setAddress({ ordering, page: '1', ...changes }, { replace: true, preventScrollReset: true });
  if (resources.isError)
    return (
      <div className="p-5">
        <LoadError
          message={messageOf(resources.error)}
          onRetry={() => resources.refetch()}
          isRetrying={resources.isFetching}
        />
      </div>
    );
  const { results = [], count = 0, page_size = 20 } = resources.data ?? {};
  const isDown = ordering.startsWith('-');
  return (
    <>
      <Table
        caption="Resources"
        columns={columns}
        rows={results}
        rowKey={({ name }) => name}
        onRowOpen={(row) => navigate(addressOf(row))}
        sort={{ key: ordering.replace(/^-/, ''), direction: isDown ? 'descending' : 'ascending' }}
        onSortChange={({ key, direction }) =>
          change({ ordering: `${direction === 'descending' ? '-' : ''}${key}` })
        }
        isLoading={resources.isPending}
        skeletonRowsCount={3}
        empty={
          <EmptyState title="No resources yet" action={<CreateButton create={create} />}>
            A resource says which sites are reached through proxies, and by which rules.
          </EmptyState>
        }
      />
      {count > page_size && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            page={Number(page)}
            pageSize={page_size}
            rowsCount={count}
            onPageChange={(to) => change({ page: String(to) })}
          />
        </div>
      )}
    </>
  );
}

const CreateButton = ({ create }: { create: () => void }) => (
  <Button variant="primary" icon={<Plus size={18} aria-hidden />} onClick={create}>
    Make resource
  </Button>
);

/** What is reached through proxies, with the health of each at a glance. */
export default function Resources() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const create = () => setOpen(true);
  return (
    <>
      <title>{`Data proxy · ${site.name}`}</title>
      <PageHeader
        title="Data proxy"
        description="Sites that your programs reach through proxies, one resource for each."
        action={<CreateButton create={create} />}
      />
      <Panel className="mt-6" isFlush>
        <ResourceRows create={create} />
      </Panel>
      {isOpen && (
        <NewResourceDialog
          onMade={(made) => navigate(addressOf(made))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
