// Who is signed in, in this browser. All tabs share the tokens: one of them renews, the others
// read; signing in or out shows in every tab.
import { impersonatingStore } from './impersonation.ts';
import { type KeyStorage, localStore } from './storage.ts';

export const sessionKeys = {
  access: 'auth_token',
  refresh: 'refresh_token',
  email: 'auth_email',
  person: 'auth_person',
  termsAccepted: 'auth_terms_accepted',
  termsVersion: 'auth_terms_version',
} as const;
/** What browsers accepted that keep no version beside the flag. */
const firstTermsVersion = '2026-11-21';

/** The paths of the accounts contract, which this side may not import; a test compares them. */
export const sessionPaths = {
  refresh: '/apix/accounts/token/refresh/',
  blacklist: '/apix/accounts/token/blacklist/',
} as const;

/** What every screen shows of who is signed in. */
export type Person = { name: string; avatar: string | null };

export type SessionState = {
  /** `unknown` until the browser has been asked: while prerendering and hydrating. */
  status: 'unknown' | 'anonymous' | 'signed_in';
  email: string | null;
  /** Null until the account was read once in this browser. */
  person: Person | null;
  /** How a session ended that this page saw: by the person here, or under their hands. */
  ending: 'none' | 'signed_out' | 'lost';
};
export const unknownSession: SessionState = {
  status: 'unknown',
  email: null,
  person: null,
  ending: 'none',
};

export type Outcome = { isOk: boolean; message: string };
export type RefreshOutcome =
  | { kind: 'refreshed'; access: string; message: 'Token refreshed' }
  /** The session is over and cleared. */
  | { kind: 'refused'; message: 'No refresh token' | 'Failed to refresh token' }
  /** Nobody knows: no connection, or a server in trouble. The tokens stay. */
  | { kind: 'failed'; message: 'Error refreshing token' };

export type SessionOptions = {
  store: KeyStorage;
  baseUrl?: string;
  fetch?: typeof fetch;
  /** Runs one task at a time across tabs. */
  runAlone?: <T>(task: () => Promise<T>) => Promise<T>;
  /** Calls back when another tab changed the store. */
  watch?: (onChange: () => void) => void;
};

const failed: RefreshOutcome = { kind: 'failed', message: 'Error refreshing token' };
const refusals = new Set([400, 401, 403]);

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

  function clear(ending: 'signed_out' | 'lost' = 'lost') {
    store.remove(sessionKeys.access);
    store.remove(sessionKeys.refresh);
    store.remove(sessionKeys.person);
    state.update(ending);
  }

  /** All tabs show it at once. */
  function savePerson({ name, avatar }: Person) {
    if (!store.read(sessionKeys.access)) return;
    store.write(sessionKeys.person, JSON.stringify({ name, avatar }));
    state.update();
  }

  /** The server may be out of reach: the session ends there at its own time then. */
  function blacklist(refresh: string | null) {
    if (refresh) void ask(sessionPaths.blacklist, refresh, { keepalive: true }).catch(() => {});
  }

  /** Stores the tokens of a sign-in. The session they replace is ended at the server too. */
  function signIn(given: SignInTokens): Outcome {
    if (!given.access) return { isOk: false, message: 'Invalid access token' };
    const replaced = store.read(sessionKeys.refresh);
    if (!writeTokens(store, given)) {
      clear();
      return { isOk: false, message: 'Failed to save authentication token' };
    }
    if (replaced !== given.refresh) blacklist(replaced);
    state.update();
    return { isOk: true, message: 'Login successful' };
  }

  options.watch?.(() => state.update('lost'));
  return {
    ...readersOf(store),
    read: state.read,
    subscribe: state.subscribe,
    signIn,
    savePerson,
    /** Ends the session here at once and, when it can be reached, at the server. */
    signOut() {
      blacklist(store.read(sessionKeys.refresh));
      clear('signed_out');
    },
    clear,
    refresh: createRefresh(options, () => clear(), ask),
    /** Checks what an earlier visit left. A leftover refresh token alone is no session. */
    start(): Outcome {
      if (store.read(sessionKeys.access)) return { isOk: true, message: '' };
      clear('signed_out');
      return { isOk: false, message: 'No valid authentication token' };
    },
    /** For a second 401: ends the session unless it has another token by now. */
    dropToken(refused: string) {
      if (store.read(sessionKeys.access) === refused) clear();
    },
  };
}

type SignInTokens = { access: string | undefined; refresh?: string; email: string };

/** The access token comes last: other tabs read the rest when they see it. */
function writeTokens(store: KeyStorage, { access, refresh, email }: SignInTokens): boolean {
  store.write(sessionKeys.email, email);
  // That of whoever was signed in before.
  store.remove(sessionKeys.person);
  if (refresh === undefined) store.remove(sessionKeys.refresh);
  else if (!store.write(sessionKeys.refresh, refresh)) return false;
  return access !== undefined && store.write(sessionKeys.access, access);
}

const readersOf = (store: KeyStorage) => ({
  readAccessToken: () => store.read(sessionKeys.access),
  /** The address of the last sign-in, to fill the form with. */
  readSavedEmail: () => store.read(sessionKeys.email) ?? '',
  /** Whether these terms were accepted: others than the last time are to be accepted again. */
  readTermsAccepted: (version: string) =>
    store.read(sessionKeys.termsAccepted) === 'true' &&
    (store.read(sessionKeys.termsVersion) ?? firstTermsVersion) === version,
  /** Null when the acceptance was taken back. */
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

/** One refresh at a time in this tab and, through `runAlone`, in all tabs. */
function createRefresh(
  { store, runAlone = (task) => task() }: SessionOptions,
  clear: () => void,
  ask: (path: string, refresh: string) => Promise<Response>,
) {
  async function renew(refused: string | null): Promise<RefreshOutcome> {
    const current = store.read(sessionKeys.access);
    // Another tab was faster: its token serves this one too.
    if (current && refused !== null && current !== refused)
      return { kind: 'refreshed', access: current, message: 'Token refreshed' };
    const refresh = store.read(sessionKeys.refresh);
    if (!refresh) {
      clear();
      return { kind: 'refused', message: 'No refresh token' };
    }
    const answer = await askForAccess(() => ask(sessionPaths.refresh, refresh));
    // Signed out, or in as somebody else, while the answer was on its way: it is nobody's now.
    if (store.read(sessionKeys.refresh) !== refresh) return failed;
    if (answer === 'refused') {
      clear();
      return { kind: 'refused', message: 'Failed to refresh token' };
    }
    if (answer === 'unknown') return failed;
    store.write(sessionKeys.access, answer.access);
    return { kind: 'refreshed', access: answer.access, message: 'Token refreshed' };
  }

  let renewal: Promise<RefreshOutcome> | undefined;
  return (refused: string | null = null): Promise<RefreshOutcome> => {
    renewal ??= runAlone(() => renew(refused)).finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
}

const showsTheSame = (a: SessionState, b: SessionState): boolean =>
  a.status === b.status &&
  a.email === b.email &&
  a.person?.name === b.person?.name &&
  a.person?.avatar === b.person?.avatar;

function createState(store: KeyStorage) {
  const listeners = new Set<() => void>();
  let state: SessionState | undefined;
  const compute = (ending: SessionState['ending']): SessionState =>
    store.read(sessionKeys.access)
      ? {
          status: 'signed_in',
          email: store.read(sessionKeys.email),
          person: readPerson(store),
          ending: 'none',
        }
      : { status: 'anonymous', email: null, person: null, ending };
  const read = (): SessionState => {
    state ??= compute('none');
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
    /** `ending` tells how a session ended, if one did. */
    update(ending: SessionState['ending'] = 'none') {
      const before = state;
      const next = compute(before?.status === 'anonymous' ? before.ending : ending);
      if (before && showsTheSame(before, next)) return;
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

async function askForAccess(
  ask: () => Promise<Response>,
): Promise<{ access: string } | 'refused' | 'unknown'> {
  try {
    const response = await ask();
    if (refusals.has(response.status)) return 'refused';
    if (!response.ok) return 'unknown';
    const { access } = (await response.json()) as { access?: unknown };
    return typeof access === 'string' && access !== '' ? { access } : 'unknown';
  } catch {
    return 'unknown';
  }
}

const lockName = 'auth_refresh';

const runAloneAcrossTabs = <T>(task: () => Promise<T>): Promise<T> =>
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

/** Where the API stands; empty for the page's own origin. */
export const apiBaseUrl: string = import.meta.env?.VITE_API_URL ?? '';

/** The session of this browser. */
export const session = createSession({
  store: impersonatingStore(localStore, sessionKeys),
  baseUrl: apiBaseUrl,
  runAlone: runAloneAcrossTabs,
  watch: watchStorage,
});
