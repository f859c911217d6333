import { useNavigate } from 'react-router';
import { authPath } from '#client/return-url.ts';
import { session } from '#client/session.ts';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';

export type LogoutDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export function LogoutDialog({ isOpen, onOpenChange }: LogoutDialogProps) {
  const navigate = useNavigate();

  function signOut() {
    session.signOut();
    void navigate(authPath);
    toast.success('Successfully logged out');
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Logout"
      description="Are you sure you want to logout?"
      confirmLabel="Logout"
      tone="primary"
      onConfirm={signOut}
    />
  );
}
