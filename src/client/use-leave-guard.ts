import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { session } from '#client/session.ts';

/** The browser asks in its own words before the tab is closed or loaded again. */
export function useUnloadQuestion(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [hasChanges]);
}

/** For a dialog: holds back what would lose typed words, until `leave` or `stay` is answered. */
export function useCloseGuard(hasChanges: boolean) {
  const [held, setHeld] = useState<() => void>();
  useUnloadQuestion(hasChanges);
  return {
    isAsking: held !== undefined,
    /** Does it at once where nothing would be lost. */
    ask: (act: () => void) => (hasChanges ? setHeld(() => act) : act()),
    leave: () => held?.(),
    stay: () => setHeld(undefined),
  };
}

/** The same for a screen, which links lead away from too. One at a time: a router asks only one. */
export function useLeaveGuard(hasChanges: boolean) {
  const guard = useCloseGuard(hasChanges);
  // Who just signed out is not held back: there is no way to save any more.
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
