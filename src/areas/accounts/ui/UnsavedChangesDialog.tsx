import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { session } from '#client/session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

/** Asks before a way out of the page that would lose what was typed. */
export function UnsavedChangesDialog({ hasChanges }: { hasChanges: boolean }) {
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

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => {
        if (!isOpen && blocker.state === 'blocked') blocker.reset();
      }}
      title="Leave without saving?"
      description="Your changes to the profile are not saved and will be lost."
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
