import { expect, test } from 'vitest';
import { doEach } from './do-each.ts';

test('what refuses a step keeps none of the others from it', async () => {
  const seen: number[] = [];
  const result = await doEach([1, 2, 3], async (one) => {
    seen.push(one);
    if (one === 2) throw new Error('not two');
  });
  expect(seen).toEqual([1, 2, 3]);
  expect(result).toEqual({ done: 2, refused: [new Error('not two')] });
});
