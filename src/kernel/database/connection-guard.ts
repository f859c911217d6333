import { Counter } from 'prom-client';
import type { Config } from '../config.ts';
import type { Logger } from '../observability/logging.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from './open-database.ts';

/**
 * Handles the request of a second connection within a transaction. Calls that do this in parallel
 * wait for each other until they time out. Throws outside production, so that it is noticed; counts
 * and logs in production, where a single such call does no harm.
 */
export function guardConnections({
  config,
  log,
  metrics,
}: {
  config: Pick<Config, 'isProduction'>;
  log: Pick<Logger, 'error'>;
  metrics: Metrics;
}): () => void {
  const counter = new Counter({
    name: 'database_second_connections_total',
    help: 'Connections requested within a transaction.',
    registers: [metrics.registry],
  });
  return () => {
    counter.inc();
    const error = new Error('A second connection was requested within a transaction.');
    if (!config.isProduction) throw error;
    log.error({ err: error }, 'a second connection was requested within a transaction');
  };
}

/** Gauges of the connections in use and of the calls waiting for one. */
export function measureConnections(metrics: Metrics, { pool }: Pick<Database, 'pool'>): void {
  metrics.addGauge({
    name: 'database_connections',
    help: 'Connections of the pool in use, and calls waiting for one.',
    label: 'state',
    read: () => pool.queue.stats(),
  });
}
