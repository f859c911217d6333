import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { actionsColumn } from '#ui/table/actions-column.ts';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import { type Column, Table, type TableProps } from '#ui/table/Table.tsx';
import type { ProxySourceWire } from '../../wire/index.ts';

export type SourceAction = 'refresh' | 'edit' | 'delete';
type OnAction = (source: ProxySourceWire, action: SourceAction) => void;

const readHost = ({ url }: ProxySourceWire): string =>
  URL.canParse(url) ? new URL(url).host : url.replace(/\/\*\*\*$/, '');

const NameCell = ({ source }: { source: ProxySourceWire }) => (
  <>
    <span className="block font-medium wrap-anywhere">{source.name}</span>
    <span className="block text-xs wrap-anywhere text-quiet">{readHost(source)}</span>
  </>
);

function StateBadge({ source }: { source: ProxySourceWire }) {
  if (!source.is_active) return <Badge>Off</Badge>;
  if (source.is_refreshing) return <Badge tone="info">Refresh is due</Badge>;
  if (source.error) return <Badge tone="danger">Failed</Badge>;
  return <Badge tone="success">Up to date</Badge>;
}

const StateCell = ({ source }: { source: ProxySourceWire }) => (
  <>
    <StateBadge source={source} />
    {source.error && (
      <span className="mt-1 block text-xs">
        {source.how_to_fix}
        {source.failures_in_row > 1 && ` ${formatCount(source.failures_in_row)} failures in a row.`}
      </span>
    )}
    {source.succeeded_at && (
      <span className="mt-1 block text-xs text-quiet">
        Last good list <RelativeTime value={source.succeeded_at} />
      </span>
    )}
  </>
);

function ResultCell({ source: { last_result } }: { source: ProxySourceWire }) {
  if (!last_result) return <span className="text-quiet">None yet</span>;
  const { added, updated, missing, rejected } = last_result;
  const parts = [
    `${formatCount(added)} added`,
    `${formatCount(updated)} updated`,
    `${formatCount(missing)} removed`,
    ...(rejected > 0 ? [`${formatCount(rejected)} not usable`] : []),
  ];
  return <span className="text-xs">{parts.join(', ')}</span>;
}

const SourceMenu = ({ source, onAction }: { source: ProxySourceWire; onAction: OnAction }) => (
  <RowMenu name={source.name}>
    <MenuItem
      icon={<RefreshCw size={16} aria-hidden />}
      onSelect={() => onAction(source, 'refresh')}
    >
      Refresh now
    </MenuItem>
    <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => onAction(source, 'edit')}>
      Edit
    </MenuItem>
    <MenuSeparator />
    <MenuItem
      icon={<Trash2 size={16} aria-hidden />}
      tone="danger"
      onSelect={() => onAction(source, 'delete')}
    >
      Delete
    </MenuItem>
  </RowMenu>
);

const columns: readonly Column<ProxySourceWire>[] = [
  { key: 'name', header: 'Source', cell: (row) => <NameCell source={row} /> },
  { key: 'state', header: 'State', cell: (row) => <StateCell source={row} />, width: '16rem' },
  {
    key: 'proxies',
    header: 'Proxies',
    cell: (row) => formatCount(row.proxies_total),
    width: '6rem',
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'last_result',
    header: 'Last change',
    cell: (row) => <ResultCell source={row} />,
    width: '12rem',
    isSecondary: true,
  },
];

const createMenu = (onAction: OnAction) =>
  actionsColumn<ProxySourceWire>((row) => <SourceMenu source={row} onAction={onAction} />);

type SourceTableProps = Pick<TableProps<ProxySourceWire>, 'rows' | 'isLoading' | 'empty'> & {
  /** Absent for those who may not change sources. */
  onAction: OnAction | undefined;
};

export const SourceTable = ({ onAction, ...table }: SourceTableProps) => (
  <Table
    caption="Proxy sources"
    columns={onAction ? [...columns, createMenu(onAction)] : columns}
    rowKey={({ id }) => id}
    skeletonRowsCount={2}
    {...table}
  />
);
