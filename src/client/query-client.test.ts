import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
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

describe('an invalidation during the first fetch', () => {
  const queryKey = ['cards'];
  /** Each response has to be released, and is its number. */
  function startFetch(queryClient: QueryClient) {
    const responses: (() => void)[] = [];
    const queryFn = () => {
      const number = responses.length + 1;
      return new Promise<number>((resolve) => responses.push(() => resolve(number)));
    };
    const observer = new QueryObserver(queryClient, { queryKey, queryFn });
    const stop = observer.subscribe(() => undefined);
    return { responses, observer, stop };
  }

  test('fetches again, once', async () => {
    const queryClient = createQueryClient();
    const { responses, observer, stop } = startFetch(queryClient);
    void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey });
    responses[0]!();
    await expect.poll(() => responses.length).toBe(2);
    responses[1]!();
    await expect.poll(() => observer.getCurrentResult().data).toBe(2);
    expect(responses).toHaveLength(2);
    stop();
  });

  test('that nobody watches any more makes it stale', async () => {
    const queryClient = createQueryClient();
    const { responses, stop } = startFetch(queryClient);
    const invalidated = queryClient.invalidateQueries({ queryKey });
    stop();
    responses[0]!();
    await invalidated;
    expect(queryClient.getQueryState(queryKey)).toMatchObject({ data: 1, isInvalidated: true });
  });
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
