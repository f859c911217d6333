import { expect, test } from 'vitest';
import { compare } from './findings.ts';
import { createWriteLog, worstGapMs } from './write-log.ts';

function createLog({ acknowledged, attempted }: { acknowledged: string[]; attempted: string[] }) {
  const log = createWriteLog(() => 1);
  for (const mark of acknowledged) log.acknowledge(log.begin('ticket', mark), null);
  for (const mark of attempted) log.begin('ticket', mark);
  log.acknowledge(log.begin('message', 'of another kind'), null);
  return log;
}
const log = createLog({ acknowledged: ['a', 'b'], attempted: ['c', 'd'] });

test('what was acknowledged is stored, and what was not may be', () => {
  expect(log.compare('ticket', ['a', 'b', 'c'])).toEqual({ lost: [], doubled: [], unknown: [] });
  const findings = compare(log, 'ticket', ['a', 'b', 'c']);
  expect(findings.map(({ isViolated }) => isViolated)).toEqual([false, false]);
  expect(findings[0]?.figure).toBe('2 of 4 acknowledged');
});

test('an acknowledged write that is not stored is lost', () => {
  expect(log.compare('ticket', ['a', 'c']).lost).toEqual(['b']);
  expect(compare(log, 'ticket', ['a', 'c'])[0]).toMatchObject({ isViolated: true });
});

test('a write that is stored twice is doubled, acknowledged or not', () => {
  expect(log.compare('ticket', ['a', 'b', 'b', 'd', 'd']).doubled).toEqual(['b', 'd']);
  expect(compare(log, 'ticket', ['a', 'b', 'd', 'd'])[1]).toMatchObject({ isViolated: true });
});

test('a read is no write that ends a gap', () => {
  let now = 0;
  const log = createWriteLog(() => now);
  log.acknowledge(log.begin('ticket', 'a'), null);
  now = 40;
  log.acknowledge(log.begin('usage', 'b', true), null);
  now = 100;
  log.acknowledge(log.begin('ticket', 'c'), null);
  expect([log.worstGapMs(0, 100), log.countWrites()]).toEqual([100, 2]);
});

test('what nobody wrote is unknown', () => {
  expect(log.compare('ticket', ['a', 'b', 'e']).unknown).toEqual(['e']);
});

test.each([
  ['between two acknowledgements', [0, 10, 80, 90], 70],
  ['that began before the span', [0, 60, 65, 100], 60],
  ['that ended after it', [0, 15, 20, 200], 180],
  ['until its end, when none followed', [0, 15], 85],
])('the worst gap is one %s', (_, times, gap) => {
  expect(worstGapMs(times, 10, 100)).toBe(gap);
});
