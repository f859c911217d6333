import { Counter, Histogram } from 'prom-client';
import type { Kernel } from '#kernel/kernel.ts';
import { findOldestDue } from './deliveries/delivery-queue-store.ts';

export type WebhookMetrics = {
  /** `result`: `delivered`, or the code of the error. */
  observeAttempt(result: string, seconds: number): void;
};

export function createMetrics({ metrics, work, clock }: Kernel): WebhookMetrics {
  metrics.addGauge({
    name: 'webhook_oldest_age_seconds',
    help: 'How long the oldest waiting delivery of a webhook has been due. 0 if none is.',
    read: async () => {
      const now = clock.now();
      const oldest = await work.read((db) => findOldestDue(db));
      return oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0;
    },
  });
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver an event of a webhook, by result.',
    labelNames: ['result'],
    registers: [metrics.registry],
  });
  const durations = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time from a request of a webhook to the end of its answer.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [metrics.registry],
  });
  return {
    observeAttempt(result, seconds) {
      attempts.inc({ result });
      durations.observe(seconds);
    },
  };
}
