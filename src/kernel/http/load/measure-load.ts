import { Counter } from 'prom-client';
import type { Metrics } from '../../observability/metrics.ts';
import type { LoadControl } from './load-control.ts';

/** Metrics of API calls that are in flight, and of those that were refused. */
export function measureLoad(metrics: Metrics, { stats }: Pick<LoadControl, 'stats'>): void {
  metrics.addGauge({
    name: 'http_in_flight',
    help: 'API calls in flight, without those that only wait for an upload or stream.',
    read: () => stats().inFlight,
  });
  metrics.addGauge({
    name: 'http_in_flight_limit',
    help: 'How many API calls may be in flight at the moment.',
    read: () => stats().limit,
  });
  metrics.addGauge({
    name: 'event_loop_delay_seconds',
    help: 'The smoothed delay of the event loop, by which calls are refused.',
    read: () => stats().delaySeconds,
  });
  new Counter({
    name: 'http_shed_total',
    help: 'API calls that were refused because of overload.',
    registers: [metrics.registry],
    collect() {
      this.reset();
      this.inc(stats().refused);
    },
  });
}
