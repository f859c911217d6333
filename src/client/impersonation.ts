// A member of staff looks at a customer's account in this tab alone. The token stands in the tab's
// own storage, over the browser's session, which stays as it is in every other tab.
import { type KeyStorage, tabStore } from './storage.ts';

export type Impersonation = {
  id: string;
  userId: number;
  email: string;
  access: string;
  /** When the token ends. */
  until: string;
};

const key = 'impersonation';

export function readImpersonation(): Impersonation | null {
  try {
    return JSON.parse(tabStore.read(key) ?? 'null') as Impersonation | null;
  } catch {
    return null;
  }
}

/** False when the tab could not keep it. The caller loads a page next: nothing else notices. */
export const beginImpersonation = (given: Impersonation): boolean =>
  tabStore.write(key, JSON.stringify(given));

export const forgetImpersonation = (): void => tabStore.remove(key);

type Names = { access: string; refresh: string; email: string; person: string };

/**
 * While somebody is looked at their token is read, and there is none to renew it with. Their name
 * and picture are not stored: other tabs show those of whoever looks.
 */
export function impersonatingStore(store: KeyStorage, names: Names): KeyStorage {
  // Decided once a page: beginning and ending load a new one.
  let isLooking = readImpersonation() !== null;
  const isToken = (name: string) => name === names.access || name === names.refresh;
  return {
    read(name) {
      if (isLooking && name === names.person) return null;
      if (!isLooking || !(isToken(name) || name === names.email)) return store.read(name);
      const other = readImpersonation();
      if (name === names.refresh) return null;
      return (name === names.access ? other?.access : other?.email) ?? null;
    },
    write(name, value) {
      if (isLooking && name === names.person) return false;
      if (isToken(name) && isLooking) {
        // Whoever signs in here is no longer looking at somebody else's account.
        forgetImpersonation();
        isLooking = false;
      }
      return store.write(name, value);
    },
    remove(name) {
      if (isLooking && isToken(name)) forgetImpersonation();
      else if (!isLooking || name !== names.person) store.remove(name);
    },
  };
}
