import { Link } from 'react-router';
import { Badge } from '#ui/Badge.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import type { StaffUserWire } from '../../wire/users.ts';
import { userList } from './queries.ts';
import { UserStatusBadge } from './UserStatusBadge.tsx';

const filters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Address, name or company' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'suspended', label: 'Suspended' },
      { value: 'deleted', label: 'Erased' },
    ],
  },
  {
    kind: 'choice',
    name: 'role',
    label: 'Role',
    options: [
      { value: 'staff', label: 'All staff' },
      { value: 'support', label: 'Support' },
      { value: 'sales', label: 'Sales' },
      { value: 'finance', label: 'Finance' },
      { value: 'admin', label: 'Admin' },
    ],
  },
  { kind: 'day', name: 'from', label: 'Joined from' },
  { kind: 'day', name: 'to', label: 'Joined to' },
];

const columns: readonly Column<StaffUserWire>[] = [
  {
    key: 'email',
    header: 'Address',
    cell: (row) => (
      <>
        <Link
          to={`/admin/users/${row.id}`}
          className="font-medium underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.email}
        </Link>
        <span className="block text-quiet">
          {[row.full_name, row.company].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <UserStatusBadge {...row} />, width: '9rem' },
  {
    key: 'roles',
    header: 'Roles',
    cell: ({ roles }) => (
      <span className="flex flex-wrap gap-1.5">
        {roles.map((role) => (
          <Badge key={role} tone="info">
            {role}
          </Badge>
        ))}
      </span>
    ),
    width: '11rem',
    isSecondary: true,
  },
  timeColumn('date_joined', 'Joined', '9rem'),
  {
    key: 'last_login',
    header: 'Last sign-in',
    cell: (row) =>
      row.last_login ? (
        <RelativeTime value={row.last_login} className="whitespace-nowrap" />
      ) : (
        <span className="text-quiet">Never</span>
      ),
    width: '9rem',
    isSecondary: true,
  },
];

export default function Users() {
  return (
    <Screen title="Users" description="All accounts, newest first.">
      <RecordList
        what="users"
        title="All users"
        columns={columns}
        filters={filters}
        list={userList}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.email}
        rowPath={(row) => `/admin/users/${row.id}`}
        csv="users.csv"
      />
    </Screen>
  );
}
