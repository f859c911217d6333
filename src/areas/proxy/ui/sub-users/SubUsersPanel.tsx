import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useUnloadPrompt } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { SecretDialog, SecretValue } from '#ui/dialogs/SecretDialog.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordPages } from '#ui/records/RecordPages.tsx';
import type { NewSubUserWire, SubUserWire } from '../../wire/index.ts';
import { useDeleteSubUser, useRotatePassword, useSubUsers } from './queries.ts';
import { EditSubUserDialog, NewSubUserDialog } from './SubUserDialog.tsx';
import { type SubUserAction, SubUserTable } from './SubUserTable.tsx';

type NewPasswordDialogProps = { subUser: NewSubUserWire; onClose: () => void };

function NewPasswordDialog({ subUser, onClose }: NewPasswordDialogProps) {
  const [isSaved, setSaved] = useState(false);
  useUnloadPrompt(!isSaved);
  return (
    <SecretDialog
      title={`Login of ${subUser.name}`}
      what="password"
      isSaved={isSaved}
      onSavedChange={setSaved}
      onClose={onClose}
    >
      <SecretValue label="User name" value={subUser.user_name} copyLabel="Copy user name" />
      <SecretValue label="Password" value={subUser.password} copyLabel="Copy password" />
    </SecretDialog>
  );
}

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'password'; subUser: NewSubUserWire }
  | { kind: SubUserAction; subUser: SubUserWire };

type ConfirmProps = { resource: string; subUser: SubUserWire; onClose: () => void };

function DeleteDialog({ resource, subUser, onClose }: ConfirmProps) {
  const remove = useDeleteSubUser(resource, subUser.id);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete sub-user ${subUser.name}?`}
      description="Its requests are refused at once. Its traffic stays in the statistics. This can’t be undone."
      confirmLabel="Delete sub-user"
      busyLabel="Deleting..."
      onConfirm={() => remove.mutateAsync(undefined)}
    />
  );
}

type RotateProps = ConfirmProps & { onRotated: (subUser: NewSubUserWire) => void };

function RotateDialog({ resource, subUser, onRotated, onClose }: RotateProps) {
  const rotate = useRotatePassword(resource, subUser.id);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`New password for ${subUser.name}?`}
      description="The old one stops working at once. Clients that omit it by their address have to log in with the new one first."
      confirmLabel="Create password"
      busyLabel="Creating..."
      onConfirm={async () => onRotated(await rotate.mutateAsync(undefined))}
    />
  );
}

type DialogsProps = {
  resource: string;
  dialog: OpenDialog | undefined;
  open: (dialog: OpenDialog) => void;
  close: (kind: OpenDialog['kind']) => void;
};

function SubUserDialogs({ resource, dialog, open, close }: DialogsProps) {
  if (!dialog) return null;
  const { kind } = dialog;
  const onClose = () => close(kind);
  const showPassword = (subUser: NewSubUserWire) => open({ kind: 'password', subUser });
  if (kind === 'create')
    return <NewSubUserDialog resource={resource} onCreated={showPassword} onClose={onClose} />;
  if (kind === 'password') return <NewPasswordDialog subUser={dialog.subUser} onClose={onClose} />;
  const props = { resource, subUser: dialog.subUser, onClose };
  if (kind === 'edit') return <EditSubUserDialog {...props} />;
  if (kind === 'rotate') return <RotateDialog {...props} onRotated={showPassword} />;
  return <DeleteDialog {...props} />;
}

/** Logins of a resource for others, with what they used this month. */
export function SubUsersPanel({ name }: { name: string }) {
  const [page, goToPage] = useState(1);
  const [dialog, setDialog] = useState<OpenDialog>();
  const result = useSubUsers(name, page);
  return (
    <Panel
      title="Sub-users"
      isFlush
      className="mt-6"
      actions={
        <Button icon={<Plus size={16} aria-hidden />} onClick={() => setDialog({ kind: 'create' })}>
          Create sub-user
        </Button>
      }
    >
      <RecordPages result={result} view={{ page, goToPage }} keepsDataOnError>
        <SubUserTable
          resource={name}
          rows={result.data?.results ?? []}
          isLoading={result.isPending}
          onAction={(subUser, kind) => setDialog({ kind, subUser })}
        />
      </RecordPages>
      <SubUserDialogs
        resource={name}
        dialog={dialog}
        open={setDialog}
        // A dialog that opened another one closes afterwards.
        close={(kind) => setDialog((now) => (now?.kind === kind ? undefined : now))}
      />
    </Panel>
  );
}
