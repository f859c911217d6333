import { formatDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { UserWire } from '../../wire/profile.ts';
import { isProfileField, profileLabels, toFormValues } from './profile-form.ts';

const NotEntered = () => <span className="text-quiet">Not given</span>;

/** The profile, read-only. */
export function ProfileFacts({ user }: { user: UserWire }) {
  const fields = toFormValues(user);
  const names = Object.keys(profileLabels).filter(isProfileField);
  return (
    <DescriptionList
      items={[
        { term: 'Email', description: user.email },
        ...names.map((name) => ({
          term: profileLabels[name],
          description: fields[name] || <NotEntered />,
        })),
      ]}
    />
  );
}

export const AccountFacts = ({ user }: { user: UserWire }) => (
  <Panel title="Account">
    <DescriptionList
      items={[
        {
          term: 'Member since',
          description: <time dateTime={user.date_joined}>{formatDate(user.date_joined)}</time>,
        },
        {
          term: 'Account Status',
          description:
            user.status === 'active' ? (
              <Badge tone="success">Active</Badge>
            ) : (
              <Badge tone="warning">Suspended</Badge>
            ),
        },
      ]}
    />
  </Panel>
);
