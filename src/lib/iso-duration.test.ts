import { expect, test } from 'vitest';
import { addDuration } from './iso-duration.ts';

const add = (at: string, text: string) => addDuration(new Date(at), text)?.toISOString() ?? null;

test.each([
  ['2026-01-31T10:00:00.000Z', 'P1M', '2026-02-28T10:00:00.000Z'],
  ['2026-12-15T10:00:00.000Z', 'P1M', '2027-01-15T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 'P1Y', '2029-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'P1M1W2DT3H4M', '2026-03-09T13:04:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'PT12H', '2026-01-31T22:00:00.000Z'],
])('%s and %s are %s', (at, text, later) => {
  expect(add(at, text)).toBe(later);
});

test.each(['', 'P', 'PT', 'P1', '1M', 'P-1D', 'P0D', 'P2Y', 'P13M', 'P366D', 'PT99999999999999H'])(
  '%j is refused',
  (text) => {
    expect(add('2026-01-01T00:00:00.000Z', text)).toBeNull();
  },
);
