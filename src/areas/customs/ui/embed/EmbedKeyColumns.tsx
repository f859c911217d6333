import { Code, Pencil, Trash2 } from 'lucide-react';
import { formatCount, formatDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { actionsColumn } from '#ui/table/actions-column.ts';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { EmbedKeyWire } from '../../wire/embed/embed.ts';

export type EmbedAction = 'code' | 'edit' | 'revoke';
type OnAction = (embedKey: EmbedKeyWire, action: EmbedAction) => void;

const NameCell = ({ embedKey }: { embedKey: EmbedKeyWire }) => (
  <>
    <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
      {embedKey.name}
      {embedKey.is_revoked && <Badge tone="danger">Revoked</Badge>}
    </span>
    <span className="block font-mono text-xs wrap-anywhere text-quiet">{embedKey.public_key}</span>
  </>
);

const UseCell = ({ embedKey }: { embedKey: EmbedKeyWire }) => {
  const { calculations_today: used, daily_quota: quota } = embedKey;
  return (
    <span className="flex flex-wrap items-center gap-2 tabular-nums">
      {formatCount(used)} of {formatCount(quota)}
      {used >= quota && !embedKey.is_revoked && <Badge tone="warning">Used up</Badge>}
    </span>
  );
};

const KeyMenu = ({ embedKey, onAction }: { embedKey: EmbedKeyWire; onAction: OnAction }) => (
  <RowMenu name={embedKey.name}>
    <MenuItem icon={<Code size={16} aria-hidden />} onSelect={() => onAction(embedKey, 'code')}>
      Copy HTML
    </MenuItem>
    <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => onAction(embedKey, 'edit')}>
      Edit
    </MenuItem>
    <MenuSeparator />
    <MenuItem
      icon={<Trash2 size={16} aria-hidden />}
      tone="danger"
      onSelect={() => onAction(embedKey, 'revoke')}
    >
      Revoke
    </MenuItem>
  </RowMenu>
);

export const listColumns = (onAction: OnAction): readonly Column<EmbedKeyWire>[] => [
  { key: 'name', header: 'Name', cell: (row) => <NameCell embedKey={row} /> },
  {
    key: 'origins',
    header: 'Sites',
    cell: (row) => <span className="text-sm wrap-anywhere">{row.origins.join(', ')}</span>,
    isSecondary: true,
  },
  {
    key: 'calculations_today',
    header: 'Today',
    cell: (row) => <UseCell embedKey={row} />,
    width: '10rem',
    isSecondary: true,
  },
  {
    key: 'created_at',
    header: 'Created',
    cell: (row) => <span className="whitespace-nowrap">{formatDate(row.created_at)}</span>,
    width: '8rem',
    isSecondary: true,
  },
  actionsColumn((row) => !row.is_revoked && <KeyMenu embedKey={row} onAction={onAction} />),
];
