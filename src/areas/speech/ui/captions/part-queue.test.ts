import { expect, test } from 'vitest';
import { createPartQueue } from './part-queue.ts';

const part = (startSeconds: number) => ({
  startSeconds,
  seconds: 2,
  audio: Promise.resolve(new Blob()),
});

test('parts are numbered and returned in their order', async () => {
  const queue = createPartQueue();
  queue.add(part(0));
  queue.add(part(5));
  expect(await queue.first()).toMatchObject({ number: 1, startSeconds: 0 });
  expect(await queue.first()).toMatchObject({ number: 1 });
  queue.drop();
  expect(await queue.first()).toMatchObject({ number: 2, startSeconds: 5 });
});

test('the next part is awaited, and so is the end', async () => {
  const queue = createPartQueue();
  const first = queue.first();
  queue.add(part(0));
  expect(await first).toMatchObject({ number: 1 });
  queue.drop();
  const second = queue.first();
  queue.end();
  expect(await second).toBeNull();
});

test('what waits is returned after the end, too', async () => {
  const queue = createPartQueue();
  queue.add(part(0));
  queue.add(part(5));
  queue.end();
  expect(queue.waitingSeconds).toBe(4);
  expect(await queue.first()).toMatchObject({ number: 1 });
  queue.drop();
  expect(queue.waitingSeconds).toBe(2);
  queue.drop();
  expect(await queue.first()).toBeNull();
});
