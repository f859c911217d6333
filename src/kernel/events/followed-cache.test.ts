import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '#test/fakes/fake-clock.ts';
import type { Tx } from '../database/database.ts';
import { createFollowedCache } from './followed-cache.ts';
import { type LiveMessage, lostTopic } from './live-topics.ts';

const tx = {} as Tx;
let clock: ReturnType<typeof createFakeClock>;
let connection: number | null;
let commit: () => void;
let hear: (message: LiveMessage) => void;
const subscribe = vi.fn();
const load = vi.fn<(key: string) => Promise<{ owner: string }>>();

beforeEach(() => {
  clock = createFakeClock();
  connection = 1;
  commit = () => undefined;
  load.mockReset().mockImplementation(async () => ({ owner: 'ada' }));
  subscribe.mockReset().mockImplementation(async () => ({ [Symbol.asyncIterator]: openMessages }));
});

function openMessages() {
  const next = () =>
    new Promise((resolve) => {
      hear = (value) => resolve({ done: false, value });
    });
  return { next };
}
const message = (topic: string, data: unknown): LiveMessage => ({ id: 'a', topic, data });

function createCache(options: object = {}) {
  const live = { subscribe, connection: () => connection, publish: vi.fn(), close: vi.fn() };
  const work = {
    afterCommit: (_: Tx, act: () => void) => {
      commit = act;
    },
  };
  const kernel = { clock, live, work, log: { warn: vi.fn() } } as never;
  const cache = createFollowedCache<string, { owner: string }, string>(kernel, {
    topic: 'things',
    load,
    isAbout: (owner, _, thing) => thing.owner === owner,
    warning: 'things are slow',
    ...options,
  });
  return { ...cache, live };
}

/** How many of two reads, one after the other, had to load. */
async function loadsOfTwo({ find }: Pick<ReturnType<typeof createCache>, 'find'>) {
  load.mockClear();
  await find('a');
  await find('a');
  return load.mock.calls.length;
}

test('it loads once in 5 s, and once for concurrent reads', async () => {
  const cache = createCache();
  await cache.find('a');
  load.mockClear();
  clock.advance(4999);
  expect(await cache.find('a')).toEqual({ owner: 'ada' });
  expect(load).not.toHaveBeenCalled();
  clock.advance(1);
  await Promise.all([cache.find('a'), cache.find('a')]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failure is not cached', async () => {
  const cache = createCache();
  load.mockRejectedValueOnce(new Error('the database is away'));
  await expect(cache.find('a')).rejects.toThrow('away');
  expect(await loadsOfTwo(cache)).toBe(1);
});

test('a change is dropped here with the commit, and not before', async () => {
  const cache = createCache();
  await cache.find('a');
  await cache.invalidate(tx, 'ada');
  expect(cache.live.publish).toHaveBeenCalledWith(tx, {
    topic: 'things',
    accountId: 0,
    data: 'ada',
  });
  expect(await loadsOfTwo(cache)).toBe(0);
  commit();
  expect(await loadsOfTwo(cache)).toBe(1);
});

test('a change of another process is dropped; one of another thing is not', async () => {
  const cache = createCache();
  await cache.find('a');
  hear(message('things', 'bob'));
  await Promise.resolve();
  expect(await loadsOfTwo(cache)).toBe(0);
  hear(message('things', 'ada'));
  await expect.poll(() => loadsOfTwo(cache)).toBe(1);
});

test('what was being loaded during a change is not kept', async () => {
  const cache = createCache();
  await cache.find('b');
  const loading = Promise.withResolvers<{ owner: string }>();
  load.mockReturnValueOnce(loading.promise);
  const found = cache.find('a');
  await cache.invalidate(tx, 'bob');
  commit();
  loading.resolve({ owner: 'bob' });
  await found;
  expect(await loadsOfTwo(cache)).toBe(1);
});

test('without a connection nothing is trusted, nor after it what was read before', async () => {
  const cache = createCache();
  await cache.find('a');
  connection = null;
  expect(await loadsOfTwo(cache)).toBe(2);
  connection = 2;
  expect(await loadsOfTwo(cache)).toBe(1);
});

test('without a subscription nothing is trusted', async () => {
  subscribe.mockRejectedValue(new Error('the database is away'));
  expect(await loadsOfTwo(createCache())).toBe(2);
});

test('after lost messages everything is read again', async () => {
  const cache = createCache();
  await cache.find('a');
  hear(message(lostTopic, null));
  await expect.poll(() => loadsOfTwo(cache)).toBe(1);
});

test('a call that begins after a change gets what is read after it', async () => {
  const cache = createCache();
  await cache.find('b');
  const loading = Promise.withResolvers<{ owner: string }>();
  load.mockReturnValueOnce(loading.promise);
  const before = cache.find('a');
  await cache.invalidate(tx, 'ada');
  commit();
  const after = [cache.find('a'), cache.find('a')];
  load.mockClear().mockResolvedValueOnce({ owner: 'eve' });
  loading.resolve({ owner: 'ada' });
  expect(await before).toEqual({ owner: 'ada' });
  expect(await Promise.all(after)).toEqual([{ owner: 'eve' }, { owner: 'eve' }]);
  expect(load).toHaveBeenCalledExactlyOnceWith('a', { owner: 'ada' });
});

test('what is older than a caller accepts is read first, what gets old meanwhile', async () => {
  const cache = createCache({ freshMs: 5000, refreshMs: 3000 });
  await cache.find('a');
  load.mockResolvedValue({ owner: 'eve' });
  clock.advance(3000);
  expect(cache.find('a')).toEqual({ owner: 'ada' });
  await expect.poll(() => cache.peek('a')).toEqual({ owner: 'eve' });
  clock.advance(1000);
  load.mockResolvedValue({ owner: 'bob' });
  expect(cache.find('a', 1001)).toEqual({ owner: 'eve' });
  expect(await cache.find('a', 1000)).toEqual({ owner: 'bob' });
});

test('a change may be applied to what is cached, and one that arrives late be ignored', async () => {
  const cache = createCache({
    isAbout: (owner: string, _: string, thing: { owner: string }) => {
      thing.owner = owner;
      return false;
    },
    readMessage: (owner: string) => (owner === 'late' ? null : owner),
  });
  await cache.find('a');
  await cache.invalidate(tx, 'eve');
  commit();
  hear(message('things', 'late'));
  await Promise.resolve();
  expect(await loadsOfTwo(cache)).toBe(0);
  expect(cache.peek('a')).toEqual({ owner: 'eve' });
});

test('what may be wrong for a time is cached without a connection', async () => {
  const cache = createCache({ isCachedUnheard: true });
  connection = null;
  expect(await loadsOfTwo(cache)).toBe(1);
});

test('the oldest and what is idle is dropped', async () => {
  const cache = createCache({ entriesMax: 2, idleMs: 10_000 });
  for (const key of ['a', 'b', 'c']) await cache.find(key);
  expect(['a', 'b', 'c'].map((key) => cache.peek(key) !== undefined)).toEqual([false, true, true]);
  clock.advance(10_000);
  await cache.find('d');
  expect(['b', 'c', 'd'].map((key) => cache.peek(key) !== undefined)).toEqual([false, false, true]);
});
