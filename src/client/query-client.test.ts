import { expect, test } from 'vitest';
import { MemoryStorage } from '#test/memory-storage.ts';
import { CallError } from './errors.ts';
import { createQueryClient, forgetOnSignOut, shouldRetry } from './query-client.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';

test.each([400, 401, 403, 404, 422, 429])('a call refused with %i is not tried again', (status) => {
  expect(shouldRetry(0, new CallError(status, undefined))).toBe(false);
});

test('a lost call and a server in trouble get two more tries', () => {
  for (const status of [0, 500, 503]) {
    expect(shouldRetry(0, new CallError(status, undefined))).toBe(true);
    expect(shouldRetry(1, new CallError(status, undefined))).toBe(true);
    expect(shouldRetry(2, new CallError(status, undefined))).toBe(false);
  }
});

test('a fault of our own is not tried again', () => {
  expect(shouldRetry(0, new TypeError('x is undefined'))).toBe(false);
});

test('what one person saw is forgotten when they sign out', () => {
  const area = new MemoryStorage();
  const session = createSession({
    store: createStorage(() => area),
    fetch: async () => new Response(null, { status: 204 }),
  });
  session.signIn({ access: 'a', refresh: 'r', email: 'ada@example.com' });
  const queryClient = createQueryClient();
  const stop = forgetOnSignOut(queryClient, session);
  queryClient.setQueryData(['accounts', 'profile'], { email: 'ada@example.com' });
  session.signOut();
  expect(queryClient.getQueryData(['accounts', 'profile'])).toBeUndefined();
  stop();
});
