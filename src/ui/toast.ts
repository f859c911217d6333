import { errorMessage } from '#lib/call-error.ts';

export type ToastTone = 'success' | 'error' | 'info';

export type ToastOptions = {
  /** One action, such as Undo. `altText` describes another way to do it, for screen readers. */
  action?: { label: string; altText: string; onSelect: () => void };
  durationMs?: number;
  /** What it is about: it replaces the one before. Its message, if not given. */
  topic?: string;
};

export type ToastEntry = ToastOptions & {
  id: number;
  topic: string;
  tone: ToastTone;
  message: string;
};

/** More would cover the page; the oldest that ends by itself is removed first. */
const toastsMax = 4;

const stays = ({ durationMs }: ToastEntry) => durationMs === Number.POSITIVE_INFINITY;

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replaceEntries(next: readonly ToastEntry[]) {
  entries = next;
  for (const listener of listeners) listener();
}

function addToast(
  tone: ToastTone,
  message: string,
  { topic = message, ...options }: ToastOptions = {},
) {
  lastId += 1;
  const others = entries.filter((entry) => entry.topic !== topic);
  const added = { ...options, id: lastId, topic, tone, message };
  const outdated = others.length < toastsMax ? undefined : others.find((entry) => !stays(entry));
  replaceEntries([...others.filter((entry) => entry !== outdated), added]);
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
    replaceEntries(entries.filter((entry, at) => stays(entry) || at === entries.length - 1)),
};

/**
 * Toasts of one action, of which only the latest result is true. `topic` names the action, and what
 * it is about where several can run at once.
 */
export const resultToasts = (topic: string) => ({
  success: (message: string) => toast.success(message, { topic }),
  error: (message: string) => toast.error(message, { topic }),
  /** Shows why a call failed. */
  fail: (error: unknown) => toast.error(errorMessage(error), { topic }),
  dismiss: () => replaceEntries(entries.filter((entry) => entry.topic !== topic)),
});

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
