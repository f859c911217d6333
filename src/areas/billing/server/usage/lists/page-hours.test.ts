import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { rangeOfPage } from './list-usage.ts';
import { splitRange } from './usage-filter.ts';

const start = Date.parse('2026-11-01T00:00:00Z');

/** Hours with a number of records each; a record is the hour's place and its own within it. */
const manyHours = fc
  .array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 })
  .map((counts) =>
    counts.flatMap((requests, at) =>
      requests
        ? [{ keys: [new Date(start + at * hourMs).toISOString().slice(0, 16)], requests }]
        : [],
    ),
  );

test.each(['asc', 'desc'] as const)(
  '%s: the hours of a page hold that page and no less',
  (direction) => {
    fc.assert(
      fc.property(
        manyHours,
        fc.nat(30),
        fc.integer({ min: 1, max: 7 }),
        (hours, offset, pageSize) => {
          const all = hours.flatMap(({ keys, requests }) =>
            Array.from({ length: requests }, (_, at) => ({ hour: Date.parse(`${keys[0]}Z`), at })),
          );
          const ordered = direction === 'asc' ? all : all.toReversed();
          const expected = ordered.slice(offset, offset + pageSize);
          const found = rangeOfPage(hours, { offset, pageSize }, direction, hourMs);
          const within = ordered.filter(
            ({ hour }) => found && hour >= +found.from && hour < +found.to,
          );
          const actual = found ? within.slice(found.offset, found.offset + pageSize) : [];
          expect(actual).toEqual(expected);
        },
      ),
    );
  },
);

test('whole hours and edges cover a range without gap or overlap', () => {
  const minute = fc.integer({ min: 0, max: 600 }).map((at) => new Date(start + at * 60_000));
  fc.assert(
    fc.property(minute, minute, (from, to) => {
      const { hours, edges } = splitRange({ from, to });
      const parts = [...edges, hours].filter((part) => part.from < part.to);
      const sorted = parts.toSorted((a, b) => +a.from - +b.from);
      const covered = sorted.reduce((sum, part) => sum + (+part.to - +part.from), 0);
      expect(covered).toBe(Math.max(0, +to - +from));
      for (const [at, part] of sorted.entries())
        if (at > 0) expect(part.from).toEqual(sorted[at - 1]?.to);
      if (sorted[0]) expect(sorted[0].from).toEqual(from);
      if (hours.from < hours.to) expect([+hours.from % hourMs, +hours.to % hourMs]).toEqual([0, 0]);
    }),
  );
});
