import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatchBuffer } from './batch-buffer.ts';
import { currentCaller, withCaller } from './database/work.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

type Call = { batch: string[]; end: (error?: Error) => void };

/** A buffer whose batches are stored when the test says so. */
function openBuffer(options: Partial<Parameters<typeof createBatchBuffer<string[], number>>[0]>) {
  const calls: Call[] = [];
  const buffer = createBatchBuffer<string[], number>({
    caller: 'test',
    create: () => [],
    store: (batch) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(batch.length));
        calls.push({ batch: [...batch], end });
      }),
    ...options,
  });
  const add = (item: string) => {
    const { batch, stored } = buffer.next();
    batch.push(item);
    return stored;
  };
  return { ...buffer, add, calls, batches: () => calls.map(({ batch }) => batch) };
}

test('what arrives while a batch is being stored is the next one', async () => {
  const { add, calls, batches } = openBuffer({});
  const first = [add('a'), add('b')];
  await vi.advanceTimersByTimeAsync(1);
  const second = [add('c'), add('d')];
  await vi.advanceTimersByTimeAsync(100);
  expect(batches()).toEqual([['a', 'b']]);
  calls[0]!.end();
  expect(await Promise.all(first)).toEqual([2, 2]);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches()).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  calls[1]!.end();
  expect(await Promise.all(second)).toEqual([2, 2]);
});

test('a batch that fails is lost with its error, and the next one is stored', async () => {
  const { add, calls } = openBuffer({});
  const [first, second] = [add('a'), vi.advanceTimersByTimeAsync(1).then(() => add('b'))];
  await vi.advanceTimersByTimeAsync(1);
  calls[0]!.end(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await vi.advanceTimersByTimeAsync(1);
  calls[1]!.end();
  expect(await second).toBe(1);
});

test('a batch fills up for a time, until it is full, or until a flush', async () => {
  const { add, flush, calls, batches } = openBuffer({
    delayMs: 100,
    isFull: (batch) => batch.length >= 2,
  });
  for (const item of ['a', 'b', 'c']) void add(item);
  await vi.advanceTimersByTimeAsync(99);
  expect(batches()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  calls[0]!.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(batches()).toEqual([['a', 'b'], ['c']]);
  calls[1]!.end();
  void add('d');
  const flushed = flush();
  await vi.advanceTimersByTimeAsync(0);
  void add('e');
  calls[2]!.end();
  await flushed;
  expect(batches().slice(2)).toEqual([['d']]);
});

test('a batch to retry stays as it is, and keeps its place', async () => {
  const onError = vi.fn();
  const { add, flush, calls, batches } = openBuffer({ retry: { afterMs: 1000, onError } });
  void add('a');
  await vi.advanceTimersByTimeAsync(1);
  calls[0]!.end(new Error('away'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('away'));
  void add('b');
  const flushed = flush();
  await vi.advanceTimersByTimeAsync(0);
  calls[1]!.end(new Error('still away'));
  await expect(flushed).rejects.toThrow('still away');
  await vi.advanceTimersByTimeAsync(1000);
  calls[2]!.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(batches()).toEqual([['a'], ['a'], ['a'], ['b']]);
});

test('a batch is stored on behalf of its own caller', async () => {
  const callers: unknown[] = [];
  const { add } = openBuffer({ store: async () => callers.push(currentCaller()) });
  await withCaller('somebody', async () => {
    const stored = add('a');
    await vi.advanceTimersByTimeAsync(1);
    await stored;
  });
  expect(callers).toEqual(['test']);
});
