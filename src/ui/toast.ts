import { errorMessage } from '#lib/call-error.ts';

export type ToastTone = 'success' | 'error' | 'info';

export type ToastOptions = {
  /** One action, such as Undo. `altText` describes another way to do it, for screen readers. */
  action?: { label: string; altText: string; onSelect: () => void };
  durationMs?: number;
};

export type ToastEntry = ToastOptions & { id: number; tone: ToastTone; message: string };

/** More would cover the page; the oldest is removed first. */
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
  update: (id: number, message: string) =>
    replaceEntries(entries.map((entry) => (entry.id === id ? { ...entry, message } : entry))),
  dismiss: (id: number) => replaceEntries(entries.filter((entry) => entry.id !== id)),
  /**
   * For navigation: the last message explains it, the ones before are outdated, except those that
   * stay until they are dismissed.
   */
  dismissOlder: () =>
    replaceEntries(
      entries.filter(
        ({ durationMs }, at) =>
          durationMs === Number.POSITIVE_INFINITY || at === entries.length - 1,
      ),
    ),
};

/** Shows why a call failed; usable as `onError` of a mutation. */
export const toastError = (error: unknown): void => {
  toast.error(errorMessage(error));
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
