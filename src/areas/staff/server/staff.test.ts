import { pino } from 'pino';
import { expect, test } from 'vitest';
import { findOfKinds } from './staff.ts';

const kernel = { log: pino({ level: 'silent' }) };

test('a kind that fails is named, and does not affect the others', async () => {
  const find = async (kind: string) => {
    if (kind === 'b') throw new Error('broken');
    return [`one ${kind}`];
  };
  expect(await findOfKinds(kernel, { kinds: ['a', 'b', 'c'], find })).toEqual({
    found: ['one a', 'one c'],
    failed: ['b'],
  });
});
