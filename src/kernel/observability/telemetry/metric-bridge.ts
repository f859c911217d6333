// Gives the metrics of `/metrics` to OpenTelemetry, under the same names: there is one registry.
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

type Labels = Record<string, string | number>;
type Value = { value: number; labels: Labels; metricName?: string };
/** What prom-client returns; its own types do not say what a histogram's values are called. */
type Reading = { name: string; help: string; type: string; values: Value[] };
type Interval = { startTime: HrTime; endTime: HrTime };

/** `scope` names this program among the sources of metrics. */
export function bridgeMetrics(
  registry: Registry,
  scope: { name: string; version: string },
): MetricProducer {
  const startTime = millisToHrTime(Date.now());
  return {
    async collect() {
      const readings = (await registry.getMetricsAsJSON()) as unknown as Reading[];
      const interval = { startTime, endTime: millisToHrTime(Date.now()) };
      const metrics = readings.flatMap((reading) => toMetric(reading, interval) ?? []);
      const scopeMetrics = [{ scope, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

/** Null for what has no values, and for summaries, which OpenTelemetry cannot represent. */
function toMetric({ name, help, type, values }: Reading, interval: Interval): MetricData | null {
  if (values.length === 0) return null;
  const about = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = () =>
    values.map(({ value, labels }) => ({ ...interval, attributes: toAttributes(labels), value }));
  switch (type) {
    case 'counter':
      return {
        ...about,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints: points(),
      };
    case 'gauge':
      return { ...about, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case 'histogram':
      return {
        ...about,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: toHistograms(name, values, interval),
      };
    default:
      return null;
  }
}

function toHistograms(name: string, values: Value[], interval: Interval): DataPoint<Histogram>[] {
  const withoutBound = ({ labels: { le: _, ...labels } }: Value) => JSON.stringify(labels);
  return [...Map.groupBy(values, withoutBound)].map(([labels, own]) => {
    const readOne = (suffix: string) =>
      own.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0;
    const buckets = own.filter(({ metricName }) => metricName === `${name}_bucket`);
    const boundaries = buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite);
    // Prometheus counts what is up to a bound, OpenTelemetry what is between two.
    const upTo = [
      ...buckets.slice(0, boundaries.length).map(({ value }) => value),
      readOne('count'),
    ];
    const counts = upTo.map((count, at) => count - (upTo[at - 1] ?? 0));
    const value = { buckets: { boundaries, counts }, sum: readOne('sum'), count: readOne('count') };
    return { ...interval, attributes: toAttributes(JSON.parse(labels)), value };
  });
}

const toAttributes = (labels: Labels): Attributes =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
