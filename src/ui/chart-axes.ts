// How charts over time are ruled: props of the chart library's own parts.
const tick = { fill: 'var(--quiet)', fontSize: 12 };

export const margin = { top: 8, right: 4, bottom: 0, left: 0 };
export const grid = { vertical: false, stroke: 'var(--line)' };
export const timeAxis = {
  dataKey: 'x',
  tick,
  tickLine: false,
  axisLine: { stroke: 'var(--control)' },
  minTickGap: 28,
};
export const amountAxis = { width: 'auto', tick, tickLine: false, axisLine: false } as const;
