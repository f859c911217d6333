import { expect, test } from 'vitest';
import { CallError } from '#lib/call-error.ts';
import { MemoryStorage } from '#test/fakes/memory-storage.ts';
import { clearOnSignOut, createQueryClient, shouldRetry } from './query-client.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';

test.each([400, 401, 403, 404, 422, 429])('a call that failed with %i is not retried', (status) => {
  expect(shouldRetry(0, new CallError(status, undefined))).toBe(false);
});

test('lost calls and server errors are retried twice', () => {
  for (const status of [0, 500, 503]) {
    expect(shouldRetry(0, new CallError(status, undefined))).toBe(true);
    expect(shouldRetry(1, new CallError(status, undefined))).toBe(true);
    expect(shouldRetry(2, new CallError(status, undefined))).toBe(false);
  }
});

test('a programming error is not retried', () => {
  expect(shouldRetry(0, new TypeError('x is undefined'))).toBe(false);
});

test('signing out clears cached data', () => {
  const area = new MemoryStorage();
  const session = createSession({
    store: createStorage(() => area),
    fetch: async () => new Response(null, { status: 204 }),
  });
  session.signIn({ access: 'a', refresh: 'r', email: 'ada@example.com' });
  const queryClient = createQueryClient();
  const stop = clearOnSignOut(queryClient, session);
  queryClient.setQueryData(['accounts', 'profile'], { email: 'ada@example.com' });
  session.signOut();
  expect(queryClient.getQueryData(['accounts', 'profile'])).toBeUndefined();
  stop();
});
