import { Link } from 'react-router';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { ImpersonationWire } from '../../wire/impersonations.ts';
import { impersonationList } from './queries.ts';

const columns: readonly Column<ImpersonationWire>[] = [
  {
    key: 'user',
    header: 'Account',
    cell: ({ user }) => (
      <Link to={`/admin/users/${user.id}`} className="underline-offset-4 hover:underline">
        {user.email}
      </Link>
    ),
  },
  { key: 'staff', header: 'Viewed by', cell: ({ staff }) => staff.email },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason, isSecondary: true },
  {
    key: 'created_at',
    header: 'When',
    cell: (row) => <RelativeTime value={row.created_at} />,
    width: '9rem',
  },
];

export default function Impersonations() {
  return (
    <Screen
      title="Viewed accounts"
      description="Accounts that staff viewed as their owners see them, with the reason."
      back={{ to: '/admin/audit', label: 'Audit log' }}
    >
      <RecordList
        what="viewed accounts"
        title="All views"
        columns={columns}
        list={impersonationList}
        rowKey={(row) => row.id}
      />
    </Screen>
  );
}
