import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { DiagramThumbnail } from './DiagramThumbnail.tsx';

const diagram = {
  label: 'An order on its way',
  layers: ['Screens', 'Rules', 'Records'],
  flows: [
    { name: 'Order', through: ['Screens', 'Records'] },
    { name: 'Invoice', through: ['Rules', 'Records'] },
  ],
};

async function drawThumbnail() {
  const { container } = await render(<DiagramThumbnail diagram={diagram} />);
  const svg = container.querySelector('svg')!;
  const lines = [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
  const count = (line: string | undefined) => line?.match(/M/g)?.length ?? 0;
  return { svg, counts: lines.map(count) };
}

test('a thumbnail has a line for each layer and flow, a gap or a top at each crossing, and its links', async () => {
  const { counts } = await drawThumbnail();
  const [layers, gaps, firstColor, secondColor, under, tops, links] = counts;
  expect({ layers, firstColor, secondColor, links }).toEqual({
    layers: 3,
    firstColor: 1,
    secondColor: 1,
    links: 4,
  });
  expect([(gaps ?? 0) + (tops ?? 0), under]).toEqual([6, tops]);
});

test('a thumbnail is hidden from assistive technology, and as wide as its layers need', async () => {
  const { svg } = await drawThumbnail();
  expect(svg.getAttribute('aria-hidden')).toBe('true');
  const { width, height } = svg.viewBox.baseVal;
  expect(width).toBeGreaterThan(height);
});
