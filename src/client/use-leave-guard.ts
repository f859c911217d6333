import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { session } from '#client/session.ts';

/** The browser's own prompt before the tab is closed or reloaded. */
export function useUnloadPrompt(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const prompt = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', prompt);
    return () => window.removeEventListener('beforeunload', prompt);
  }, [hasChanges]);
}

/**
 * Guards unsaved input of a dialog: `ask` delays an action until `leave` or `stay` is chosen.
 * Render `LeaveDialog` with the guard.
 */
export function useCloseGuard(hasChanges: boolean) {
  const [pending, setPending] = useState<() => void>();
  useUnloadPrompt(hasChanges);
  return {
    isAsking: pending !== undefined,
    /** Runs the action at once when there are no changes. */
    ask: (act: () => void) => (hasChanges ? setPending(() => act) : act()),
    leave: () => pending?.(),
    stay: () => setPending(undefined),
  };
}

/** Also blocks navigation, for a screen. One at a time: a router supports a single blocker. */
export function useLeaveGuard(hasChanges: boolean) {
  const guard = useCloseGuard(hasChanges);
  // After signing out there is no way to save any more.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      session.read().status === 'signed_in' &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  return {
    isAsking: guard.isAsking || blocker.state === 'blocked',
    ask: guard.ask,
    leave() {
      guard.leave();
      blocker.proceed?.();
    },
    stay() {
      guard.stay();
      if (blocker.state === 'blocked') blocker.reset();
    },
  };
}
