import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticeLostCall, watchConnection } from './connection.ts';

const changes: boolean[] = [];
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  changes.length = 0;
  stop = watchConnection((isOnline) => changes.push(isOnline));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a lost call is noticed at once, and the way back as soon as a probe arrives', async () => {
  const probe = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', probe);
  const noticed = noticeLostCall();
  // A second one does not probe a second time.
  await noticeLostCall();
  await vi.advanceTimersByTimeAsync(0);
  expect(changes).toEqual([false]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(probe).toHaveBeenCalledTimes(2);
  probe.mockImplementation(() => Promise.resolve(new Response('no', { status: 503 })) as never);
  await vi.advanceTimersByTimeAsync(3000);
  await noticed;
  expect(changes).toEqual([false, true]);
  expect(onlineManager.isOnline()).toBe(true);
});

test('one call that was lost on its way is no outage', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('ok')));
  await noticeLostCall();
  expect(changes).toEqual([]);
});
