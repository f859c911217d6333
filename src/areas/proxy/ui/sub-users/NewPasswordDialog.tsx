import { useState } from 'react';
import { useUnloadPrompt } from '#client/use-leave-guard.ts';
import { SecretDialog, SecretValue } from '#ui/dialogs/SecretDialog.tsx';
import type { NewSubUserWire } from '../../wire/index.ts';

type NewPasswordDialogProps = { subUser: NewSubUserWire; onClose: () => void };

export function NewPasswordDialog({ subUser, onClose }: NewPasswordDialogProps) {
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
