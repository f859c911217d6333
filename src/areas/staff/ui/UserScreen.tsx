import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { Banner } from '#ui/Banner.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { NoRecord } from '#ui/records/NoRecord.tsx';
import { OneRecord } from '#ui/records/OneRecord.tsx';
import type { StaffUserRecordWire } from '../contract.ts';
import { useUser } from './queries.ts';
import { UserActions } from './UserActions.tsx';
import { UserFacts } from './UserFacts.tsx';
import { type KeyActions, UserKeys, UserMoney, UserPayments, UserPlan } from './UserPanels.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';
import { UserActivity, UserSessions } from './UserTraces.tsx';

const Back = () => (
  <Link to="/admin/users" className="link">
    Users
  </Link>
);

type UserScreenProps = {
  /** What another area lets staff do about the person's plan. */
  planActions?: (user: StaffUserRecordWire) => ReactNode;
  /** The same of each key; left out for who may do nothing about keys. */
  keyActions?: KeyActions;
  /** What they did in other areas. */
  traces?: (user: StaffUserRecordWire) => ReactNode;
};

const Record = ({
  user,
  planActions,
  keyActions,
  traces,
}: UserScreenProps & { user: StaffUserRecordWire }) => (
  <>
    <PageHeader
      title={user.email}
      description={[user.full_name, user.company].filter(Boolean).join(', ')}
      back={<Back />}
      status={<UserStatusBadge status={user.status} />}
      action={<UserActions user={user} />}
    />
    {user.status === 'suspended' && (
      <Banner tone="warning" title="Suspended" className="mt-6">
        {user.suspended_reason}
      </Banner>
    )}
    <div className="mt-6 grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="grid gap-6">
        <UserPayments user={user} />
        <UserKeys user={user} {...(keyActions && { actions: keyActions })} />
        {traces?.(user)}
        <UserSessions user={user} />
      </div>
      <div className="grid gap-6">
        <UserFacts user={user} />
        <UserPlan user={user} actions={planActions?.(user)} />
        <UserMoney user={user} />
        <UserActivity user={user} />
      </div>
    </div>
  </>
);

/** One person with what staff need to answer them. */
export default function UserScreen(actions: UserScreenProps) {
  const { id = '' } = useParams();
  const user = useUser(id);
  const missing = (
    <NoRecord what="user" to="/admin/users" open="Open users">
      The address may be wrong.
    </NoRecord>
  );
  return (
    <>
      <title>{`${user.data?.email ?? 'User'} · ${site.name}`}</title>
      <OneRecord what="user" height="h-192" result={user} missing={missing}>
        {(found) => <Record user={found} {...actions} />}
      </OneRecord>
    </>
  );
}
