import { Badge } from '#ui/Badge.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { UserWire } from '../contract.ts';
import { fieldsOf, isProfileField, profileLabels } from './profile-form.ts';

const NotGiven = () => <span className="text-quiet">Not given</span>;

/** The person's own words, read-only. */
export function ProfileFacts({ user }: { user: UserWire }) {
  const fields = fieldsOf(user);
  const names = Object.keys(profileLabels).filter(isProfileField);
  return (
    <DescriptionList
      items={[
        { term: 'Email', description: user.email },
        ...names.map((name) => ({
          term: profileLabels[name],
          description: fields[name] || <NotGiven />,
        })),
      ]}
    />
  );
}

const sayDate = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(instant));

export const AccountFacts = ({ user }: { user: UserWire }) => (
  <Panel title="Account">
    <DescriptionList
      items={[
        {
          term: 'Member since',
          description: <time dateTime={user.date_joined}>{sayDate(user.date_joined)}</time>,
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
