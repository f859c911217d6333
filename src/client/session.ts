// The session of this browser. All tabs share the tokens: one tab refreshes them for all, and
// signing in or out takes effect in every tab.
import { createImpersonationStore } from './impersonation.ts';
import { requestAccessToken } from './request-access-token.ts';
import { fallBackToMemory, type KeyStorage, localStore } from './storage.ts';

export const sessionKeys = {
  access: 'auth_token',
  refresh: 'refresh_token',
  email: 'auth_email',
  person: 'auth_person',
  termsAccepted: 'auth_terms_accepted',
  termsVersion: 'auth_terms_version',
} as const;
/** The version that was accepted in browsers where only the flag is stored. */
const firstTermsVersion = '2026-11-21';

/** Paths of accounts' endpoints, which the client may not import; a test compares them. */
export const sessionPaths = {
  refresh: '/apix/accounts/token/refresh/',
  blacklist: '/apix/accounts/token/blacklist/',
} as const;

/** What every screen shows of the signed-in person. */
export type Person = { name: string; avatar: string | null };

export type SessionState = {
  /** `unknown` while prerendering and hydrating. */
  status: 'unknown' | 'anonymous' | 'signed_in';
  email: string | null;
  /** Null until the profile was loaded once in this browser. */
  person: Person | null;
  /** How the session of this page ended: by signing out here, or otherwise. */
  ending: 'none' | 'signed_out' | 'lost';
  /** Why it was lost, by the server's word; null where the server did not say. */
  reason: string | null;
};
export const unknownSession: SessionState = {
  status: 'unknown',
  email: null,
  person: null,
  ending: 'none',
  reason: null,
};

export type SessionResult = { isOk: boolean; message: string };
export type RefreshResult =
  | { kind: 'refreshed'; access: string; message: 'Token refreshed' }
  /** The session is over and cleared. */
  | { kind: 'refused'; message: 'No refresh token' | 'Failed to refresh token' }
  /** Unknown: no connection, or a server error. The tokens stay. */
  | { kind: 'failed'; message: 'Error refreshing token' };

export type SessionOptions = {
  store: KeyStorage;
  baseUrl?: string;
  fetch?: typeof fetch;
  /** Runs one task at a time across all tabs. */
  runExclusive?: <T>(task: () => Promise<T>) => Promise<T>;
  /** Calls back when another tab has changed the store. */
  watch?: (onChange: () => void) => void;
};

const failed: RefreshResult = { kind: 'failed', message: 'Error refreshing token' };

export type Session = ReturnType<typeof createSession>;

export function createSession(options: SessionOptions) {
  const { store } = options;
  const state = createState(store);
  const ask = (path: string, refresh: string, init: RequestInit = {}) =>
    (options.fetch ?? globalThis.fetch)(`${options.baseUrl ?? ''}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh }),
      ...init,
    });

  function clear(ending: 'signed_out' | 'lost' = 'lost', reason: string | null = null) {
    store.remove(sessionKeys.access);
    store.remove(sessionKeys.refresh);
    store.remove(sessionKeys.person);
    state.update(ending, reason);
  }

  /** Visible in all tabs at once. */
  function savePerson({ name, avatar }: Person) {
    if (!store.read(sessionKeys.access)) return;
    store.write(sessionKeys.person, JSON.stringify({ name, avatar }));
    state.update();
  }

  /** Best effort: if the server is unreachable, the session expires there by itself. */
  function blacklist(refresh: string | null) {
    if (refresh) void ask(sessionPaths.blacklist, refresh, { keepalive: true }).catch(() => {});
  }

  /** Stores the tokens of a sign-in. A session that they replace is ended on the server too. */
  function signIn(tokens: SignInTokens): SessionResult {
    if (!tokens.access) return { isOk: false, message: 'Invalid access token' };
    const replaced = store.read(sessionKeys.refresh);
    if (!writeTokens(store, tokens)) {
      clear();
      return { isOk: false, message: 'Failed to save authentication token' };
    }
    if (replaced !== tokens.refresh) blacklist(replaced);
    state.update();
    return { isOk: true, message: 'Login successful' };
  }

  options.watch?.(() => state.update('lost'));
  return {
    ...createReaders(store),
    read: state.read,
    subscribe: state.subscribe,
    signIn,
    savePerson,
    /** Ends the session here at once, and on the server when it is reachable. */
    signOut() {
      blacklist(store.read(sessionKeys.refresh));
      clear('signed_out');
    },
    clear,
    refresh: createRefresh(options, (reason) => clear('lost', reason), ask),
    /** Checks the tokens of an earlier visit. A refresh token alone is no session. */
    start(): SessionResult {
      if (store.read(sessionKeys.access)) return { isOk: true, message: '' };
      clear('signed_out');
      return { isOk: false, message: 'No valid authentication token' };
    },
    /** Ends the session after a second 401, unless it has another token by now. */
    dropToken(refused: string) {
      if (store.read(sessionKeys.access) === refused) clear();
    },
  };
}

type SignInTokens = { access: string | undefined; refresh?: string; email: string };

/** The access token comes last: other tabs read the rest as soon as they see it. */
function writeTokens(store: KeyStorage, { access, refresh, email }: SignInTokens): boolean {
  store.write(sessionKeys.email, email);
  // Belongs to the person who was signed in before.
  store.remove(sessionKeys.person);
  if (refresh === undefined) store.remove(sessionKeys.refresh);
  else if (!store.write(sessionKeys.refresh, refresh)) return false;
  return access !== undefined && store.write(sessionKeys.access, access);
}

const createReaders = (store: KeyStorage) => ({
  readAccessToken: () => store.read(sessionKeys.access),
  /** The e-mail of the last sign-in, to prefill the form. */
  readSavedEmail: () => store.read(sessionKeys.email) ?? '',
  /** Whether this version of the terms was accepted. */
  readTermsAccepted: (version: string) =>
    store.read(sessionKeys.termsAccepted) === 'true' &&
    (store.read(sessionKeys.termsVersion) ?? firstTermsVersion) === version,
  /** Null withdraws the acceptance. */
  saveTermsAccepted(version: string | null) {
    if (version === null) {
      store.remove(sessionKeys.termsAccepted);
      store.remove(sessionKeys.termsVersion);
      return;
    }
    store.write(sessionKeys.termsVersion, version);
    store.write(sessionKeys.termsAccepted, 'true');
  },
});

/** One refresh at a time in this tab and, through `runExclusive`, in all tabs. */
function createRefresh(
  { store, runExclusive = (task) => task() }: SessionOptions,
  clear: (reason?: string | null) => void,
  ask: (path: string, refresh: string) => Promise<Response>,
) {
  async function renew(refused: string | null): Promise<RefreshResult> {
    const current = store.read(sessionKeys.access);
    // Another tab has refreshed it already.
    if (current && refused !== null && current !== refused)
      return { kind: 'refreshed', access: current, message: 'Token refreshed' };
    const refresh = store.read(sessionKeys.refresh);
    if (!refresh) {
      clear();
      return { kind: 'refused', message: 'No refresh token' };
    }
    const response = await requestAccessToken(() => ask(sessionPaths.refresh, refresh));
    // Signed out, or in as another account, while the request was pending: discard the response.
    if (store.read(sessionKeys.refresh) !== refresh) return failed;
    if (response !== 'unknown' && 'reason' in response) {
      clear(response.reason);
      return { kind: 'refused', message: 'Failed to refresh token' };
    }
    if (response === 'unknown') return failed;
    store.write(sessionKeys.access, response.access);
    return { kind: 'refreshed', access: response.access, message: 'Token refreshed' };
  }

  let renewal: Promise<RefreshResult> | undefined;
  return (refused: string | null = null): Promise<RefreshResult> => {
    renewal ??= runExclusive(() => renew(refused)).finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
}

const isSameState = (a: SessionState, b: SessionState): boolean =>
  a.status === b.status &&
  a.email === b.email &&
  a.person?.name === b.person?.name &&
  a.person?.avatar === b.person?.avatar;

function createState(store: KeyStorage) {
  const listeners = new Set<() => void>();
  let state: SessionState | undefined;
  type Ending = Pick<SessionState, 'ending' | 'reason'>;
  const compute = ({ ending, reason }: Ending): SessionState =>
    store.read(sessionKeys.access)
      ? {
          status: 'signed_in',
          email: store.read(sessionKeys.email),
          person: readPerson(store),
          ending: 'none',
          reason: null,
        }
      : { status: 'anonymous', email: null, person: null, ending, reason };
  const read = (): SessionState => {
    state ??= compute(unknownSession);
    return state;
  };

  return {
    read,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** `ending`: how the session ended, if it did. */
    update(ending: SessionState['ending'] = 'none', reason: string | null = null) {
      const before = state;
      const next = compute(before?.status === 'anonymous' ? before : { ending, reason });
      if (before && isSameState(before, next)) return;
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

function readPerson(store: KeyStorage): Person | null {
  try {
    const { name, avatar } = JSON.parse(store.read(sessionKeys.person) ?? '{}') as Partial<Person>;
    return typeof name === 'string' ? { name, avatar: avatar ?? null } : null;
  } catch {
    return null;
  }
}

const lockName = 'auth_refresh';

const runExclusiveAcrossTabs = <T>(task: () => Promise<T>): Promise<T> =>
  // Locks exist in secure contexts only.
  typeof navigator !== 'undefined' && navigator.locks
    ? navigator.locks.request(lockName, task)
    : task();

function watchStorage(onChange: () => void) {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== window.localStorage) return;
    const { access, email, person } = sessionKeys;
    const watched: (string | null)[] = [null, access, email, person];
    if (watched.includes(key)) onChange();
  });
}

/** The origin of the API; empty for that of the page. */
export const apiBaseUrl: string = import.meta.env?.VITE_API_URL ?? '';

const sessionStore = fallBackToMemory(localStore);
/** The browser stores nothing for this site: the session ends with the page. */
export const isSessionUnstored = sessionStore.isBlocked;

/** The session of this browser. */
export const session = createSession({
  store: createImpersonationStore(sessionStore, sessionKeys),
  baseUrl: apiBaseUrl,
  runExclusive: runExclusiveAcrossTabs,
  watch: watchStorage,
});
