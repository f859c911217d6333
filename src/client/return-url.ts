// Where a person goes after signing in: always a page of this site.
import { type KeyStorage, tabStore } from './storage.ts';

export const authPath = '/auth';
export const signedInPath = '/dashboard';
const returnUrlKey = 'auth_redirect_url';

/** Path, query and fragment of an address of this origin; null for any other and for /auth. */
export function safeReturnUrl(text: string | null, origin: string): string | null {
  if (!text) return null;
  const url = URL.parse(text, origin);
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol)) return null;
  if (url.pathname === authPath || url.pathname.startsWith(`${authPath}/`)) return null;
  // "/.//evil.example" has this origin, but its path alone names another host.
  if (url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Saves the address for the next sign-in in this tab, if it is safe. */
export function saveReturnUrl(url: string, store: KeyStorage = tabStore) {
  const safe = safeReturnUrl(url, location.origin);
  if (safe) store.write(returnUrlKey, safe);
}

/** Returns and removes the saved address; the dashboard without one. */
export function consumeReturnUrl(store: KeyStorage = tabStore): string {
  const safe = safeReturnUrl(store.read(returnUrlKey), location.origin);
  store.remove(returnUrlKey);
  return safe ?? signedInPath;
}
