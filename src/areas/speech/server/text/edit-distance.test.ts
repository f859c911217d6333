import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, wordErrorRate } from './edit-distance.ts';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['whisper', 'wisper', 1],
  ['ab', 'ba', 2],
])('%j becomes %j with %i changes', (from, to, changes) => {
  expect(editDistance([...from], [...to])).toBe(changes);
});

test('the distance is symmetric, zero for equals only, and never more than the longer one', () => {
  const items = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 });
  fc.assert(
    fc.property(items, items, (from, to) => {
      const distance = editDistance(from, to);
      expect(distance).toBe(editDistance(to, from));
      expect(distance === 0).toBe(from.join() === to.join());
      expect(distance).toBeLessThanOrEqual(Math.max(from.length, to.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(from.length - to.length));
    }),
  );
});

test('words are compared without case and punctuation', () => {
  expect(wordErrorRate('The train leaves at seven.', 'the train, leaves at SEVEN')).toBe(0);
  expect(wordErrorRate("It's late", 'it s late')).toBe(1);
  expect(wordErrorRate('Поезд уходит утром', 'поезд уходит вечером')).toBeCloseTo(1 / 3);
});

test('changed, missing and added words count once each', () => {
  expect(wordErrorRate('one two three four', 'one too three four')).toBe(0.25);
  expect(wordErrorRate('one two three four', 'one three four')).toBe(0.25);
  expect(wordErrorRate('one two three four', 'one two and three four')).toBe(0.25);
  expect(wordErrorRate('one two', 'a b c d e')).toBe(2.5);
  expect(wordErrorRate('one two', '')).toBe(1);
  expect(() => wordErrorRate('...', 'one')).toThrow(RangeError);
});
