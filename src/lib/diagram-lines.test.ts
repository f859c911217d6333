import { expect, test } from 'vitest';
import { drawDiagram, isLayerOver } from './diagram-lines.ts';

test('the same counts give the same drawing', () => {
  expect(drawDiagram(4, 3)).toEqual(drawDiagram(4, 3));
});

test('every layer crosses every flow once', () => {
  const { crossings } = drawDiagram(4, 3);
  expect(new Set(crossings.map(({ layer, flow }) => `${layer} ${flow}`)).size).toBe(12);
});

test('neighbouring crossings alternate', () => {
  expect(isLayerOver(0, 0)).not.toBe(isLayerOver(1, 0));
  expect(isLayerOver(0, 0)).not.toBe(isLayerOver(0, 1));
});

test('all points stay inside the drawing', () => {
  const { width, height, crossings } = drawDiagram(6, 5);
  for (const { x, y } of crossings) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(height);
  }
});

test('a diagram without lines is an empty drawing', () => {
  expect(drawDiagram(0, 0)).toMatchObject({ layers: [], flows: [], crossings: [] });
});
