import { expect, test } from 'vitest';
import { cacheResult } from './engine.ts';

test('results are cached, errors are not', async () => {
  let calls = 0;
  const ask = cacheResult(async () => {
    calls++;
    if (calls === 1) throw new Error('killed');
    return calls;
  });
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('killed');
  expect([calls, await ask(), await ask(), calls]).toEqual([1, 2, 2, 2]);
});
