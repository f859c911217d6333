import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '#test/fakes/memory-storage.ts';
import { consumeReturnUrl, safeReturnUrl, saveReturnUrl } from './return-url.ts';
import { createStorage } from './storage.ts';

const origin = 'https://weftline.example.com';

test('a page of this origin is accepted with its query and fragment', () => {
  expect(safeReturnUrl(`${origin}/dashboard/keys?page=2#top`, origin)).toBe(
    '/dashboard/keys?page=2#top',
  );
  expect(safeReturnUrl('/dashboard/profile', origin)).toBe('/dashboard/profile');
});

test.each([
  'https://evil.example/dashboard',
  '//evil.example/dashboard',
  '/\\evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://weftline.example.com.evil.example/',
  'http://weftline.example.com/dashboard',
  'http://[',
  '',
])('%j leads away and is refused', (text) => {
  expect(safeReturnUrl(text, origin)).toBeNull();
});

test('the sign-in screen never leads back to itself', () => {
  expect(safeReturnUrl('/auth?flow=verify', origin)).toBeNull();
  expect(safeReturnUrl('/auth/', origin)).toBeNull();
  expect(safeReturnUrl('/authors', origin)).toBe('/authors');
});

test('a saved address is used once, afterwards the dashboard', () => {
  vi.stubGlobal('location', { origin, href: `${origin}/` });
  const area = new MemoryStorage();
  const store = createStorage(() => area);
  saveReturnUrl(`${origin}/dashboard/keys`, store);
  expect(area.getItem('auth_redirect_url')).toBe('/dashboard/keys');
  expect(consumeReturnUrl(store)).toBe('/dashboard/keys');
  expect(consumeReturnUrl(store)).toBe('/dashboard');
  area.setItem('auth_redirect_url', 'https://evil.example/');
  expect(consumeReturnUrl(store)).toBe('/dashboard');
  vi.unstubAllGlobals();
});
