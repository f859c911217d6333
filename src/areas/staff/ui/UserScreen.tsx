import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { messageOf } from '#client/errors.ts';
import site from '#content/site.json' with { type: 'json' };
import { Banner } from '#ui/Banner.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
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

const Loading = () => (
  <div className="mt-6 grid gap-6 lg:grid-cols-2">
    {['profile', 'plan', 'payments', 'sessions'].map((name) => (
      <Panel key={name}>
        <Skeleton className="h-40 w-full" />
      </Panel>
    ))}
  </div>
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
  const { data } = user;
  return (
    <>
      <title>{`${data?.email ?? 'User'} · ${site.name}`}</title>
      <PageHeader
        title={data?.email ?? 'User'}
        description={data && [data.full_name, data.company].filter(Boolean).join(', ')}
        back={<Back />}
        status={data && <UserStatusBadge status={data.status} />}
        action={data && <UserActions user={data} />}
      />
      {user.isPending && <Loading />}
      {user.isError && (
        <div className="mt-6">
          <LoadError
            message={messageOf(user.error)}
            onRetry={() => user.refetch()}
            isRetrying={user.isFetching}
          />
        </div>
      )}
      {data && <Record user={data} {...actions} />}
    </>
  );
}
