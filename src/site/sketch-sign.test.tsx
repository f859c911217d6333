import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { SketchSign } from './sections/SketchSign.tsx';

const sketch = {
  label: 'An order on its way',
  warp: ['Screens', 'Rules', 'Records'],
  weft: [
    { name: 'Order', through: ['Screens', 'Records'] },
    { name: 'Invoice', through: ['Rules', 'Records'] },
  ],
};

async function drawSign() {
  const { container } = await render(<SketchSign sketch={sketch} />);
  const svg = container.querySelector('svg')!;
  const lines = [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
  const count = (line: string | undefined) => line?.match(/M/g)?.length ?? 0;
  return { svg, counts: lines.map(count) };
}

test('a sign has a line for each thread, a gap or a top at each crossing, its knots', async () => {
  const { counts } = await drawSign();
  const [warps, gaps, firstDye, secondDye, under, tops, knots] = counts;
  expect({ warps, firstDye, secondDye, knots }).toEqual({
    warps: 3,
    firstDye: 1,
    secondDye: 1,
    knots: 4,
  });
  expect([(gaps ?? 0) + (tops ?? 0), under]).toEqual([6, tops]);
});

test('a sign is for the eye alone, and as wide as its threads ask for', async () => {
  const { svg } = await drawSign();
  expect(svg.getAttribute('aria-hidden')).toBe('true');
  const { width, height } = svg.viewBox.baseVal;
  expect(width).toBeGreaterThan(height);
});
