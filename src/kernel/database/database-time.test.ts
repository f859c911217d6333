import { expect, test, vi } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { createDatabaseTime } from './database-time.ts';

const database = useDatabase();

test('the clock of the database is read', async () => {
  const differenceMs = (await database.readTime()).getTime() - Date.now();
  expect(Math.abs(differenceMs)).toBeLessThan(60_000);
});

test('it is asked at most once a second, and again after a failure', async () => {
  let nowMs = 0;
  const query = vi.fn(async () => ({ rows: [{ time: new Date(1_000_000 + nowMs) }] }));
  const readTime = createDatabaseTime({ query } as never, () => nowMs);
  const times = await Promise.all([readTime(), readTime()]);
  nowMs = 999;
  times.push(await readTime());
  expect(times.map((time) => time.getTime())).toEqual([1_000_000, 1_000_000, 1_000_999]);
  expect(query).toHaveBeenCalledTimes(1);
  nowMs = 1000;
  query.mockRejectedValueOnce(new Error('away'));
  await expect(readTime()).rejects.toThrow('away');
  expect((await readTime()).getTime()).toBe(1_001_000);
  expect(query).toHaveBeenCalledTimes(3);
});
