import { beforeEach, expect, test, vi } from 'vitest';

const names = {
  access: 'auth_token',
  refresh: 'refresh_token',
  email: 'auth_email',
  person: 'auth_person',
};
const given = {
  id: 'i1',
  userId: 7,
  email: 'ann@example.com',
  access: 'hers',
  until: '2026-11-20T12:30:00.000Z',
};

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    length: 0,
  };
}

/** The module as a page loads it, with a tab that may be looking at somebody. */
async function loadPage(isLooking: boolean) {
  vi.resetModules();
  const { beginImpersonation, impersonatingStore, readImpersonation } = await import(
    './impersonation.ts'
  );
  const { createStorage } = await import('./storage.ts');
  const area = memory() as unknown as Storage;
  const own = createStorage(() => area);
  own.write(names.access, 'mine');
  own.write(names.refresh, 'mine too');
  if (isLooking) beginImpersonation(given);
  return { own, store: impersonatingStore(own, names), readImpersonation };
}

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: memory(), localStorage: memory() });
  return () => vi.unstubAllGlobals();
});

test('a tab that looks at somebody has their token and none to renew it', async () => {
  const { store } = await loadPage(true);
  expect(store.read(names.access)).toBe('hers');
  expect(store.read(names.refresh)).toBeNull();
  expect(store.read(names.email)).toBe('ann@example.com');
});

test('their name and picture are shown in no other tab', async () => {
  const { own, store } = await loadPage(true);
  own.write(names.person, '{"name":"Staff"}');
  expect(store.read(names.person)).toBeNull();
  store.write(names.person, '{"name":"Ann"}');
  store.remove(names.person);
  expect(own.read(names.person)).toBe('{"name":"Staff"}');
});

test('the end of it leaves the session of the browser alone', async () => {
  const { own, store, readImpersonation } = await loadPage(true);
  store.remove(names.access);
  store.remove(names.refresh);
  expect(readImpersonation()).toBeNull();
  expect(store.read(names.access)).toBeNull();
  expect(own.read(names.access)).toBe('mine');
  expect(own.read(names.refresh)).toBe('mine too');
});

test('signing in there ends it', async () => {
  const { store, readImpersonation } = await loadPage(true);
  store.write(names.access, 'new');
  expect(readImpersonation()).toBeNull();
  expect(store.read(names.access)).toBe('new');
});

test('a tab that looks at nobody has the session of the browser', async () => {
  const { store } = await loadPage(false);
  expect(store.read(names.access)).toBe('mine');
  store.remove(names.access);
  expect(store.read(names.access)).toBeNull();
});
