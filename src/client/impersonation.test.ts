import { beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '#test/open-page.ts';

const names = {
  access: 'auth_token',
  refresh: 'refresh_token',
  email: 'auth_email',
  person: 'auth_person',
};
const impersonation = {
  id: 'i1',
  userId: 7,
  email: 'ann@example.com',
  access: 'hers',
  until: '2026-11-20T12:30:00.000Z',
};

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    length: 0,
  };
}

/** The module as a page loads it, in a tab that may be impersonating. */
async function loadPage(isLooking: boolean) {
  const load = openPage();
  const { startImpersonation, createImpersonationStore, loadImpersonation } = await load<
    typeof import('./impersonation.ts')
  >(new URL('./impersonation.ts', import.meta.url));
  const { createStorage } = await load<typeof import('./storage.ts')>(
    new URL('./storage.ts', import.meta.url),
  );
  const area = memory() as unknown as Storage;
  const own = createStorage(() => area);
  own.write(names.access, 'mine');
  own.write(names.refresh, 'mine too');
  if (isLooking) startImpersonation(impersonation);
  return { own, store: createImpersonationStore(own, names), loadImpersonation };
}

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: memory(), localStorage: memory() });
  return () => vi.unstubAllGlobals();
});

test('an impersonating tab has the customer’s token and no refresh token', async () => {
  const { store } = await loadPage(true);
  expect(store.read(names.access)).toBe('hers');
  expect(store.read(names.refresh)).toBeNull();
  expect(store.read(names.email)).toBe('ann@example.com');
});

test('the customer’s name and picture are not shown in other tabs', async () => {
  const { own, store } = await loadPage(true);
  own.write(names.person, '{"name":"Staff"}');
  expect(store.read(names.person)).toBeNull();
  store.write(names.person, '{"name":"Ann"}');
  store.remove(names.person);
  expect(own.read(names.person)).toBe('{"name":"Staff"}');
});

test('ending it does not change the session of the browser', async () => {
  const { own, store, loadImpersonation } = await loadPage(true);
  store.remove(names.access);
  store.remove(names.refresh);
  expect(loadImpersonation()).toBeNull();
  expect(store.read(names.access)).toBeNull();
  expect(own.read(names.access)).toBe('mine');
  expect(own.read(names.refresh)).toBe('mine too');
});

test('signing in there ends it', async () => {
  const { store, loadImpersonation } = await loadPage(true);
  store.write(names.access, 'new');
  expect(loadImpersonation()).toBeNull();
  expect(store.read(names.access)).toBe('new');
});

test('other tabs have the session of the browser', async () => {
  const { store } = await loadPage(false);
  expect(store.read(names.access)).toBe('mine');
  store.remove(names.access);
  expect(store.read(names.access)).toBeNull();
});
