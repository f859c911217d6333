// Stores metered events in batches, shortly after they happened.

import { withCaller } from '#kernel/database/work.ts';
import { createId } from '#kernel/ids.ts';
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

type Batch = { id: string; events: StoredEvent[] };

export function createFlusher(
  { work, clock, log }: Pick<Kernel, 'work' | 'clock' | 'log'>,
  hooks: FlushHooks,
): Flusher {
  let events: UsageEvent[] = [];
  /** A batch whose write got no response: retried with the same id before anything else. */
  let unconfirmed: Batch | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let dropped = 0;
  const numberEndpoints = createEndpointIdCache(work);

  async function takeBatch(): Promise<Batch> {
    const batch = events.slice(0, batchMax);
    await hooks.readPlans(batch.filter(({ plan }) => !plan));
    await numberEndpoints(batch);
    events = events.slice(batch.length);
    return { id: createId(), events: batch as StoredEvent[] };
  }

  async function run(): Promise<void> {
    // Events that arrive meanwhile wait for the next run, so that batches stay large.
    for (let rest = events.length; unconfirmed || rest > 0; ) {
      if (!unconfirmed) {
        unconfirmed = await takeBatch();
        rest -= unconfirmed.events.length;
      }
      const flushed = await storeFlush(work, unconfirmed.id, clock.now(), unconfirmed.events);
      hooks.stored(unconfirmed.events, flushed);
      unconfirmed = null;
    }
  }

  async function flush(): Promise<void> {
    // Events that arrived during a running flush are not part of it.
    await running?.catch(() => undefined);
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  function plan(afterMs: number): void {
    if (timer) return;
    timer = setTimeout(() => {
      timer = null;
      // The flush covers all accounts, so it must not run on behalf of the caller that started the
      // timer.
      withCaller('usage', flush).catch((error: Error) => {
        log.warn({ reason: error.message, waiting: events.length }, 'usage could not be stored');
        plan(retryAfterMs);
      });
    }, afterMs);
    timer.unref();
  }

  return {
    push(event) {
      if (events.length >= waitingMax) {
        dropped++;
        return;
      }
      events.push(event);
      plan(flushEveryMs);
    },
    flush,
    waiting: () => events.length + (unconfirmed?.events.length ?? 0),
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
