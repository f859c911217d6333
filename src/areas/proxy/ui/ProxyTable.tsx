import { Ban, Ellipsis, Trash2, Undo2, Zap } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table, type TableProps } from '#ui/Table.tsx';
import { toast } from '#ui/toast.ts';
import type { BlockAnswerWire, ProxyWire } from '../contract.ts';
import {
  reasonLabels,
  sayCount,
  sayMs,
  sayRate,
  statusLabels,
  statusTones,
} from './proxy-labels.ts';
import { useBlock, useRelease, useRemove, useTest } from './queries.ts';
import { tell } from './tell.ts';

const nameOf = ({ host, port }: Pick<ProxyWire, 'host' | 'port'>) => `${host}:${port}`;

function ProxyMenu({ resource, proxy }: { resource: string; proxy: ProxyWire }) {
  const block = useBlock(resource);
  const release = useRelease(resource);
  const test = useTest(resource);
  const remove = useRemove(resource);
  const [isRemoving, setRemoving] = useState(false);
  const name = nameOf(proxy);
  const isOut = proxy.status === 'blocked' || proxy.status === 'cooldown';
  const sayBlocked = ({ replacement }: BlockAnswerWire) =>
    replacement
      ? `${name} is blocked, ${nameOf(replacement)} is next`
      : `${name} is blocked, and no other is available`;
  async function check() {
    try {
      const { is_working, latency_ms, how_to_fix } = await test.mutateAsync(proxy.id);
      if (is_working) toast.success(`${name} answered in ${sayMs(latency_ms)}`);
      else toast.error(`${name} does not work. ${how_to_fix ?? ''}`);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="small" isIconOnly icon={<Ellipsis size={18} aria-hidden />}>
            {`Actions for ${name}`}
          </Button>
        }
      >
        <MenuItem icon={<Zap size={16} aria-hidden />} onSelect={() => void check()}>
          Test now
        </MenuItem>
        {isOut ? (
          <MenuItem
            icon={<Undo2 size={16} aria-hidden />}
            onSelect={() => void tell(release.mutateAsync(proxy.id), () => `${name} is released`)}
          >
            Release
          </MenuItem>
        ) : (
          <MenuItem
            icon={<Ban size={16} aria-hidden />}
            onSelect={() => void tell(block.mutateAsync(proxy.id), sayBlocked)}
          >
            Block
          </MenuItem>
        )}
        {proxy.is_own && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={<Trash2 size={16} aria-hidden />}
              tone="danger"
              onSelect={() => setRemoving(true)}
            >
              Remove
            </MenuItem>
          </>
        )}
      </Menu>
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description="Its user name and password are forgotten. To use it again, add it again."
        confirmLabel="Remove proxy"
        busyLabel="Removing..."
        onConfirm={() => remove.mutateAsync(proxy.id)}
      />
    </>
  );
}

const StatusCell = ({ proxy }: { proxy: ProxyWire }) => (
  <>
    <Badge tone={statusTones[proxy.status]}>{statusLabels[proxy.status]}</Badge>
    {proxy.blocked_until && (
      <span className="mt-1 block text-xs text-quiet">
        {proxy.block_reason && `${reasonLabels[proxy.block_reason]}, `}
        ends <RelativeTime value={proxy.blocked_until} />
      </span>
    )}
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

const ErrorCell = ({ proxy }: { proxy: ProxyWire }) =>
  proxy.last_error ? (
    <>
      <span className="block">{reasonLabels[proxy.last_error]}</span>
      <span className="block text-xs text-quiet">{proxy.how_to_fix}</span>
    </>
  ) : (
    <span className="text-quiet">None</span>
  );

const columnsFor = (resource: string): readonly Column<ProxyWire>[] => [
  {
    key: 'proxy',
    header: 'Proxy',
    cell: (row) => (
      <>
        <span className="font-mono text-xs wrap-anywhere">
          {row.host}
          <wbr />:{row.port}
        </span>
        <span className="block text-xs text-quiet">
          {[
            row.protocol.toUpperCase(),
            row.country_code,
            row.is_own ? 'yours' : 'pool',
            row.exit_address,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <StatusCell proxy={row} />, width: '8.5rem' },
  {
    key: 'latency_ms',
    header: 'Latency',
    cell: (row) => sayMs(row.latency_ms),
    width: '7rem',
    isNumeric: true,
    isSortable: true,
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
    key: 'error',
    header: 'Last error',
    cell: (row) => <ErrorCell proxy={row} />,
    width: '16rem',
    isSecondary: true,
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) => <ProxyMenu resource={resource} proxy={row} />,
    width: '3.5rem',
    isNumeric: true,
  },
];

type ProxyTableProps = Pick<
  TableProps<ProxyWire>,
  'rows' | 'sort' | 'onSortChange' | 'isLoading' | 'empty'
> & { resource: string };

export const ProxyTable = ({ resource, ...table }: ProxyTableProps) => (
  <Table
    caption="Proxies"
    columns={columnsFor(resource)}
    rowKey={({ id }) => id}
    rowLabel={nameOf}
    {...table}
  />
);
