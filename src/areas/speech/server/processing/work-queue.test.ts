import { expect, test } from 'vitest';
import { createWorkQueue, QueueFull } from './work-queue.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

test('a limited number runs, a limited number waits, and the next is rejected', async () => {
  const lane = createWorkQueue({ runningMax: 2, waitingMax: 1 });
  const { open, opened } = gate();
  const order: number[] = [];
  const work = (id: number) => lane.run(() => opened.then(() => order.push(id)));
  const all = [work(1), work(2), work(3)];
  expect([lane.running, lane.waiting]).toEqual([2, 1]);
  await expect(work(4)).rejects.toBeInstanceOf(QueueFull);
  open();
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3]);
  expect([lane.running, lane.waiting]).toEqual([0, 0]);
});

test('an abort frees a waiting place, and a failure frees its slot', async () => {
  const lane = createWorkQueue({ runningMax: 1, waitingMax: 1 });
  const { open, opened } = gate();
  const first = lane.run(() => opened);
  const leaving = new AbortController();
  const second = lane.run(async () => 'never', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  const third = lane.run(async () => {
    throw new Error('broken');
  });
  open();
  await first;
  await expect(third).rejects.toThrow('broken');
  expect(await lane.run(async () => 'free')).toBe('free');
  const gone = AbortSignal.abort(new Error('too late'));
  await expect(lane.run(async () => 1, gone)).rejects.toThrow('too late');
  expect(lane.running).toBe(0);
});

/** The owners of started jobs, in order, when the oldest running job ends each time. */
async function playLane(runningMax: number, arrivals: string): Promise<string> {
  const lane = createWorkQueue({ runningMax, waitingMax: 16 });
  const running: (() => void)[] = [];
  let started = '';
  const all = [...arrivals].map((owner) =>
    lane.run(
      () => {
        started += owner;
        const { open, opened } = gate();
        running.push(open);
        return opened;
      },
      undefined,
      owner.charCodeAt(0),
    ),
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

test.each([
  [1, 'AAA', 'AAA'],
  [1, 'AAAB', 'ABAA'],
  [2, 'AAAAAB', 'AABAAA'],
  [2, 'AAAABBC', 'AABCABA'],
  [2, 'ABAAAC', 'ABCAAA'],
  [3, 'AAAAAABC', 'AAABCAAA'],
])('with %i at a time, %s take turns as %s', async (runningMax, arrivals, turns) => {
  expect(await playLane(runningMax, arrivals)).toBe(turns);
});

test('one owner holds at most half of the waiting places', async () => {
  const lane = createWorkQueue({ runningMax: 1, waitingMax: 4 });
  const { open, opened } = gate();
  const work = (owner: number) => lane.run(() => opened, undefined, owner);
  const all = [work(1), work(1), work(1)];
  await expect(work(1)).rejects.toBeInstanceOf(QueueFull);
  all.push(work(2), work(3));
  await expect(work(4)).rejects.toBeInstanceOf(QueueFull);
  open();
  await Promise.all(all);
  expect([lane.running, lane.waiting]).toEqual([0, 0]);
});
