import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { StaffUserRecordWire } from '../contract.ts';

export function UserFacts({ user }: { user: StaffUserRecordWire }) {
  const facts = [
    ['Number', String(user.id)],
    ['Name', user.full_name],
    ['Company', user.company],
    ['Position', user.position],
    ['Phone', user.phone],
    ['Roles', user.roles.join(', ')],
  ] as const;
  return (
    <Panel title="Profile">
      <DescriptionList
        items={[
          ...facts
            .filter(([, words]) => words !== '')
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
