import { expect, test } from 'vitest';
import { streamOutput } from './stream-output.ts';

const failing = new Error('broken');

async function readAll<T>(parts: AsyncIterable<T>, read: T[] = []): Promise<T[]> {
  for await (const part of parts) read.push(part);
  return read;
}

test('hands out output while the work goes on, and what nobody read in time', async () => {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const { parts, done } = await streamOutput<number>(async (emit) => {
    emit(1);
    await mayGoOn;
    emit(2);
    emit(3);
  });
  expect(await parts.next()).toEqual({ done: false, value: 1 });
  goOn();
  await done;
  expect(await readAll(parts)).toEqual([2, 3]);
});

test('work without output ends', async () => {
  const { parts } = await streamOutput<number>(async () => undefined);
  expect(await readAll(parts)).toEqual([]);
});

test('an error before the first output is thrown at once', async () => {
  await expect(streamOutput(() => Promise.reject(failing))).rejects.toBe(failing);
});

test('an error after the first output comes after all output', async () => {
  const { parts, done } = await streamOutput<number>(async (emit) => {
    emit(1);
    emit(2);
    throw failing;
  });
  const read: number[] = [];
  await expect(readAll(parts, read)).rejects.toBe(failing);
  expect(read).toEqual([1, 2]);
  await expect(done).rejects.toBe(failing);
});
