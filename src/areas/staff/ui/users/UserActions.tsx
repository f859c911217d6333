import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { startImpersonation } from '#client/impersonation.ts';
import { useViewer } from '#client/viewer.ts';
import { mayActOn } from '#lib/staff-permissions.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { resultToasts, toast } from '#ui/toast.ts';
import type { StaffUserRecordWire } from '../../wire/users.ts';
import { EraseUserDialog } from './EraseUserDialog.tsx';
import { useUserChanges } from './queries.ts';
import { RolesDialog } from './RolesDialog.tsx';

type Action = 'suspend' | 'reinstate' | 'sign_out' | 'roles' | 'export' | 'erase' | 'impersonate';

export function UserActions({ user }: { user: StaffUserRecordWire }) {
  const [action, setAction] = useState<Action>();
  const changes = useUserChanges(String(user.id));
  const viewer = useViewer();
  const isOther = user.id !== viewer.id;
  const isGone = user.status === 'deleted';

  async function sendCode() {
    const results = resultToasts('code for a user');
    try {
      await changes.sendCode();
      results.success(`A sign-in code is on its way to ${user.email}`);
    } catch (error) {
      results.fail(error);
    }
  }

  return (
    <>
      {!isGone && (
        <ActionMenu user={user} isOther={isOther} onChoose={setAction} onSendCode={sendCode} />
      )}
      {action && <ActionDialog action={action} user={user} onClose={() => setAction(undefined)} />}
    </>
  );
}

type ActionMenuProps = {
  user: StaffUserRecordWire;
  isOther: boolean;
  onChoose: (action: Action) => void;
  onSendCode: () => Promise<void>;
};

const menuPermissions = [
  'users.mail',
  'users.sign_out',
  'users.roles',
  'users.export',
  'users.suspend',
  'users.erase',
] as const;

function ActionMenu(props: ActionMenuProps) {
  const { user, onChoose } = props;
  const { may, roles } = useViewer();
  return (
    <>
      {may('users.impersonate') && user.roles.length === 0 && (
        <Button onClick={() => onChoose('impersonate')}>View as this user</Button>
      )}
      {mayActOn(roles, user.roles) && menuPermissions.some(may) && <AccountMenu {...props} />}
    </>
  );
}

function AccountMenu({ user, isOther, onChoose, onSendCode }: ActionMenuProps) {
  const { may } = useViewer();
  return (
    <Menu trigger={<Button icon={<ChevronDown size={16} aria-hidden />}>Actions</Button>}>
      {may('users.mail') && (
        <MenuItem onSelect={() => void onSendCode()}>Send a sign-in code</MenuItem>
      )}
      {may('users.sign_out') && (
        <MenuItem onSelect={() => onChoose('sign_out')}>Sign out everywhere</MenuItem>
      )}
      {may('users.roles') && isOther && (
        <MenuItem onSelect={() => onChoose('roles')}>Change roles</MenuItem>
      )}
      {may('users.export') && (
        <MenuItem onSelect={() => onChoose('export')}>Export their data</MenuItem>
      )}
      {isOther && may('users.suspend') && (
        <>
          <MenuSeparator />
          {user.status === 'active' ? (
            <MenuItem tone="danger" onSelect={() => onChoose('suspend')}>
              Suspend
            </MenuItem>
          ) : (
            <MenuItem onSelect={() => onChoose('reinstate')}>Reinstate</MenuItem>
          )}
        </>
      )}
      {isOther && may('users.erase') && (
        <MenuItem tone="danger" onSelect={() => onChoose('erase')}>
          Erase
        </MenuItem>
      )}
    </Menu>
  );
}

type ActionDialogProps = { action: Action; user: StaffUserRecordWire; onClose: () => void };

function ActionDialog({ action, user, onClose }: ActionDialogProps) {
  const changes = useUserChanges(String(user.id));
  const showSuccess = (words: string) => () => toast.success(words);
  const { email } = user;
  if (action === 'roles') return <RolesDialog user={user} onClose={onClose} />;
  if (action === 'erase') return <EraseUserDialog user={user} onClose={onClose} />;
  if (action === 'sign_out')
    return (
      <ConfirmDialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={`Sign ${email} out everywhere?`}
        description="They need a new code in every browser."
        confirmLabel="Sign out"
        onConfirm={() => changes.signOut().then(showSuccess(`${email} is signed out`))}
      />
    );
  if (action === 'impersonate')
    return (
      <ReasonDialog
        title={`View as ${email}?`}
        description="For 30 minutes this tab shows what they see, read-only. It is recorded in the audit log."
        confirmLabel="View as this user"
        busyLabel="Opening..."
        onClose={onClose}
        onConfirm={async (reason) => {
          const started = await changes.impersonate(reason);
          startImpersonation({
            id: started.id,
            userId: started.user.id,
            email: started.user.email,
            access: started.access,
            until: started.expires_at,
          });
          // A full page load, so that nothing of the console's session stays in memory.
          location.assign('/dashboard');
        }}
      />
    );
  if (action === 'export')
    return (
      <ReasonDialog
        title={`Export the data of ${email}?`}
        description="A JSON file with all data about this person."
        confirmLabel="Export data"
        busyLabel="Starting..."
        onClose={onClose}
        onConfirm={changes.exportData}
      />
    );
  const isSuspension = action === 'suspend';
  return (
    <ReasonDialog
      title={isSuspension ? `Suspend ${email}?` : `Reinstate ${email}?`}
      description={
        isSuspension
          ? 'They can still read their profile and write to support. Their keys stop working.'
          : 'Full access is restored immediately.'
      }
      confirmLabel={isSuspension ? 'Suspend' : 'Reinstate'}
      busyLabel={isSuspension ? 'Suspending...' : 'Reinstating...'}
      tone={isSuspension ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={(reason) =>
        (isSuspension ? changes.suspend(reason) : changes.reinstate(reason)).then(
          showSuccess(isSuspension ? `${email} is suspended` : `${email} is reinstated`),
        )
      }
    />
  );
}
