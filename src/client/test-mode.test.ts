import { beforeEach, expect, test, vi } from 'vitest';
import { patchProfile, readProfile } from '#areas/accounts/wire/profile.ts';
import { listApiKeys } from '#areas/billing/wire/keys.ts';
import { listEmbedKeys } from '#areas/customs/wire/embed/embed.ts';
import { listTickets } from '#areas/support/wire/tickets.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { followTopics } from '#lib/wire/events.ts';
import { MemoryStorage } from '#test/fakes/memory-storage.ts';
import { openPage } from '#test/open-page.ts';

const refresh = (session: string) => `token-of-the-${session}-session`;
const assign = vi.fn();
const replaceState = vi.fn();
const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ results: [] }));
let areas: { sessionStorage: Storage; localStorage: Storage };

beforeEach(() => {
  areas = { sessionStorage: new MemoryStorage(), localStorage: new MemoryStorage() };
  vi.stubGlobal('window', { ...areas, addEventListener: () => {} });
  vi.stubGlobal('fetch', fetch);
  printSettings({ testMode: 'on' });
  vi.stubGlobal('history', { state: null, replaceState });
  for (const mock of [assign, replaceState, fetch]) mock.mockClear();
  return () => vi.unstubAllGlobals();
});

/** As the server does into each page. */
const printSettings = (settings: { testMode: string }) =>
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: JSON.stringify(settings) }),
  });

const here = (file: string) => new URL(file, import.meta.url);

function openAddress(address: string) {
  const { pathname, search, hash } = new URL(address, 'https://x.example');
  vi.stubGlobal('location', { pathname, search, hash, assign });
  const load = openPage();
  return {
    loadSession: () => load<typeof import('./session.ts')>(here('./session.ts')),
    loadMode: () => load<typeof import('./test-mode.ts')>(here('./test-mode.ts')),
    loadApi: () => load<typeof import('./api.ts')>(here('./api.ts')),
  };
}

/** The modules as a page loads them, in a browser where Ada is signed in. */
async function loadPage(address: string, tokens = { access: 'a', refresh: refresh('first') }) {
  const page = openAddress(address);
  const { session } = await page.loadSession();
  session.signIn({ ...tokens, email: 'ada@example.com' });
  const mode = await page.loadMode();
  const { call } = await page.loadApi();
  const sendsHeader = async (path = location.pathname) => {
    vi.stubGlobal('location', { pathname: path });
    await call(followTopics, { query: { topics: 'payments' } });
    return new Headers(fetch.mock.lastCall?.[1].headers).get('x-test-mode') === 'true';
  };
  return { ...mode, session, call, sendsHeader };
}
const testPage = () => loadPage('/dashboard?mode=test');

test('an address switches the tab to test mode, and loses the parameter before any call', async () => {
  const { isTestMode, sendsHeader } = await loadPage('/dashboard/payments/p1?a=b&mode=test#c');
  expect(replaceState).toHaveBeenCalledWith(null, '', '/dashboard/payments/p1?a=b#c');
  expect(fetch).not.toHaveBeenCalled();
  expect(isTestMode()).toBe(true);
  expect(await sendsHeader()).toBe(true);
});

test('the tab stays in test mode until an address asks for live mode', async () => {
  await testPage();
  expect((await loadPage('/dashboard/keys')).isTestMode()).toBe(true);
  expect((await loadPage('/dashboard/keys?mode=live')).isTestMode()).toBe(false);
  expect((await loadPage('/dashboard/keys')).isTestMode()).toBe(false);
});

test('other tabs are live', async () => {
  await testPage();
  areas.sessionStorage.clear();
  const { isTestMode, sendsHeader } = await loadPage('/dashboard');
  expect(isTestMode()).toBe(false);
  expect(await sendsHeader()).toBe(false);
});

test.each([
  ['/dashboard', true],
  ['/dashboard/keys', true],
  ['/dashboards', false],
  ['/admin', false],
  ['/pricing', false],
])('in test mode, calls of %s have the header: %s', async (path, isSent) => {
  const { sendsHeader } = await testPage();
  expect(await sendsHeader(path)).toBe(isSent);
});

test('what exists once is read and changed live, so the header is not sent', async () => {
  const { call } = await testPage();
  const sent = () => new Headers(fetch.mock.lastCall?.[1].headers).get('x-test-mode');
  for (const endpoint of [readProfile, patchProfile, listTickets, listEmbedKeys]) {
    await call(endpoint as Endpoint);
    expect([endpoint.path, sent()]).toEqual([endpoint.path, null]);
  }
  await call(listApiKeys);
  expect(sent()).toBe('true');
});

test('an address of another page asks for nothing', async () => {
  const { isTestMode } = await loadPage('/pricing?mode=test');
  expect(isTestMode()).toBe(false);
  expect(replaceState).not.toHaveBeenCalled();
});

test('signing out ends it, also for the person who then signs in', async () => {
  const { isTestMode, session } = await testPage();
  session.signOut();
  session.signIn({ access: 'b', refresh: refresh('second'), email: 'ada@example.com' });
  expect(isTestMode()).toBe(false);
  expect((await loadPage('/dashboard')).isTestMode()).toBe(false);
});

test('signing in as somebody else ends it', async () => {
  const { isTestMode, session, sendsHeader } = await testPage();
  session.signIn({ access: 'b', refresh: refresh('other'), email: 'eve@example.com' });
  expect(isTestMode()).toBe(false);
  expect(await sendsHeader()).toBe(false);
});

test('a sign-out on a page that knows nothing of test mode ends it', async () => {
  await testPage();
  const signedInAnew = { access: 'b', refresh: refresh('second') };
  expect((await loadPage('/dashboard', signedInAnew)).isTestMode()).toBe(false);
});

test('viewing another account ends it and cannot begin it', async () => {
  await testPage();
  areas.sessionStorage.setItem('impersonation', JSON.stringify({ email: 'eve@example.com' }));
  const looking = await openAddress('/dashboard?mode=test').loadMode();
  expect(looking.isTestMode()).toBe(false);
  expect(looking.canSwitchMode()).toBe(false);
  areas.sessionStorage.removeItem('impersonation');
  expect((await loadPage('/dashboard')).isTestMode()).toBe(false);
});

test('where there is no test mode, an address cannot ask for it', async () => {
  printSettings({ testMode: '' });
  const { isTestMode, canSwitchMode } = await testPage();
  expect(isTestMode()).toBe(false);
  expect(canSwitchMode()).toBe(false);
});

test('switching loads the screen anew, without the record that is open', async () => {
  const { switchMode } = await loadPage('/dashboard/payments/p1?tab=2');
  switchMode('test');
  expect(assign).toHaveBeenCalledWith('/dashboard/payments?mode=test');
});
