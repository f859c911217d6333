import { Counter } from 'prom-client';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Logger } from './logging.ts';
import type { Metrics } from './metrics.ts';

/**
 * What happens when a second connection is asked for within a transaction: calls that do so in
 * parallel wait for each other until they time out. An error outside production, where it must be
 * noticed; counted and logged in production, where one such call alone does no harm.
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
    help: 'Connections that were asked for within a transaction.',
    registers: [metrics.registry],
  });
  return () => {
    counter.inc();
    const error = new Error('A second connection was asked for within a transaction.');
    if (!config.isProduction) throw error;
    log.error({ err: error }, 'a second connection was asked for within a transaction');
  };
}

/** Connections that are held, and calls that wait for one. */
export function measureConnections(metrics: Metrics, { pool }: Pick<Database, 'pool'>): void {
  metrics.addGauge({
    name: 'database_connections',
    help: 'Connections of the pool that are held, and calls that wait for one.',
    label: 'state',
    read: () => pool.queue.stats(),
  });
}
