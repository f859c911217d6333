import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { StaffUserRecordWire } from '../../wire/users.ts';

export function UserFacts({ user }: { user: StaffUserRecordWire }) {
  const { may } = useViewer();
  const facts = [
    ['Number', String(user.id)],
    ['Name', user.full_name],
    ['Company', user.company],
    ['Position', user.position],
    ['Phone', user.phone],
    ['Roles', user.roles.join(', ')],
  ] as const;
  return (
    <Panel
      title="Profile"
      actions={
        <span className="flex flex-wrap gap-4 text-sm">
          {may('tickets.work') && (
            <Link to={`/admin/tickets?user=${user.id}`} className="link">
              Tickets
            </Link>
          )}
          {may('audit.read') && (
            <Link to={`/admin/audit?subject_type=user&subject_id=${user.id}`} className="link">
              Audit log
            </Link>
          )}
        </span>
      }
    >
      <DescriptionList
        items={[
          ...facts
            .filter(([, text]) => text !== '')
            .map(([term, description]) => ({ term, description })),
          { term: 'Joined', description: <RelativeTime value={user.date_joined} /> },
          {
            term: 'Last sign-in',
            description: user.last_login ? <RelativeTime value={user.last_login} /> : 'Never',
          },
        ]}
      />
    </Panel>
  );
}
