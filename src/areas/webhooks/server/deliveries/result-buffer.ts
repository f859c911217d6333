// Results of attempts, stored together: all that came while the ones before were being stored.
import type { Kernel } from '#kernel/kernel.ts';
import type { Attempt } from './delivery-queue-store.ts';
import { recordResults } from './record-results.ts';

export type ResultBuffer = {
  /** Resolves once it is stored. An error is logged: the lease ends, and it is sent once more. */
  add(attempt: Attempt): Promise<void>;
};

export function createResultBuffer(kernel: Kernel): ResultBuffer {
  const { work, log } = kernel;
  let waiting: Attempt[] = [];
  let storing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    await work
      .write((tx) => recordResults(kernel, tx, batch))
      .catch((err) => {
        log.error({ err, deliveries: batch.length }, 'results of webhooks could not be stored');
      });
  }

  return {
    add(attempt) {
      waiting.push(attempt);
      storing = storing.then(store);
      return storing;
    },
  };
}
