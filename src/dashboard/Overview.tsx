import type { UserWire } from '#areas/accounts/contract.ts';
import { useProfile } from '#areas/accounts/ui/queries.ts';
import site from '#content/site.json' with { type: 'json' };
import { Avatar } from '#ui/Avatar.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { TaskRow } from './TaskRow.tsx';
import { listMissingFields, tasksFor } from './tasks.ts';

const Account = ({ user }: { user: UserWire }) => (
  <Panel title="Account">
    <div className="mb-4 flex items-center gap-3">
      <Avatar name={user.full_name || user.email} src={user.avatar} sizePx={48} />
      <p className="min-w-0 truncate font-medium">{user.full_name || user.email}</p>
    </div>
    <DescriptionList
      items={[
        { term: 'E-mail', description: user.email },
        ...(user.company ? [{ term: 'Company', description: user.company }] : []),
        {
          term: 'Member',
          description: (
            <>
              since <RelativeTime value={user.date_joined} />
            </>
          ),
        },
        ...(user.last_login
          ? [{ term: 'Last sign-in', description: <RelativeTime value={user.last_login} /> }]
          : []),
      ]}
    />
  </Panel>
);

/** What there is to do now, from what the profile says. */
export default function Overview() {
  const user = useProfile().data;
  // RequireSession shows screens with the profile loaded.
  if (!user) return null;
  const missing = listMissingFields(user);
  return (
    <>
      <title>{`Overview · ${site.name}`}</title>
      <PageHeader
        title={user.first_name ? `Hello, ${user.first_name}` : 'Hello'}
        description={
          missing.length > 0
            ? 'One thing is open: your profile.'
            : 'Nothing is open. Here is where you can go.'
        }
      />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <Panel title="What you can do now" isFlush>
          <ul className="divide-y divide-line">
            {tasksFor(user).map((task) => (
              <TaskRow key={task.path} task={task} />
            ))}
          </ul>
        </Panel>
        <Account user={user} />
      </div>
    </>
  );
}
