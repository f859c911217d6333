import { Ban, Undo2, Zap } from 'lucide-react';
import { Badge } from '#ui/Badge.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordTable, type RecordTableProps } from '#ui/records/RecordTable.tsx';
import { actionsColumn } from '#ui/table/actions-column.ts';
import type { Column } from '#ui/table/Table.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { BlockResultWire, CheckResultWire, ProxyWire } from '../../wire/index.ts';
import { formatMs, reasonLabels, statusLabels, statusTones } from '../proxy.labels.ts';
import { useBlock, useChangeCredentials, useRelease, useRemove, useTest } from '../queries.ts';
import { AddressCell, formatName, latencyColumn, successColumn } from './ProxyColumns.tsx';
import { ProxyMenu } from './ProxyMenu.tsx';

function ResourceProxyMenu({ resource, proxy }: { resource: string; proxy: ProxyWire }) {
  const block = useBlock(resource);
  const release = useRelease(resource);
  const test = useTest(resource);
  const remove = useRemove(resource);
  const { mutateAsync: changeCredentials } = useChangeCredentials(resource);
  const name = formatName(proxy);
  const results = resultToasts(`proxy ${proxy.id}`);
  const isOut = proxy.status === 'blocked' || proxy.status === 'cooldown';
  const toastBlock = ({ replacement }: BlockResultWire) =>
    results.success(
      replacement
        ? `${name} is blocked, ${formatName(replacement)} is next`
        : `${name} is blocked, and no other is available`,
    );
  const toastCheck = ({ is_working, latency_ms, how_to_fix }: CheckResultWire) =>
    is_working
      ? results.success(`${name} answered in ${formatMs(latency_ms)}`)
      : results.error(`${name} does not work. ${how_to_fix ?? ''}`);
  const toastRelease = () => results.success(`${name} is released`);
  // Promises, because the row may be gone before the call completes.
  const act = {
    test: () => void test.mutateAsync(proxy.id).then(toastCheck, results.fail),
    block: () => void block.mutateAsync(proxy.id).then(toastBlock, results.fail),
    release: () => void release.mutateAsync(proxy.id).then(toastRelease, results.fail),
  };
  return (
    <ProxyMenu
      name={name}
      loss="Its user name and password are deleted. To use it again, add it again."
      onRemove={proxy.is_own ? () => remove.mutateAsync(proxy.id) : undefined}
      host={proxy.host}
      changeCredentials={changeCredentials}
    >
      <MenuItem icon={<Zap size={16} aria-hidden />} onSelect={act.test}>
        Test now
      </MenuItem>
      {isOut ? (
        <MenuItem icon={<Undo2 size={16} aria-hidden />} onSelect={act.release}>
          Release
        </MenuItem>
      ) : (
        <MenuItem icon={<Ban size={16} aria-hidden />} onSelect={act.block}>
          Block
        </MenuItem>
      )}
    </ProxyMenu>
  );
}

/** The note of a block, truncated; in full as a tooltip. */
const BlockNote = ({ note, className = '' }: { note: string | null; className?: string }) =>
  note && (
    <span
      className={`mt-1 line-clamp-3 text-xs text-quiet wrap-anywhere ${className}`}
      title={note}
    >
      {note}
    </span>
  );

const StatusCell = ({ proxy }: { proxy: ProxyWire }) => (
  <>
    <Badge tone={statusTones[proxy.status]}>{statusLabels[proxy.status]}</Badge>
    {proxy.blocked_until && (
      <span className="mt-1 block text-xs text-quiet">
        {proxy.block_reason && `${reasonLabels[proxy.block_reason]}, `}
        ends <RelativeTime value={proxy.blocked_until} />
      </span>
    )}
    <BlockNote note={proxy.block_note} className="md:hidden" />
    {proxy.last_error && proxy.status !== 'blocked' && (
      <span className="mt-1 block text-xs text-quiet md:hidden">
        {reasonLabels[proxy.last_error]}
      </span>
    )}
    {!proxy.last_checked_at && (
      <span className="mt-1 block text-xs text-quiet">Not checked yet</span>
    )}
  </>
);

const ErrorCell = ({ proxy }: { proxy: ProxyWire }) => (
  <>
    {proxy.last_error ? (
      <>
        <span className="block">{reasonLabels[proxy.last_error]}</span>
        <span className="block text-xs text-quiet">{proxy.how_to_fix}</span>
      </>
    ) : (
      <span className="text-quiet">None</span>
    )}
    <BlockNote note={proxy.block_note} />
  </>
);

const columnsFor = (resource: string): readonly Column<ProxyWire>[] => [
  {
    key: 'proxy',
    header: 'Proxy',
    cell: (row) => (
      <AddressCell proxy={row} facts={[row.is_own ? 'yours' : 'pool', row.exit_address]} />
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <StatusCell proxy={row} />, width: '8.5rem' },
  latencyColumn,
  successColumn,
  {
    key: 'error',
    header: 'Last error',
    cell: (row) => <ErrorCell proxy={row} />,
    width: '16rem',
    isSecondary: true,
  },
  actionsColumn((row) => <ResourceProxyMenu resource={resource} proxy={row} />),
];

type ProxyTableProps = Pick<
  RecordTableProps<ProxyWire>,
  'view' | 'result' | 'empty' | 'noMatches'
> & { resource: string };

export const ProxyTable = ({ resource, ...table }: ProxyTableProps) => (
  <RecordTable
    caption="Proxies"
    columns={columnsFor(resource)}
    rowKey={({ id }) => id}
    rowLabel={formatName}
    keepsDataOnError
    {...table}
  />
);
