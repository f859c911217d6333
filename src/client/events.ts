// What the pieces of a page tell each other: any code may ask for the sign-in dialog.

export const authRequiredMessage = 'Please sign in to continue';

declare global {
  interface WindowEventMap {
    'auth:required': CustomEvent<{ message?: string }>;
    'auth:close': CustomEvent;
  }
}

/** Opens the dialog "Authentication Required". */
export function requireAuth(message?: string) {
  const detail = message === undefined ? {} : { message };
  window.dispatchEvent(new CustomEvent('auth:required', { detail }));
}

export function closeAuthDialog() {
  window.dispatchEvent(new CustomEvent('auth:close'));
}

type AuthListeners = { onRequired: (message: string) => void; onClose: () => void };

/** Returns what ends the listening. */
export function listenForAuth({ onRequired, onClose }: AuthListeners): () => void {
  const handleRequired = (event: WindowEventMap['auth:required']) =>
    onRequired(event.detail?.message ?? authRequiredMessage);
  window.addEventListener('auth:required', handleRequired);
  window.addEventListener('auth:close', onClose);
  return () => {
    window.removeEventListener('auth:required', handleRequired);
    window.removeEventListener('auth:close', onClose);
  };
}
