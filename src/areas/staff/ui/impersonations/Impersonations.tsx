import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { ImpersonationWire } from '../../wire/impersonations.ts';
import { useImpersonations } from './queries.ts';

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

const noFilters = [] as const;

export default function Impersonations() {
  const view = useRecordView(noFilters);
  const views = useImpersonations(String(view.page));
  return (
    <>
      <title>{`Viewed accounts · ${site.name}`}</title>
      <PageHeader
        title="Viewed accounts"
        description="Accounts that staff viewed as their owners see them, with the reason."
        back={
          <Link to="/admin/audit" className="link">
            Audit log
          </Link>
        }
      />
      <div className="mt-6">
        <RecordList
          what="viewed accounts"
          title="All views"
          columns={columns}
          filters={noFilters}
          view={view}
          result={views}
          rowKey={(row) => row.id}
        />
      </div>
    </>
  );
}
