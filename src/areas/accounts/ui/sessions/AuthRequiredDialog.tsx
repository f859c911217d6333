import { lazy, useEffect, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { listenForAuth } from '#client/auth-events.ts';
import { authPath, saveReturnUrl } from '#client/return-url.ts';
import { Button } from '#ui/Button.tsx';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';

// Part of every public page, but rarely needed there.
const Dialog = lazy(async () => ({ default: (await import('#ui/dialogs/Dialog.tsx')).Dialog }));

/** Opens and closes on the events of #client/events.ts. Rendered once, at the root. */
export function AuthRequiredDialog() {
  // Closing resets the message for the next time.
  const [message, setMessage] = useState<string | null>(null);
  const navigate = useNavigate();
  const location = useLocation();
  const close = () => setMessage(null);
  useEffect(() => listenForAuth({ onRequired: setMessage, onClose: () => setMessage(null) }), []);

  function goToSignIn() {
    saveReturnUrl(createPath(location));
    close();
    void navigate(authPath);
  }

  if (message === null) return null;
  return (
    <LazyBoundary onFailure={close}>
      <Dialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        size="small"
        title="Authentication Required"
        description={message}
        actions={
          <Button variant="primary" onClick={goToSignIn}>
            Go to Sign In
          </Button>
        }
      />
    </LazyBoundary>
  );
}
