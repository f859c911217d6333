import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import type { StaffUserRecordWire } from '../../wire/users.ts';
import { useUser } from './queries.ts';
import { UserActions } from './UserActions.tsx';
import { UserFacts } from './UserFacts.tsx';
import {
  type KeyActions,
  UserKeys,
  UserMoney,
  UserPayments,
  UserPlan,
  UserWithdrawals,
} from './UserPanels.tsx';
import { UserActivity, UserSessions } from './UserSessions.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';

const UndeliverableBanner = ({
  bounces: { since, last_at, status, words },
}: {
  bounces: NonNullable<StaffUserRecordWire['undeliverable']>;
}) => (
  <Banner tone="warning" title="Mails to this address bounce" className="mt-6">
    <p>
      Since <RelativeTime value={since} />, the last one <RelativeTime value={last_at} />. Sign-in
      codes are still sent, other mails are discarded.
    </p>
    <p className="wrap-anywhere">{words || status}</p>
  </Banner>
);

type UserScreenProps = {
  /** Actions on the user's plan, provided by another area. */
  planActions?: (user: StaffUserRecordWire) => ReactNode;
  /** Actions on each key; omitted without the permission. */
  keyActions?: KeyActions;
  /** Panels of other areas. */
  extraPanels?: (user: StaffUserRecordWire) => ReactNode;
};

const Record = ({
  user,
  planActions,
  keyActions,
  extraPanels,
}: UserScreenProps & { user: StaffUserRecordWire }) => (
  <>
    <PageHeader
      title={user.email}
      description={[user.full_name, user.company].filter(Boolean).join(', ')}
      back={{ to: '/admin/users', label: 'Users' }}
      status={<UserStatusBadge status={user.status} />}
      action={<UserActions user={user} />}
    />
    {user.status === 'suspended' && (
      <Banner tone="warning" title="Suspended" className="mt-6">
        {user.suspended_reason}
      </Banner>
    )}
    {user.undeliverable && <UndeliverableBanner bounces={user.undeliverable} />}
    <div className="mt-6 grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="grid gap-6">
        <UserPayments user={user} />
        <UserWithdrawals user={user} />
        <UserKeys user={user} {...(keyActions && { actions: keyActions })} />
        {extraPanels?.(user)}
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

/** A user with plan, money, keys, sessions and activity. */
export default function UserScreen(actions: UserScreenProps) {
  const { id = '' } = useParams();
  const user = useUser(id);
  return (
    <RecordScreen
      what="user"
      height="h-192"
      result={user}
      tabTitle={user.data?.email ?? 'User'}
      list={{ to: '/admin/users', label: 'Open users' }}
      hint="The address may be wrong."
    >
      {(found) => <Record user={found} {...actions} />}
    </RecordScreen>
  );
}
