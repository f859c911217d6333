import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

export type LeaveDialogProps = {
  /** From `useLeaveGuard`. */
  guard: { isAsking: boolean; leave: () => void; stay: () => void };
  title?: string;
  confirmLabel?: string;
  /** What would be lost. */
  children: ReactNode;
};

/** Asks for confirmation before unsaved input is lost. */
export const LeaveDialog = ({
  guard,
  title = 'Leave without saving?',
  confirmLabel = 'Leave without saving',
  children,
}: LeaveDialogProps) => (
  <ConfirmDialog
    isOpen={guard.isAsking}
    onOpenChange={(isOpen) => !isOpen && guard.stay()}
    title={title}
    description={children}
    confirmLabel={confirmLabel}
    cancelLabel="Stay"
    onConfirm={guard.leave}
  />
);
