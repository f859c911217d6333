import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../app.css';
import { BarChart, type BarChartProps } from './BarChart.tsx';
import { ChartTable } from './ChartTable.tsx';
import { LineChart } from './LineChart.tsx';
import { SparkBars } from './SparkBars.tsx';

const formats = {
  formatAxisTime: (x: string) => x,
  formatTime: (x: string) => `Day ${x}`,
  formatValue: (value: number) => `${value} calls`,
  formatAxisValue: String,
};

const bars: BarChartProps = {
  ...formats,
  label: 'Calls from Monday to Wednesday',
  rows: [
    { x: 'Mon', values: { ok: 4, failed: 2 }, previous: 3, partial: false },
    { x: 'Tue', values: { ok: 0, failed: 0 }, previous: null, partial: false },
    { x: 'Wed', values: { ok: 8, failed: 1 }, previous: 5, partial: true },
  ],
  series: [
    { key: 'ok', name: 'Successful' },
    { key: 'failed', name: 'Failed' },
  ],
  hasPrevious: true,
  heightPx: 240,
};

const show = (chart: ReactNode) => render(<div style={{ width: 600 }}>{chart}</div>);
const chart = () => page.getByRole('application', { name: bars.label });
const tooltip = () => page.getByRole('status');

/** Not the swatches of legend and tooltip, which have the same fills. */
const drawnBars = (container: Element) => [
  ...container.querySelectorAll('[role=application] > svg > rect[fill^="url("]'),
];

describe('a bar chart', () => {
  test('stacks what is below zero beneath the axis', async () => {
    const rows = [{ x: 'Mon', values: { ok: 4, failed: -2, late: -1 } }];
    const series = [...bars.series, { key: 'late', name: 'Late' }];
    const { container } = await show(
      <BarChart {...bars} rows={rows} series={series} hasPrevious={false} />,
    );
    await expect.poll(() => drawnBars(container).length).toBe(3);
    const [ok, failed, late] = drawnBars(container).map((bar) => {
      const [y, height] = ['y', 'height'].map((name) => Number(bar.getAttribute(name)));
      return { top: y!, bottom: y! + height! };
    });
    expect(failed!.top).toBeCloseTo(ok!.bottom);
    expect(late!.top).toBeCloseTo(failed!.bottom);
    expect(late!.bottom).toBeGreaterThan(failed!.bottom);
  });

  test('stacks the series, and draws a partial time lighter', async () => {
    const { container } = await show(<BarChart {...bars} />);
    await expect.poll(() => drawnBars(container).length).toBe(6);
    const [ok, failed] = drawnBars(container);
    const bottom = Number(failed!.getAttribute('y')) + Number(failed!.getAttribute('height'));
    expect(bottom).toBeCloseTo(Number(ok!.getAttribute('y')));
    expect(ok!.getAttribute('x')).toBe(failed!.getAttribute('x'));
    expect(drawnBars(container).map((bar) => bar.getAttribute('fill-opacity'))).toEqual([
      '1',
      '1',
      '1',
      '1',
      '0.55',
      '0.55',
    ]);
  });

  test('places grouped series side by side on the same base', async () => {
    const { container } = await show(<BarChart {...bars} layout="grouped" />);
    await expect.poll(() => drawnBars(container).length).toBe(6);
    const [ok, failed] = drawnBars(container).map((bar) => bar.getBoundingClientRect());
    expect(ok!.right).toBeCloseTo(failed!.left, 0);
    expect(ok!.bottom).toBeCloseTo(failed!.bottom, 0);
  });

  test('can be read with the arrow keys, Home and End, until Escape', async () => {
    await show(<BarChart {...bars} />);
    await expect.element(chart()).toBeVisible();
    (chart().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect
      .element(tooltip())
      .toHaveTextContent('Day MonSuccessful4 callsFailed2 callsPrevious period3 calls');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tooltip()).toHaveTextContent('Day TueSuccessful0 callsFailed0 calls');
    await userEvent.keyboard('{End}');
    await expect.element(tooltip()).toMatchTextContent(/^Day Wed, so far/);
    await userEvent.keyboard('{Escape}');
    await expect.element(tooltip()).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tooltip()).toMatchTextContent(/^Day Wed/);
  });

  test('shows the values under the pointer', async () => {
    await show(<BarChart {...bars} />);
    await expect.element(chart()).toBeVisible();
    await userEvent.hover(chart(), { position: { x: 5, y: 100 } });
    await expect.element(tooltip()).toMatchTextContent(/^Day Mon/);
  });

  test('follows the width of its container', async () => {
    const { container, rerender } = await show(<BarChart {...bars} />);
    const readWidth = () =>
      container.querySelector('[role=application] > svg')?.getAttribute('width');
    await expect.poll(() => Number(readWidth())).toBeGreaterThan(500);
    await rerender(
      <div style={{ width: 300 }}>
        <BarChart {...bars} />
      </div>,
    );
    await expect.poll(() => Number(readWidth())).toBeLessThan(300);
  });
});

test('the table of a chart has the latest time first', async () => {
  await show(<ChartTable {...bars} />);
  const rows = page.getByRole('table', { name: bars.label }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Day Wed, so far8 calls1 calls5 calls');
  await expect.element(rows.nth(3)).toMatchTextContent(/^Day Mon/);
});

const line = {
  ...formats,
  label: 'A balance',
  rows: [
    { x: 'Mon', values: { balance: 10 } },
    { x: 'Tue', values: { balance: -5 } },
  ],
  series: [{ key: 'balance', name: 'Balance' }],
};

describe('a line chart', () => {
  const paths = (container: Element) =>
    [...container.querySelectorAll('path[stroke="var(--chart-1)"]')].map((path) =>
      path.getAttribute('d'),
    );

  test('goes from edge to edge', async () => {
    const { container } = await show(<LineChart {...line} />);
    await expect.poll(() => paths(container)[0]).toMatch(/^M0 [\d.]+L[\d.]+ [\d.]+$/);
  });

  test('is dotted to a time that is not over', async () => {
    const rows = line.rows.map((row, at) => ({ ...row, partial: at === line.rows.length - 1 }));
    const { container } = await show(<LineChart {...line} rows={rows} />);
    await expect.element(page.getByRole('application', { name: 'A balance' })).toBeVisible();
    const dotted = () => container.querySelectorAll('path[stroke-dasharray="1 4"]').length;
    await expect.poll(dotted).toBe(1);
    (page.getByRole('application').element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(tooltip()).toMatchTextContent(/^Day Tue, so far/);
  });

  test('draws values that stay as steps', async () => {
    const { container } = await show(<LineChart {...line} shape="step" />);
    await expect.poll(() => paths(container)[0]).toMatch(/^M0 [\d.]+H[\d.]+L[\d.]+ [\d.]+H[\d.]+$/);
  });

  test('can be read with the arrow keys', async () => {
    await show(<LineChart {...line} />);
    const place = page.getByRole('application', { name: 'A balance' });
    await expect.element(place).toBeVisible();
    (place.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(tooltip()).toHaveTextContent('Day TueBalance-5 calls');
  });
});

test('small bars keep low values visible and draw zero as a line', async () => {
  const bars = [1000, 1, 0].map((value) => ({ name: `n${value}`, value }));
  const { container } = await show(<SparkBars label="Sign-ups" bars={bars} />);
  await expect.element(page.getByRole('img', { name: 'Sign-ups' })).toBeVisible();
  expect([...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'))).toEqual([
    '48',
    '3',
    '1',
  ]);
});
