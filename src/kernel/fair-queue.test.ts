import { expect, onTestFinished, test, vi } from 'vitest';
import { BusyError, createFairQueue } from './fair-queue.ts';

const waitMs = 20;

test('a caller holds at most its share; others get the rest', async () => {
  const queue = createFairQueue({ what: 'seat', max: 4, share: 2, waitMs });
  await queue.enter('ada');
  await queue.enter('ada');
  await expect(queue.enter('ada')).rejects.toBeInstanceOf(BusyError);
  await queue.enter('eve');
  expect(queue.stats()).toEqual({ running: 3, waiting: 0 });
});

test('callers are served in turn, however many calls one of them has waiting', async () => {
  const queue = createFairQueue({ what: 'seat', max: 1, share: 1, waitMs: 1000 });
  const leave = await queue.enter('ada');
  const served: string[] = [];
  const call = async (name: string) => {
    const done = await queue.enter(name);
    served.push(name);
    done();
  };
  const calls = ['ada', 'ada', 'ada', 'eve', 'bob'].map(call);
  expect(queue.stats()).toEqual({ running: 1, waiting: 5 });
  leave();
  await Promise.all(calls);
  expect(served).toEqual(['ada', 'eve', 'bob', 'ada', 'ada']);
  expect(queue.stats()).toEqual({ running: 0, waiting: 0 });
});

test('a caller with a full share is overtaken by others', async () => {
  const queue = createFairQueue({ what: 'seat', max: 4, share: 2, waitMs: 1000 });
  const [first] = [await queue.enter('ada'), await queue.enter('ada')];
  const waiting = queue.enter('ada');
  await queue.enter('eve');
  first();
  await waiting;
  expect(queue.stats()).toEqual({ running: 3, waiting: 0 });
});

test('the process itself has no share limit', async () => {
  const queue = createFairQueue({ what: 'seat', max: 3, share: 1, waitMs });
  for (let n = 0; n < 3; n++) await queue.enter(null);
  await expect(queue.enter(null)).rejects.toMatchObject({ retryAfterSeconds: 1 });
  expect(queue.stats()).toEqual({ running: 3, waiting: 0 });
});

test('releasing twice releases once', async () => {
  const queue = createFairQueue({ what: 'seat', max: 1, share: 1, waitMs });
  const leave = await queue.enter('ada');
  leave();
  leave();
  expect(queue.stats().running).toBe(0);
});

test('says how long the first waiting call has waited', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = createFairQueue({ what: 'seat', max: 1, share: 1, waitMs: 1000 });
  const leave = await queue.enter('ada');
  expect(queue.longestWaitMs()).toBe(0);
  const calls = [queue.enter('ada')];
  vi.advanceTimersByTime(300);
  calls.push(queue.enter('eve'));
  vi.advanceTimersByTime(200);
  expect(queue.longestWaitMs()).toBe(500);
  leave();
  (await calls[0])!();
  (await calls[1])!();
  expect(queue.longestWaitMs()).toBe(0);
});
