import { expect, test, vi } from 'vitest';
import { CallError } from '#lib/call-error.ts';
import { type Trouble, untilAnswered } from './until-answered.ts';

const lost = new CallError(0, undefined);
const busy = (retry_after?: number) => new CallError(503, { code: 'too_busy', retry_after });

/** Fails with the errors in turn, then answers. */
async function run(errors: readonly Error[], signal = new AbortController().signal) {
  const left = [...errors];
  const pauses: number[] = [];
  const troubles: (Trouble | null)[] = [];
  const act = vi.fn(async () => {
    const error = left.shift();
    if (error) throw error;
    return 'answer';
  });
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const onTrouble = (trouble: Trouble | null) => void troubles.push(trouble);
  const result = await untilAnswered(act, { signal, pause, onTrouble }).catch((error) => error);
  return { result, pauses, troubles, count: act.mock.calls.length };
}

test('a call without a connection is repeated, with growing pauses', async () => {
  const { result, pauses, troubles } = await run(Array.from({ length: 6 }, () => lost));
  expect(result).toBe('answer');
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect(troubles.at(0)).toBe('offline');
  expect(troubles.at(-1)).toBeNull();
});

test('a busy server is asked again when it says so', async () => {
  const throttled = new CallError(429, { code: 'throttled', retry_after: 7 });
  const { result, pauses, troubles } = await run([busy(5), throttled, busy(3600), busy()]);
  expect(result).toBe('answer');
  expect(pauses).toEqual([5000, 7000, 15_000, 8000]);
  expect(troubles).toEqual(['busy', 'busy', 'busy', 'busy', null]);
});

test.each([
  ['a used up quota', new CallError(429, { code: 'quota_exceeded', retry_after: 5 })],
  ['a refusal', new CallError(409, { code: 'captions_finished' })],
  ['what is switched off', new CallError(503, { code: 'feature_off', retry_after: 60 })],
  ['a missing engine', new CallError(503, { code: 'provider_unavailable', enable: 'Install it.' })],
  ['an error of our own', new Error('wrong')],
])('%s is final', async (_, error) => {
  const { result, count, pauses } = await run([error]);
  expect(result).toBe(error);
  expect([count, pauses]).toEqual([1, []]);
});

test('nothing is repeated after the page was left', async () => {
  const { result, count } = await run([lost], AbortSignal.abort());
  expect([result, count]).toEqual([lost, 1]);
});
