import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '#test/fakes/memory-storage.ts';
import { createSession, type SessionOptions, sessionKeys } from './session.ts';
import { createStorage } from './storage.ts';

const json = (status: number, body: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });

type Answer = () => Response | Promise<Response>;

/** Tabs that share one storage and one lock, as those of a browser do. */
function openBrowser(answer: Answer = () => json(200, { access: 'new' })) {
  const area = new MemoryStorage();
  const listeners = new Map<object, () => void>();
  const requests: { url: string; body: unknown; init: RequestInit }[] = [];
  let lock: Promise<unknown> = Promise.resolve();

  function openTab(options: Partial<SessionOptions> = {}) {
    const tab = {};
    const plain = createStorage(() => area);
    const notify = () => {
      for (const [other, listener] of listeners) if (other !== tab) listener();
    };
    const store = {
      ...plain,
      write(key: string, value: string) {
        const isStored = plain.write(key, value);
        notify();
        return isStored;
      },
      remove(key: string) {
        plain.remove(key);
        notify();
      },
    };
    return createSession({
      store,
      watch: (onChange) => listeners.set(tab, onChange),
      runExclusive: (task) => {
        const turn = lock.then(task);
        lock = turn.catch(() => undefined);
        return turn;
      },
      fetch: async (url, init = {}) => {
        requests.push({ url: String(url), body: JSON.parse(String(init.body)), init });
        return answer();
      },
      ...options,
    });
  }
  const signedIn = () => {
    area.setItem(sessionKeys.access, 'old');
    area.setItem(sessionKeys.refresh, 'refresh');
    area.setItem(sessionKeys.email, 'ada@example.com');
  };
  return { area, openTab, requests, signedIn };
}

test('tokens are stored under the specified keys', () => {
  const { area, openTab } = openBrowser();
  const outcome = openTab().signIn({ access: 'a', refresh: 'r', email: 'ada@example.com' });
  expect(outcome).toEqual({ isOk: true, message: 'Login successful' });
  expect(area.getItem('auth_token')).toBe('a');
  expect(area.getItem('refresh_token')).toBe('r');
  expect(area.getItem('auth_email')).toBe('ada@example.com');
});

test('a response without an access token does not sign in', () => {
  const { area, openTab } = openBrowser();
  const outcome = openTab().signIn({ access: '', refresh: 'r', email: 'ada@example.com' });
  expect(outcome).toEqual({ isOk: false, message: 'Invalid access token' });
  expect(area.length).toBe(0);
});

test('when the token cannot be stored, sign-in fails without leftovers', () => {
  const { area, openTab } = openBrowser();
  area.sizeMax = 40;
  const outcome = openTab().signIn({ access: 'a'.repeat(99), refresh: 'r', email: 'a@b.co' });
  expect(outcome).toEqual({ isOk: false, message: 'Failed to save authentication token' });
  expect(area.getItem('refresh_token')).toBeNull();
});

test('without an access token there is no session, and leftovers are cleared', () => {
  const { area, openTab } = openBrowser();
  area.setItem('refresh_token', 'left over');
  expect(openTab().start()).toEqual({ isOk: false, message: 'No valid authentication token' });
  expect(area.getItem('refresh_token')).toBeNull();
});

test('a refresh sends only the refresh token and keeps it', async () => {
  const { area, openTab, requests, signedIn } = openBrowser();
  signedIn();
  expect(await openTab().refresh('old')).toEqual({
    kind: 'refreshed',
    access: 'new',
    message: 'Token refreshed',
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    url: '/apix/accounts/token/refresh/',
    body: { refresh: 'refresh' },
  });
  expect(requests[0]?.init.headers).toEqual({ 'content-type': 'application/json' });
  expect(area.getItem('auth_token')).toBe('new');
  expect(area.getItem('refresh_token')).toBe('refresh');
});

test('calls of one tab that fail together refresh once', async () => {
  const { openTab, requests, signedIn } = openBrowser();
  signedIn();
  const session = openTab();
  await Promise.all([session.refresh('old'), session.refresh('old'), session.refresh('old')]);
  expect(requests).toHaveLength(1);
});

test('two tabs refresh once: the second uses the token of the first', async () => {
  const { openTab, requests, signedIn } = openBrowser();
  signedIn();
  const [first, second] = [openTab(), openTab()];
  const outcomes = await Promise.all([first.refresh('old'), second.refresh('old')]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['refreshed', 'refreshed']);
  expect(requests).toHaveLength(1);
});

test('without a refresh token the session ends', async () => {
  const { area, openTab } = openBrowser();
  area.setItem('auth_token', 'old');
  const session = openTab();
  expect(await session.refresh('old')).toEqual({ kind: 'refused', message: 'No refresh token' });
  expect(session.read()).toMatchObject({ status: 'anonymous', ending: 'lost' });
});

test.each([400, 401, 403])('a refresh that is refused with %i ends the session', async (status) => {
  const { area, openTab, signedIn } = openBrowser(() => json(status, { code: 'token_not_valid' }));
  signedIn();
  const session = openTab();
  expect(session.read().status).toBe('signed_in');
  const outcome = await session.refresh('old');
  expect(outcome).toEqual({ kind: 'refused', message: 'Failed to refresh token' });
  expect(area.getItem('auth_token')).toBeNull();
  expect(area.getItem('refresh_token')).toBeNull();
  expect(session.read().status).toBe('anonymous');
});

const troubles: [string, Answer][] = [
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a server in trouble', () => json(503, { detail: 'A server error occurred.' })],
  ['too many requests', () => json(429, { detail: 'Request was throttled.' })],
  ['an answer that is no token', () => new Response('<html>', { status: 200 })],
];
test.each(troubles)('%s keeps the tokens', async (_, answer) => {
  const { area, openTab, signedIn } = openBrowser(answer);
  signedIn();
  const session = openTab();
  const outcome = await session.refresh('old');
  expect(outcome).toEqual({ kind: 'failed', message: 'Error refreshing token' });
  expect(area.getItem('auth_token')).toBe('old');
  expect(area.getItem('refresh_token')).toBe('refresh');
  expect(session.read().status).toBe('signed_in');
});

test('a refused refresh of an earlier session does not end the new one', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { area, openTab, signedIn } = openBrowser(() => promise);
  signedIn();
  const refresh = openTab().refresh('old');
  await expect.poll(() => area.length).toBe(3);
  area.setItem('auth_token', 'other');
  area.setItem('refresh_token', 'other refresh');
  resolve(json(401, { code: 'token_not_valid' }));
  await refresh;
  expect(area.getItem('auth_token')).toBe('other');
});

test('a token that arrives after signing out is discarded', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  let answers: Answer = () => promise;
  const { area, openTab, requests, signedIn } = openBrowser(() => answers());
  signedIn();
  const session = openTab();
  const refresh = session.refresh('old');
  await expect.poll(() => requests).toHaveLength(1);
  answers = () => json(204, undefined);
  session.signOut();
  resolve(json(200, { access: 'new' }));
  await refresh;
  expect(area.getItem('auth_token')).toBeNull();
});

test('signing out ends the session here, on the server and in other tabs', () => {
  const { area, openTab, requests, signedIn } = openBrowser(() => json(204, undefined));
  signedIn();
  const [here, there] = [openTab(), openTab()];
  const seen = vi.fn();
  there.subscribe(seen);
  expect(there.read()).toMatchObject({ status: 'signed_in', email: 'ada@example.com' });
  here.signOut();
  expect(requests[0]).toMatchObject({
    url: '/apix/accounts/token/blacklist/',
    body: { refresh: 'refresh' },
    init: { keepalive: true },
  });
  expect(area.getItem('auth_token')).toBeNull();
  expect(here.read()).toMatchObject({ status: 'anonymous', ending: 'signed_out' });
  expect(there.read()).toMatchObject({ status: 'anonymous', ending: 'lost' });
  expect(seen).toHaveBeenCalledTimes(1);
});

test('signing out works without a connection', () => {
  const { area, openTab, signedIn } = openBrowser(() => Promise.reject(new TypeError('offline')));
  signedIn();
  openTab().signOut();
  expect(area.getItem('auth_token')).toBeNull();
  expect(area.getItem('refresh_token')).toBeNull();
});

test('signing in shows in other tabs, and a refresh does not disturb them', async () => {
  const { openTab } = openBrowser();
  const [here, there] = [openTab(), openTab()];
  const seen = vi.fn();
  expect(there.read().status).toBe('anonymous');
  there.subscribe(seen);
  here.signIn({ access: 'a', refresh: 'r', email: 'ada@example.com' });
  expect(there.read()).toMatchObject({ status: 'signed_in', email: 'ada@example.com' });
  const before = seen.mock.calls.length;
  await here.refresh('a');
  expect(seen.mock.calls.length).toBe(before);
});

test('name and picture are shared by all tabs and removed with the session', () => {
  const { area, openTab } = openBrowser();
  const [here, there] = [openTab(), openTab()];
  const ada = { name: 'Ada Lovelace', avatar: 'http://localhost/ada.webp' };
  here.savePerson(ada);
  expect(here.read().person).toBeNull();
  here.signIn({ access: 'a', refresh: 'r', email: 'ada@example.com' });
  const seen = vi.fn();
  there.subscribe(seen);
  here.savePerson(ada);
  expect(there.read()).toMatchObject({ status: 'signed_in', person: ada });
  here.savePerson(ada);
  expect(seen).toHaveBeenCalledTimes(1);
  here.savePerson({ ...ada, avatar: null });
  expect(there.read().person).toEqual({ ...ada, avatar: null });
  here.signIn({ access: 'b', refresh: 's', email: 'bob@example.com' });
  expect(there.read().person).toBeNull();
  here.savePerson(ada);
  here.signOut();
  expect(area.getItem('auth_person')).toBeNull();
});

test('a second 401 drops only the refused token', () => {
  const { openTab, signedIn } = openBrowser();
  signedIn();
  const session = openTab();
  session.dropToken('another');
  expect(session.read().status).toBe('signed_in');
  session.dropToken('old');
  expect(session.read().status).toBe('anonymous');
});

test('the session that a sign-in replaces is ended on the server', () => {
  const { openTab, requests, signedIn } = openBrowser(() => json(204, undefined));
  signedIn();
  openTab().signIn({ access: 'a', refresh: 'r', email: 'ada@example.com' });
  expect(requests.map(({ url, body }) => [url, body])).toEqual([
    ['/apix/accounts/token/blacklist/', { refresh: 'refresh' }],
  ]);
});

test('accepted terms are remembered, and a new version has to be accepted', () => {
  const { area, openTab } = openBrowser();
  const session = openTab();
  expect(session.readTermsAccepted('2027-01-01')).toBe(false);
  session.saveTermsAccepted('2027-01-01');
  expect(area.getItem('auth_terms_accepted')).toBe('true');
  expect(session.readTermsAccepted('2027-01-01')).toBe(true);
  expect(session.readTermsAccepted('2028-01-01')).toBe(false);
  session.saveTermsAccepted(null);
  expect(session.readTermsAccepted('2027-01-01')).toBe(false);
});

test('an acceptance without a version is for the first version', () => {
  const { area, openTab } = openBrowser();
  area.setItem('auth_terms_accepted', 'true');
  expect(openTab().readTermsAccepted('2026-11-21')).toBe(true);
  expect(openTab().readTermsAccepted('2027-01-01')).toBe(false);
});
