import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { session } from '#client/session.ts';

/** Holds back what would lose something typed, until `leave` or `stay` is answered. */
export function useLeaveGuard(hasChanges: boolean) {
  const [held, setHeld] = useState<() => void>();
  // Who just signed out is not held back: there is no way to save any more.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      session.read().status === 'signed_in' &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!hasChanges) return;
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [hasChanges]);

  return {
    isAsking: held !== undefined || blocker.state === 'blocked',
    /** Does it at once where nothing would be lost. */
    ask: (act: () => void) => (hasChanges ? setHeld(() => act) : act()),
    leave() {
      held?.();
      blocker.proceed?.();
    },
    stay() {
      setHeld(undefined);
      if (blocker.state === 'blocked') blocker.reset();
    },
  };
}
