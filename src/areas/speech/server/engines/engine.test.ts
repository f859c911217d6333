import { expect, test } from 'vitest';
import { cacheResult } from './engine.ts';

test('results are cached, errors are not', async () => {
  let asked = 0;
  const ask = cacheResult(async () => {
    asked++;
    if (asked === 1) throw new Error('killed');
    return asked;
  });
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('killed');
  expect([asked, await ask(), await ask(), asked]).toEqual([1, 2, 2, 2]);
});
