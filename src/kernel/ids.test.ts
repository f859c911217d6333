import { expect, test } from 'vitest';
import { createId, lowestIdAt } from './ids.ts';

test('ids sort by their time, and within a millisecond by the order of their creation', () => {
  const now = new Date('2027-01-01T00:00:00.001Z');
  const later = new Date('2027-01-01T00:00:00.002Z');
  const ids = [
    lowestIdAt(now),
    ...Array.from({ length: 5000 }, () => {
      createId(later);
      return createId(now);
    }),
    lowestIdAt(later),
    createId(later),
  ];
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.at(-1)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
