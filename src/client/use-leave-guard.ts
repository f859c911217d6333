import { useEffect, useLayoutEffect, useState } from 'react';
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

type Question = { leave: () => void; stay?: () => unknown };
type Ask = (question: Question | undefined) => void;

/** Of the screen, in the order in which their changes began. */
const guardsWithChanges = new Set<Ask>();

/**
 * Guards unsaved input below `LeaveBlocker`: navigation, and every action passed to `ask`, waits
 * until `leave` or `stay` is chosen. Give the guard to `FormDialog`, or render `LeaveDialog` with
 * it. Of several guards with changes the last one asks.
 */
export function useLeaveGuard(hasChanges: boolean) {
  useUnloadPrompt(hasChanges);
  const [question, setQuestion] = useState<Question>();
  // A save that ended meanwhile has answered it.
  if (question && !hasChanges) setQuestion(undefined);
  // With `useEffect` it would still block for a moment after its screen is gone.
  useLayoutEffect(() => {
    if (!hasChanges) return;
    guardsWithChanges.add(setQuestion);
    return () => {
      guardsWithChanges.delete(setQuestion);
    };
  }, [hasChanges]);
  return {
    isAsking: question !== undefined,
    /** Runs the action at once when there are no changes. */
    ask: (act: () => void) => (hasChanges ? setQuestion({ leave: act }) : act()),
    leave: () => question?.leave(),
    stay() {
      question?.stay?.();
      setQuestion(undefined);
    },
  };
}

/** For the layout of a shell: a router has a single blocker, which serves all guards below. */
export function LeaveBlocker() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      guardsWithChanges.size > 0 &&
      // After signing out there is no way to save any more.
      session.read().status === 'signed_in' &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const ask = [...guardsWithChanges].at(-1);
    let hasLeft = false;
    ask?.({
      leave() {
        hasLeft = true;
        blocker.proceed();
      },
      // The dialog also closes after `leave`, which goes back in history only later.
      stay: () => hasLeft || blocker.reset(),
    });
    return () => ask?.(undefined);
  }, [blocker]);
  return null;
}
