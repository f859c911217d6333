import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { mayActOn } from '#lib/staff-permissions.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { toast } from '#ui/toast.ts';
import type { StaffUserRecordWire } from '../../wire/users.ts';
import { PanelEmpty, PanelError } from './PanelMessages.tsx';
import { useUserChanges } from './queries.ts';

type UserProps = { user: StaffUserRecordWire };
type SessionRow = NonNullable<StaffUserRecordWire['sessions']>[number];

const rowClass = 'flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm';

export function UserSessions({ user }: UserProps) {
  const { may, roles } = useViewer();
  const mayEnd = may('users.sign_out') && mayActOn(roles, user.roles);
  const { revokeSession } = useUserChanges(String(user.id));
  const [ending, setEnding] = useState<SessionRow>();
  return (
    <Panel title="Sessions" isFlush>
      {user.sessions === null && <PanelError />}
      {user.sessions?.length === 0 && <PanelEmpty>No sessions.</PanelEmpty>}
      <ul className="divide-y divide-line">
        {user.sessions?.map((session) => (
          <li key={session.id} className={rowClass}>
            <span className="min-w-0 flex-1 basis-48">
              <span className="block font-medium">
                {session.browser}, {session.system}
              </span>
              <span className="text-quiet">
                {session.ip ?? 'No address'}, used <RelativeTime value={session.last_used_at} />
              </span>
            </span>
            {mayEnd && (
              <Button size="small" onClick={() => setEnding(session)}>
                End
                <span className="sr-only">
                  {' '}
                  the session of {session.browser}, {session.system}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setEnding(undefined)}
          title={`End the session of ${ending.browser}, ${ending.system}?`}
          description="They need a new code there."
          confirmLabel="End session"
          onConfirm={() =>
            revokeSession(ending.id).then(() => toast.success('The session has ended'))
          }
        />
      )}
    </Panel>
  );
}

const activityLabels: Record<string, string> = {
  registration: 'Registered',
  login: 'Signed in',
  login_new_device: 'Signed in with a new browser',
  logout: 'Signed out',
  session_revoked: 'Ended a session',
  profile_updated: 'Changed the profile',
  avatar_updated: 'Changed the picture',
  app_connected: 'Connected an app',
  app_disconnected: 'Disconnected an app',
  account_deleted: 'Deleted the account',
};

export const UserActivity = ({ user: { activity } }: UserProps) => (
  <Panel title="Latest activity" isFlush>
    {activity === null && <PanelError />}
    {activity?.length === 0 && <PanelEmpty>Nothing yet.</PanelEmpty>}
    <ul className="divide-y divide-line">
      {activity?.map((one) => (
        <li key={one.id} className={rowClass}>
          <span className="min-w-0 flex-1">{activityLabels[one.kind] ?? one.kind}</span>
          <RelativeTime value={one.created_at} className="text-quiet" />
        </li>
      ))}
    </ul>
  </Panel>
);
