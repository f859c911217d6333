// Stores metered events in batches, shortly after they happened.

import { createBatchBuffer } from '#kernel/batch-buffer.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Flushed, findEndpointId, type StoredEvent, storeFlush } from './flush-store.ts';
import type { UsageEvent } from './usage-events.ts';

// Including the write, an event is stored within 250 ms.
const flushEveryMs = 150;
const retryAfterMs = 1000;
const batchMax = 4000;
/** About 300 MB; events beyond that are dropped while the database is unavailable. */
const waitingMax = 500_000;

export type Flusher = {
  push(event: UsageEvent): void;
  /** Stores all waiting events; throws if the database fails. */
  flush(): Promise<void>;
  waiting(): number;
  dropped(): number;
};

export type FlushHooks = {
  /** Fills in the plans of events whose account is new to this process. */
  readPlans(events: readonly UsageEvent[]): Promise<void>;
  stored(events: readonly StoredEvent[], flushed: Flushed): void;
};

export function createFlusher(
  { work, clock, log }: Pick<Kernel, 'work' | 'clock' | 'log'>,
  hooks: FlushHooks,
): Flusher {
  let waiting = 0;
  let dropped = 0;
  const numberEndpoints = createEndpointIdCache(work);
  const { next, flush } = createBatchBuffer({
    caller: 'usage',
    create: (): UsageEvent[] => [],
    isFull: (events) => events.length >= batchMax,
    delayMs: flushEveryMs,
    retry: {
      afterMs: retryAfterMs,
      onError: ({ message }) => log.warn({ reason: message, waiting }, 'usage could not be stored'),
    },
    async store(events) {
      await hooks.readPlans(events.filter(({ plan }) => !plan));
      await numberEndpoints(events);
      const numbered = events as StoredEvent[];
      // The same id when it is stored again, because the response was lost.
      const flushed = await storeFlush(work, events[0]!.id, clock.now(), numbered);
      hooks.stored(numbered, flushed);
      waiting -= events.length;
    },
  });

  return {
    push(event) {
      if (waiting >= waitingMax) {
        dropped++;
        return;
      }
      next().batch.push(event);
      waiting++;
    },
    flush,
    waiting: () => waiting,
    dropped: () => dropped,
  };
}

/** Looks up the endpoint ids of events, each once per process. */
function createEndpointIdCache(work: Kernel['work']) {
  const known = new Map<string, number>();
  return async (events: readonly UsageEvent[]): Promise<void> => {
    for (const event of events) {
      const name = `${event.method} ${event.path}`;
      const id = known.get(name) ?? (await work.write((tx) => findEndpointId(tx, event)));
      known.set(name, id);
      event.endpointId = id;
    }
  };
}
