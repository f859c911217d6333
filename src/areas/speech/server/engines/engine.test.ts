import { expect, test } from 'vitest';
import { rememberAnswer } from './engine.ts';

test('an answer is remembered, a failure is not', async () => {
  let asked = 0;
  const ask = rememberAnswer(async () => {
    asked++;
    if (asked === 1) throw new Error('killed');
    return asked;
  });
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('killed');
  expect([asked, await ask(), await ask(), asked]).toEqual([1, 2, 2, 2]);
});
