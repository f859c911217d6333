import type { ReactNode } from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';

/**
 * Asks before the page is left, for as long as it is rendered. Render one at a time: the router
 * supports a single blocker.
 */
export function Unsaved({ children }: { children: ReactNode }) {
  return <LeaveDialog guard={useLeaveGuard(true)}>{children}</LeaveDialog>;
}
