export type ToastTone = 'success' | 'error' | 'info';

export type ToastOptions = {
  /** One way to react, such as Undo. `altText` tells the same way to who can't reach the toast. */
  action?: { label: string; altText: string; onSelect: () => void };
  durationMs?: number;
};

export type ToastEntry = ToastOptions & { id: number; tone: ToastTone; message: string };

/** More would cover the page; the oldest goes first. */
const toastsMax = 4;

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replaceEntries(next: readonly ToastEntry[]) {
  entries = next;
  for (const listener of listeners) listener();
}

function addToast(tone: ToastTone, message: string, options: ToastOptions = {}) {
  lastId += 1;
  replaceEntries([...entries, { ...options, id: lastId, tone, message }].slice(-toastsMax));
  return lastId;
}

/** Shows a message from anywhere in the browser's code; each returns the toast's id. */
export const toast = {
  success: (message: string, options?: ToastOptions) => addToast('success', message, options),
  error: (message: string, options?: ToastOptions) => addToast('error', message, options),
  info: (message: string, options?: ToastOptions) => addToast('info', message, options),
  dismiss: (id: number) => replaceEntries(entries.filter((entry) => entry.id !== id)),
  /** For a change of screen: the last message tells why it changed, those before it are over. */
  dismissOlder: () => replaceEntries(entries.slice(-1)),
};

/** For ToastProvider, which renders the entries. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  read: () => entries,
};
