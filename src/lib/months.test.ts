import { expect, test } from 'vitest';
import { startOfMonth } from './months.ts';

test('months begin in UTC, also across the end of a year', () => {
  const at = new Date('2026-12-31T23:59:59.999Z');
  const days = [-12, 0, 1, 14].map((later) => startOfMonth(at, later).toISOString());
  expect(days).toEqual([
    '2025-12-01T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
    '2028-02-01T00:00:00.000Z',
  ]);
});
