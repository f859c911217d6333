import { Ellipsis, Power, Trash2, Zap } from 'lucide-react';
import { useState } from 'react';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { Column } from '#ui/Table.tsx';
import type { PoolProxyWire, PoolState } from '../../contract.ts';
import { reasonLabels, sayCount, sayMs, sayRate } from '../proxy-labels.ts';
import { tell } from '../tell.ts';
import { useCheckPool, useRemovePool, useSwitchPool } from './queries.ts';

export const states = ['working', 'failing', 'unchecked', 'dead', 'inactive'] as const;
export const stateLabels: Record<PoolState, string> = {
  working: 'Working',
  failing: 'Failing',
  unchecked: 'Not checked yet',
  dead: 'Dead',
  inactive: 'Out of use',
};
const stateTones: Record<PoolState, BadgeTone> = {
  working: 'success',
  failing: 'warning',
  unchecked: 'info',
  dead: 'danger',
  inactive: 'neutral',
};

function PoolMenu({ proxy }: { proxy: PoolProxyWire }) {
  const check = useCheckPool();
  const change = useSwitchPool();
  const remove = useRemovePool();
  const [isRemoving, setRemoving] = useState(false);
  const { id, is_active } = proxy;
  const name = `${proxy.host}:${proxy.port}`;
  const sayCheck = ({ last_error, latency_ms }: PoolProxyWire) =>
    last_error
      ? `${name}: ${reasonLabels[last_error]}`
      : `${name} answered in ${sayMs(latency_ms)}`;
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="small" isIconOnly icon={<Ellipsis size={18} aria-hidden />}>
            {`Actions for ${name}`}
          </Button>
        }
      >
        <MenuItem
          icon={<Zap size={16} aria-hidden />}
          onSelect={() => void tell(check.mutateAsync(id), sayCheck)}
        >
          Check now
        </MenuItem>
        <MenuItem
          icon={<Power size={16} aria-hidden />}
          onSelect={() =>
            void tell(change.mutateAsync({ id, is_active: !is_active }), () =>
              is_active ? `${name} is out of use` : `${name} is in use again`,
            )
          }
        >
          {is_active ? 'Take out of use' : 'Use again'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 size={16} aria-hidden />}
          tone="danger"
          onSelect={() => setRemoving(true)}
        >
          Remove
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description="Resources stop using it at once, and its user name and password are forgotten."
        confirmLabel="Remove proxy"
        busyLabel="Removing..."
        onConfirm={() => remove.mutateAsync(id)}
      />
    </>
  );
}

export const poolColumns: readonly Column<PoolProxyWire>[] = [
  {
    key: 'host',
    header: 'Proxy',
    cell: (row) => (
      <>
        <span className="font-mono text-xs wrap-anywhere">
          {row.host}
          <wbr />:{row.port}
        </span>
        <span className="block text-xs text-quiet">
          {[row.protocol.toUpperCase(), row.country_code, row.type, row.provider]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
    isSortable: true,
  },
  {
    key: 'state',
    header: 'State',
    cell: (row) => (
      <>
        <Badge tone={stateTones[row.state]}>{stateLabels[row.state]}</Badge>
        {row.last_error && (
          <span className="mt-1 block text-xs text-quiet md:hidden">
            {reasonLabels[row.last_error]}
          </span>
        )}
        {row.blocks > 0 && (
          <span className="mt-1 block text-xs text-quiet">
            {`Blocked for ${sayCount(row.blocks)} ${row.blocks === 1 ? 'resource' : 'resources'}`}
          </span>
        )}
      </>
    ),
    width: '11rem',
  },
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
    header: 'Checks passed',
    cell: (row) => (row.success_rate === null ? '–' : sayRate(row.success_rate)),
    width: '8rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'last_checked_at',
    header: 'Last check',
    cell: (row) => (
      <>
        {row.last_checked_at ? <RelativeTime value={row.last_checked_at} /> : 'Never'}
        {row.last_error && (
          <span className="block text-xs text-quiet">
            {`${reasonLabels[row.last_error]}. ${row.how_to_fix}`}
          </span>
        )}
      </>
    ),
    width: '16rem',
    isSortable: true,
    isSecondary: true,
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) => <PoolMenu proxy={row} />,
    width: '3.5rem',
    isNumeric: true,
  },
];
