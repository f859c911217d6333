import { KeyRound, Pencil, Power, Trash2 } from 'lucide-react';
import { formatBytes, formatCount, formatUtcDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { actionsColumn } from '#ui/table/actions-column.ts';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { SubUserWire } from '../../wire/index.ts';
import { useEditSubUser } from './queries.ts';

export type SubUserAction = 'edit' | 'rotate' | 'delete';
type OnAction = (subUser: SubUserWire, action: SubUserAction) => void;

const NameCell = ({ subUser }: { subUser: SubUserWire }) => (
  <>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
      {subUser.name}
      {!subUser.is_active && <Badge>Off</Badge>}
      {subUser.is_over_limit && <Badge tone="warning">Over limit</Badge>}
    </span>
    <span className="block font-mono text-xs text-quiet wrap-anywhere">{subUser.user_name}</span>
    {subUser.is_over_limit && (
      <span className="block text-xs text-quiet">
        Until {formatUtcDate(subUser.resets_at)}, UTC
      </span>
    )}
  </>
);

const Used = ({ used, limit }: { used: string; limit: string | null }) => (
  <>
    <span className="block font-mono tabular-nums">{used}</span>
    <span className="block text-xs text-quiet">{limit === null ? 'no limit' : `of ${limit}`}</span>
  </>
);

const Traffic = ({ subUser }: { subUser: SubUserWire }) => {
  const { traffic_used_bytes: used, traffic_limit_bytes: limit, spent, spend_limit } = subUser;
  return (
    <>
      <Used used={formatBytes(used)} limit={limit === null ? null : formatBytes(limit)} />
      {spent !== null && (
        <span className="block text-xs text-quiet">
          {formatMoney(spent, 'USD')}
          {spend_limit !== null && ` of ${formatMoney(spend_limit, 'USD')}`}
        </span>
      )}
    </>
  );
};

const Addresses = ({ subUser: { addresses, networks_confirmed } }: { subUser: SubUserWire }) =>
  addresses.length === 0 ? (
    <span className="text-quiet">None</span>
  ) : (
    <>
      <span className="line-clamp-3 font-mono text-xs wrap-anywhere" title={addresses.join(', ')}>
        {addresses.join(', ')}
      </span>
      <span className="block text-xs text-quiet">
        {networks_confirmed === 0
          ? 'Waiting for a login with the password'
          : `${formatCount(networks_confirmed, 'address', 'addresses')} confirmed`}
      </span>
    </>
  );

type MenuProps = { resource: string; subUser: SubUserWire; onAction: OnAction };

function SubUserMenu({ resource, subUser, onAction }: MenuProps) {
  const edit = useEditSubUser(resource, subUser.id);
  const { name, is_active } = subUser;
  const results = resultToasts(`login ${subUser.id}`);
  const done = () => results.success(`${name} is switched ${is_active ? 'off' : 'on'}`);
  return (
    <RowMenu name={name}>
      <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => onAction(subUser, 'edit')}>
        Edit
      </MenuItem>
      <MenuItem
        icon={<KeyRound size={16} aria-hidden />}
        onSelect={() => onAction(subUser, 'rotate')}
      >
        New password
      </MenuItem>
      <MenuItem
        icon={<Power size={16} aria-hidden />}
        onSelect={() => void edit.mutateAsync({ is_active: !is_active }).then(done, results.fail)}
      >
        {is_active ? 'Switch off' : 'Switch on'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 size={16} aria-hidden />}
        tone="danger"
        onSelect={() => onAction(subUser, 'delete')}
      >
        Delete
      </MenuItem>
    </RowMenu>
  );
}

const columnsFor = (resource: string, onAction: OnAction): readonly Column<SubUserWire>[] => [
  { key: 'name', header: 'Name', cell: (row) => <NameCell subUser={row} /> },
  {
    key: 'traffic',
    header: 'Traffic this month',
    cell: (row) => <Traffic subUser={row} />,
    width: '10rem',
  },
  {
    key: 'requests',
    header: 'Requests this month',
    cell: ({ requests_used: used, requests_limit: limit }) => (
      <Used used={formatCount(used)} limit={limit === null ? null : formatCount(limit)} />
    ),
    width: '10rem',
    isSecondary: true,
  },
  {
    key: 'addresses',
    header: 'Addresses without password',
    cell: (row) => <Addresses subUser={row} />,
    width: '15rem',
    isSecondary: true,
  },
  actionsColumn((row) => <SubUserMenu resource={resource} subUser={row} onAction={onAction} />),
];

type SubUserTableProps = {
  resource: string;
  rows: readonly SubUserWire[];
  isLoading: boolean;
  onAction: OnAction;
};

export const SubUserTable = ({ resource, rows, isLoading, onAction }: SubUserTableProps) => (
  <Table
    caption="Sub-users"
    columns={columnsFor(resource, onAction)}
    rows={rows}
    rowKey={({ id }) => id}
    rowLabel={({ name }) => `Sub-user ${name}`}
    isLoading={isLoading}
    skeletonRowsCount={2}
    empty={
      <EmptyState title="No sub-users yet">
        Give each customer, team or program a login of its own, with limits.
      </EmptyState>
    }
  />
);
