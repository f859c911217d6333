import { describe, expect, test } from 'vitest';
import { labelStep, linePath, niceTicks, scaleY, stepPath } from './chart-scale.ts';

describe('niceTicks', () => {
  test.each([
    { values: [0, 4, 6], ticks: [0, 2, 4, 6] },
    { values: [1204], ticks: [0, 500, 1000, 1500] },
    { values: [97], ticks: [0, 25, 50, 75, 100] },
    { values: [], ticks: [0, 1] },
    { values: [1], ticks: [0, 1] },
  ])('whole numbers enclose $values', ({ values, ticks }) => {
    expect(niceTicks(values)).toEqual(ticks);
  });

  test('amounts may have decimals, without digits of binary fractions', () => {
    expect(niceTicks([0.3], { hasFractions: true })).toEqual([0, 0.1, 0.2, 0.3]);
    expect(niceTicks([1], { hasFractions: true })).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  test('negative values extend the axis below zero', () => {
    expect(niceTicks([-30, 80])).toEqual([-50, 0, 50, 100]);
  });
});

test('the highest tick is at the top and the lowest at the bottom', () => {
  const y = scaleY([0, 50, 100], 8, 208);
  expect([y(100), y(50), y(0)]).toEqual([8, 108, 208]);
});

test('labels skip points that are too close to each other', () => {
  expect(labelStep(['18 Nov', '19 Nov'], 100)).toBe(1);
  expect(labelStep(['18 Nov', '19 Nov'], 20)).toBe(4);
  expect(labelStep([], 20)).toBe(2);
});

test('paths go through their points', () => {
  expect(
    linePath([
      [0, 5],
      [10, 2],
    ]),
  ).toBe('M0 5L10 2');
  expect(stepPath([5, 2], 10)).toBe('M0 5H10L10 2H20');
});
