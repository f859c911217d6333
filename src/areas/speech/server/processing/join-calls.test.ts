import { expect, test } from 'vitest';
import { createJoinCalls } from './join-calls.ts';

test('concurrent calls with a key share one run, later ones begin another', async () => {
  const joinCalls = createJoinCalls();
  let runs = 0;
  const run = (key: string) => joinCalls(key, async () => ++runs);
  expect(await Promise.all([run('a'), run('a'), run('b')])).toEqual([1, 1, 2]);
  expect(await run('a')).toBe(3);
});

test('they share its error, which is not kept', async () => {
  const joinCalls = createJoinCalls();
  const fail = () => joinCalls<string>('a', () => Promise.reject(new Error('broken')));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await joinCalls('a', async () => 'whole')).toBe('whole');
});
