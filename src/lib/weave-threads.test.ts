import { expect, test } from 'vitest';
import { drawWeave, isWarpOver } from './weave-threads.ts';

test('the same counts give the same drawing', () => {
  expect(drawWeave(4, 3)).toEqual(drawWeave(4, 3));
});

test('every warp crosses every weft once', () => {
  const { crossings } = drawWeave(4, 3);
  expect(new Set(crossings.map(({ warp, weft }) => `${warp} ${weft}`)).size).toBe(12);
});

test('neighbouring crossings take turns at lying on top', () => {
  expect(isWarpOver(0, 0)).not.toBe(isWarpOver(1, 0));
  expect(isWarpOver(0, 0)).not.toBe(isWarpOver(0, 1));
});

test('all points stay inside the drawing', () => {
  const { width, height, crossings } = drawWeave(6, 5);
  for (const { x, y } of crossings) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(height);
  }
});

test('a weave without threads is an empty drawing', () => {
  expect(drawWeave(0, 0)).toMatchObject({ warps: [], wefts: [], crossings: [] });
});
