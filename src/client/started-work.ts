// Long work that was started in this browser and whose end nobody has seen yet, so that the
// dashboard can tell of it on any screen, also after the browser was closed.
import { useSyncExternalStore } from 'react';
import { session } from './session.ts';
import { localStore } from './storage.ts';
import { isTestMode } from './test-mode.ts';

/** What is said of an end; null for one that the person has caused, or of work that is gone. */
export type WorkEnd = { tone: 'success' | 'error'; message: string; path: string } | null;

const storageKey = (kind: string) =>
  `work:${kind}:${session.read().email}${isTestMode() ? ':test' : ''}`;
const listeners = new Set<() => void>();

const split = (text: string | null): readonly string[] => text?.split(' ') ?? [];
const readIds = (kind: string) => split(localStore.read(storageKey(kind)));

function writeIds(kind: string, ids: readonly string[]) {
  if (ids.length > 0) localStore.write(storageKey(kind), ids.join(' '));
  else localStore.remove(storageKey(kind));
  for (const listener of listeners) listener();
}

export const rememberWork = (kind: string, id: string): void =>
  writeIds(kind, [...readIds(kind).filter((one) => one !== id), id]);

/** False when it was forgotten before, such as by another tab, which has then told of its end. */
export function removeWork(kind: string, id: string): boolean {
  const ids = readIds(kind);
  if (!ids.includes(id)) return false;
  writeIds(
    kind,
    ids.filter((one) => one !== id),
  );
  return true;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Ids of the started work of a kind, the oldest first. */
export const useStartedWork = (kind: string): readonly string[] =>
  split(
    useSyncExternalStore(
      subscribe,
      () => localStore.read(storageKey(kind)),
      () => null,
    ),
  );
