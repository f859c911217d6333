import { DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client';
import { expect, test } from 'vitest';
import { bridgeMetrics } from './metric-bridge.ts';

const help = 'For a test.';

async function collect(registry: Registry): Promise<MetricData[]> {
  const { resourceMetrics } = await bridgeMetrics(registry, { name: 'a', version: '1' }).collect();
  return resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
}

test('counters and gauges keep their names, labels and values', async () => {
  const registers = [new Registry()];
  new Counter({ name: 'calls_total', help, labelNames: ['status'], registers }).inc(
    { status: 200 },
    3,
  );
  new Gauge({ name: 'waiting', help, registers }).set(-1.5);
  expect(await collect(registers[0]!)).toMatchObject([
    {
      descriptor: { name: 'calls_total', description: help },
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: [{ attributes: { status: '200' }, value: 3 }],
    },
    {
      descriptor: { name: 'waiting' },
      dataPointType: DataPointType.GAUGE,
      dataPoints: [{ attributes: {}, value: -1.5 }],
    },
  ]);
});

test('histograms count between their bounds, for each combination of labels', async () => {
  const registers = [new Registry()];
  const seconds = new Histogram({
    name: 'seconds',
    help,
    labelNames: ['route'],
    buckets: [1, 5],
    registers,
  });
  for (const value of [0.5, 1, 3, 60]) seconds.observe({ route: '/a' }, value);
  seconds.observe({ route: '/b' }, 2);
  expect(await collect(registers[0]!)).toMatchObject([
    {
      descriptor: { name: 'seconds' },
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: [
        {
          attributes: { route: '/a' },
          value: { count: 4, sum: 64.5, buckets: { boundaries: [1, 5], counts: [2, 1, 1] } },
        },
        {
          attributes: { route: '/b' },
          value: { count: 1, sum: 2, buckets: { boundaries: [1, 5], counts: [0, 1, 0] } },
        },
      ],
    },
  ]);
});

test('what OpenTelemetry cannot represent is left out', async () => {
  const registers = [new Registry()];
  new Summary({ name: 'sizes', help, registers }).observe(1);
  new Counter({ name: 'unused_total', help, labelNames: ['kind'], registers });
  expect(await collect(registers[0]!)).toEqual([]);
});
