import clsx from 'clsx';
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { actionsColumn } from '#ui/table/actions-column.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { ApiKeyWire } from '../../wire/index.ts';
import { type KeyAction, KeyStatusBadge } from './KeyDetails.tsx';
import { KeyMenu } from './KeyMenu.tsx';
import { KeyRequests } from './KeyRequests.tsx';
import { formatExpiry, isExpiringSoon } from './key.labels.ts';

const NameCell = ({ apiKey }: { apiKey: ApiKeyWire }) => (
  <>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
      {apiKey.name}
      <span className="md:hidden">
        <KeyStatusBadge apiKey={apiKey} />
      </span>
      {apiKey.replaced_by && <Badge tone="info">Replaced</Badge>}
      {isExpiringSoon(apiKey) && <Badge tone="warning">Expires soon</Badge>}
    </span>
    <span className="block font-mono text-xs text-quiet">{apiKey.key_preview}</span>
  </>
);

const LastUse = ({ apiKey: { last_used_at, last_used_ip } }: { apiKey: ApiKeyWire }) =>
  last_used_at ? (
    <>
      <RelativeTime value={last_used_at} className="block whitespace-nowrap" />
      <span className="block truncate font-mono text-xs text-quiet">{last_used_ip}</span>
    </>
  ) : (
    <span className="text-quiet">Never</span>
  );

export const listColumns = (
  onAction: (key: ApiKeyWire, action: KeyAction) => void,
): readonly Column<ApiKeyWire>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => <NameCell apiKey={row} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <KeyStatusBadge apiKey={row} />,
    width: '7rem',
    isSecondary: true,
  },
  {
    key: 'last_used_at',
    header: 'Last used',
    cell: (row) => <LastUse apiKey={row} />,
    width: '10rem',
    isSecondary: true,
  },
  {
    key: 'daily_requests',
    header: 'Requests, 30 days',
    cell: (row) => (
      <span className="flex items-center gap-3">
        <KeyRequests apiKey={row} className="h-7 w-24 shrink-0" />
        <span className="font-mono text-xs tabular-nums">
          {formatCount(row.daily_requests.reduce((sum, count) => sum + count, 0))}
        </span>
      </span>
    ),
    width: '13rem',
    isSecondary: true,
  },
  {
    key: 'expires_at',
    header: 'Expires',
    cell: (row) => (
      <span className={clsx('whitespace-nowrap', isExpiringSoon(row) && 'text-warning-text')}>
        {formatExpiry(row)}
      </span>
    ),
    width: '8rem',
    isSecondary: true,
  },
  actionsColumn((row) => <KeyMenu apiKey={row} onAction={(action) => onAction(row, action)} />),
];
