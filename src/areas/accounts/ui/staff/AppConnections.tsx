import { Link } from 'react-router';
import { scopeLabels } from '#lib/scope-labels.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { AppConnectionWire } from '../../wire/staff-apps.ts';
import { appConnectionList } from './queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: [
      { value: 'live', label: 'Connected' },
      { value: 'ended', label: 'Ended' },
    ],
  },
];

const columns: readonly Column<AppConnectionWire>[] = [
  {
    key: 'user',
    header: 'Account',
    cell: ({ user, ended_at }) => (
      <>
        <Link
          to={`/admin/users/${user.id}`}
          className="wrap-anywhere underline-offset-4 hover:underline"
        >
          {user.email}
        </Link>
        {ended_at && (
          <p className="text-sm text-quiet">
            Ended <RelativeTime value={ended_at} />
          </p>
        )}
      </>
    ),
  },
  {
    key: 'scopes',
    header: 'May use',
    cell: ({ scopes, may_change }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={may_change ? 'warning' : 'neutral'}>
          {may_change ? 'May change' : 'Reads only'}
        </Badge>
        <span className="text-sm text-quiet">
          {scopes.map((scope) => scopeLabels[scope].label).join(', ')}
        </span>
      </span>
    ),
    isSecondary: true,
  },
  {
    key: 'created_at',
    header: 'Connected',
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'last_used_at',
    header: 'Last used',
    cell: ({ last_used_at }) => <RelativeTime value={last_used_at} />,
    width: '9rem',
  },
];

/** Who connected an app, when, what it may use, and when it did last. */
export function AppConnections({ appId }: { appId: string }) {
  return (
    <RecordList
      what="connections"
      title="Connections"
      columns={columns}
      filters={filters}
      list={appConnectionList(appId)}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No connections">Nobody has connected the app so far.</EmptyState>}
    />
  );
}
