import { expect, test } from 'vitest';
import { runEach } from './run-each.ts';

test('continues after a step that fails', async () => {
  const seen: number[] = [];
  const result = await runEach([1, 2, 3], async (one) => {
    seen.push(one);
    if (one === 2) throw new Error('not two');
  });
  expect(seen).toEqual([1, 2, 3]);
  expect(result).toEqual({ done: 2, errors: [new Error('not two')] });
});
