import { Power, Zap } from 'lucide-react';
import { useViewer } from '#client/viewer.ts';
import { formatCount, noValue } from '#lib/format.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { actionsColumn } from '#ui/table/actions-column.ts';
import type { Column } from '#ui/table/Table.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { PoolProxyWire } from '../../wire/index.ts';
import type { PoolState } from '../../wire/proxies.constants.ts';
import { AddressCell, formatName, latencyColumn } from '../proxies/ProxyColumns.tsx';
import { ProxyMenu } from '../proxies/ProxyMenu.tsx';
import { formatMs, formatSuccessRate, reasonLabels } from '../proxy.labels.ts';
import { useChangePoolCredentials, useCheckPool, useRemovePool, useSwitchPool } from './queries.ts';

export const poolStateLabels: Record<PoolState, string> = {
  working: 'Working',
  failing: 'Failing',
  unchecked: 'Not checked yet',
  dead: 'Dead',
  inactive: 'Disabled',
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
  const { mutateAsync: changeCredentials } = useChangePoolCredentials();
  const mayWrite = useViewer().may('proxies.write');
  const { id, is_active } = proxy;
  const name = formatName(proxy);
  const results = resultToasts(`proxy ${id}`);
  const toastCheck = ({ last_error, latency_ms }: PoolProxyWire) =>
    last_error
      ? results.error(`${name}: ${reasonLabels[last_error]}`)
      : results.success(`${name} answered in ${formatMs(latency_ms)}`);
  const toastSwitch = () =>
    results.success(is_active ? `${name} is disabled` : `${name} is enabled`);
  return (
    <ProxyMenu
      name={name}
      loss="Resources stop using it at once, and its user name and password are deleted."
      onRemove={mayWrite ? () => remove.mutateAsync(id) : undefined}
      host={proxy.host}
      changeCredentials={changeCredentials}
    >
      <MenuItem
        icon={<Zap size={16} aria-hidden />}
        onSelect={() => void check.mutateAsync(id).then(toastCheck, results.fail)}
      >
        Check now
      </MenuItem>
      {mayWrite && (
        <MenuItem
          icon={<Power size={16} aria-hidden />}
          onSelect={() =>
            void change.mutateAsync({ id, is_active: !is_active }).then(toastSwitch, results.fail)
          }
        >
          {is_active ? 'Disable' : 'Enable'}
        </MenuItem>
      )}
    </ProxyMenu>
  );
}

export const poolColumns: readonly Column<PoolProxyWire>[] = [
  {
    key: 'host',
    header: 'Proxy',
    cell: (row) => <AddressCell proxy={row} facts={[row.type, row.provider]} />,
  },
  {
    key: 'state',
    header: 'State',
    cell: (row) => (
      <>
        <Badge tone={stateTones[row.state]}>{poolStateLabels[row.state]}</Badge>
        {row.last_error && (
          <span className="mt-1 block text-xs text-quiet md:hidden">
            {reasonLabels[row.last_error]}
          </span>
        )}
        {row.blocks > 0 && (
          <span className="mt-1 block text-xs text-quiet">
            {`Blocked for ${formatCount(row.blocks)} ${row.blocks === 1 ? 'resource' : 'resources'}`}
          </span>
        )}
      </>
    ),
    width: '11rem',
  },
  latencyColumn,
  {
    key: 'success_rate',
    header: 'Checks passed',
    cell: (row) => (row.success_rate === null ? noValue : formatSuccessRate(row.success_rate)),
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
    isSecondary: true,
  },
  actionsColumn((row) => <PoolMenu proxy={row} />),
];
