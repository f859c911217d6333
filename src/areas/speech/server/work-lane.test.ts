import { expect, test } from 'vitest';
import { createWorkLane, LaneFull } from './work-lane.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

test('so many run, so many wait, and the next is told that it is too much', async () => {
  const lane = createWorkLane({ runningMax: 2, waitingMax: 1 });
  const { open, opened } = gate();
  const order: number[] = [];
  const work = (id: number) => lane.run(() => opened.then(() => order.push(id)));
  const all = [work(1), work(2), work(3)];
  expect([lane.running, lane.waiting]).toEqual([2, 1]);
  await expect(work(4)).rejects.toBeInstanceOf(LaneFull);
  open();
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3]);
  expect([lane.running, lane.waiting]).toEqual([0, 0]);
});

test('who leaves the queue makes room, and failures free their place', async () => {
  const lane = createWorkLane({ runningMax: 1, waitingMax: 1 });
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
