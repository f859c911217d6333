import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

export type LeaveDialogProps = {
  /** From `useLeaveGuard`. */
  guard: { isAsking: boolean; leave: () => void; stay: () => void };
  /** What would be lost. */
  children: ReactNode;
};

/** Asks for confirmation before unsaved input is lost. */
export const LeaveDialog = ({ guard, children }: LeaveDialogProps) => (
  <ConfirmDialog
    isOpen={guard.isAsking}
    onOpenChange={(isOpen) => !isOpen && guard.stay()}
    title="Leave without saving?"
    description={children}
    confirmLabel="Leave without saving"
    cancelLabel="Stay"
    onConfirm={guard.leave}
  />
);
