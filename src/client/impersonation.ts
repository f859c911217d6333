// Staff impersonate a customer in this tab only. Its token is in the storage of the tab and
// overrides the session of the browser, which stays unchanged in all other tabs.
import { type KeyStorage, tabStore } from './storage.ts';

export type Impersonation = {
  id: string;
  userId: number;
  email: string;
  access: string;
  /** When the token expires. */
  until: string;
};

const key = 'impersonation';

export function loadImpersonation(): Impersonation | null {
  try {
    return JSON.parse(tabStore.read(key) ?? 'null') as Impersonation | null;
  } catch {
    return null;
  }
}

/** False when it could not be stored. Takes effect with the next page load. */
export const startImpersonation = (impersonation: Impersonation): boolean =>
  tabStore.write(key, JSON.stringify(impersonation));

export const clearImpersonation = (): void => tabStore.remove(key);

type StorageKeys = { access: string; refresh: string; email: string; person: string };

/**
 * While impersonating, reads return the customer's token, and there is no refresh token. Name and
 * picture of the customer are not stored, because other tabs would show them.
 */
export function createImpersonationStore(store: KeyStorage, names: StorageKeys): KeyStorage {
  // Constant for a page: starting and ending load a new one.
  let isImpersonating = loadImpersonation() !== null;
  const isToken = (name: string) => name === names.access || name === names.refresh;
  return {
    read(name) {
      if (isImpersonating && name === names.person) return null;
      if (!isImpersonating || !(isToken(name) || name === names.email)) return store.read(name);
      const other = loadImpersonation();
      if (name === names.refresh) return null;
      return (name === names.access ? other?.access : other?.email) ?? null;
    },
    write(name, value) {
      if (isImpersonating && name === names.person) return false;
      if (isToken(name) && isImpersonating) {
        // Signing in ends the impersonation.
        clearImpersonation();
        isImpersonating = false;
      }
      return store.write(name, value);
    },
    remove(name) {
      if (isImpersonating && isToken(name)) clearImpersonation();
      else if (!isImpersonating || name !== names.person) store.remove(name);
    },
  };
}
