// Window events that open and close the dialog "Authentication Required" from any code of the page.
// Names and payload are fixed by the specification.

export const authRequiredMessage = 'Please sign in to continue';

declare global {
  interface WindowEventMap {
    'auth:required': CustomEvent<{ message?: string }>;
    'auth:close': CustomEvent;
  }
}

export function requireAuth(message?: string) {
  const detail = message === undefined ? {} : { message };
  window.dispatchEvent(new CustomEvent('auth:required', { detail }));
}

export function closeAuthDialog() {
  window.dispatchEvent(new CustomEvent('auth:close'));
}

type AuthHandlers = { onRequired: (message: string) => void; onClose: () => void };

/** Returns the function that stops listening. */
export function listenForAuth({ onRequired, onClose }: AuthHandlers): () => void {
  const handleRequired = (event: WindowEventMap['auth:required']) =>
    onRequired(event.detail?.message ?? authRequiredMessage);
  window.addEventListener('auth:required', handleRequired);
  window.addEventListener('auth:close', onClose);
  return () => {
    window.removeEventListener('auth:required', handleRequired);
    window.removeEventListener('auth:close', onClose);
  };
}
