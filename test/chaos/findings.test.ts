import { expect, test } from 'vitest';
import { explainLoss } from './findings.ts';
import type { Write } from './write-log.ts';

const write = (origin: string, sentMs: number, acknowledgedMs: number): Write => ({
  kind: 'usage',
  mark: '',
  isRead: false,
  acknowledgedMs,
  answer: { origin, sentMs },
});
const lost = write('a', 90, 100);
const kills = { origin: 'a', endedMs: [3000] };

test.each([
  ['nothing was stored between the call and the kill', [], [], true],
  ['a write was stored that was sent soon after it', [write('a', 600, 2900)], [], true],
  ['a write was stored that was sent long after it', [write('a', 1200, 2900)], [], false],
  ['another process stored one', [write('b', 1200, 2900)], [], true],
  ['the process stored one after its start', [write('a', 3200, 3300)], [], true],
  ['the database was away', [write('a', 1200, 2900)], [{ origin: 'a', atMs: 500 }], true],
  ['it was away long before', [write('a', 1200, 2900)], [{ origin: 'a', atMs: -5000 }], false],
])('when %s, that a counted call was lost is judged', (_, writes, outages, isExplained) => {
  expect(explainLoss(writes, outages, kills)(lost)).toBe(isExplained);
});

test('a process that was not killed afterwards loses nothing', () => {
  expect(explainLoss([], [], kills)(write('b', 90, 100))).toBe(false);
  expect(explainLoss([], [], kills)(write('a', 3100, 3200))).toBe(false);
});
