import { expect, onTestFinished, test, vi } from 'vitest';
import { BusyError, createFairQueue, QueueFull } from './fair-queue.ts';

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

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

test('a limited number runs, a limited number waits, and the next is rejected', async () => {
  const queue = createFairQueue({ what: 'seat', max: 2, waitingMax: 1 });
  const { open, opened } = gate();
  const order: number[] = [];
  const work = (id: number) => queue.run(null, () => opened.then(() => order.push(id)));
  const all = [work(1), work(2), work(3)];
  expect(queue.stats()).toEqual({ running: 2, waiting: 1 });
  await expect(work(4)).rejects.toBeInstanceOf(QueueFull);
  open();
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3]);
  expect(queue.stats()).toEqual({ running: 0, waiting: 0 });
});

test('an abort frees a waiting place, and a failure frees its slot', async () => {
  const queue = createFairQueue({ what: 'seat', max: 1, waitingMax: 1 });
  const { open, opened } = gate();
  const first = queue.run('ada', () => opened);
  const leaving = new AbortController();
  const second = queue.run('ada', async () => 'never', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  const third = queue.run('ada', async () => {
    throw new Error('broken');
  });
  open();
  await first;
  await expect(third).rejects.toThrow('broken');
  expect(await queue.run('ada', async () => 'free')).toBe('free');
  const gone = AbortSignal.abort(new Error('too late'));
  await expect(queue.run('ada', async () => 1, gone)).rejects.toThrow('too late');
  expect(queue.stats().running).toBe(0);
});

/** The callers of started jobs, in order, when the oldest running job ends each time. */
async function playQueue(max: number, arrivals: string): Promise<string> {
  const queue = createFairQueue({ what: 'seat', max, isFewestFirst: true });
  const running: (() => void)[] = [];
  let started = '';
  const all = [...arrivals].map((owner) =>
    queue.run(owner, () => {
      started += owner;
      const { open, opened } = gate();
      running.push(open);
      return opened;
    }),
  );
  const done = Promise.all(all);
  while (started.length < arrivals.length) {
    running.shift()?.();
    await new Promise(setImmediate);
  }
  for (const open of running) open();
  await done;
  return started;
}

// Who holds less goes first; one that ends still counts.
test.each([
  [1, 'AAA', 'AAA'],
  [1, 'AAAB', 'ABAA'],
  [2, 'AAAAAB', 'AABAAA'],
  [2, 'AAAABBC', 'AABCABA'],
  [2, 'ABAAAC', 'ABCAAA'],
  [3, 'AAAAAABC', 'AAABCAAA'],
])('with %i at a time, %s take turns as %s', async (max, arrivals, turns) => {
  expect(await playQueue(max, arrivals)).toBe(turns);
});

test('one caller holds at most half of the waiting places', async () => {
  const queue = createFairQueue({ what: 'seat', max: 1, waitingMax: 4 });
  const { open, opened } = gate();
  const work = (caller: string) => queue.run(caller, () => opened);
  const all = [work('ada'), work('ada'), work('ada')];
  await expect(work('ada')).rejects.toBeInstanceOf(QueueFull);
  all.push(work('eve'), work('bob'));
  await expect(work('zoe')).rejects.toBeInstanceOf(QueueFull);
  open();
  await Promise.all(all);
  expect(queue.stats()).toEqual({ running: 0, waiting: 0 });
});
