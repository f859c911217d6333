// Brings what the meter counted to the database, a batch at a time, soon after it happened.

import { withCaller } from '#kernel/database/work.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { CounterRow } from './counter-store.ts';
import { findEndpointId, type StoredEvent, storeFlush } from './flush-store.ts';
import type { UsageEvent } from './usage-events.ts';

// With the writing itself an event is stored within 250 ms.
const flushEveryMs = 150;
const retryAfterMs = 1000;
const batchMax = 4000;
/** About 300 MB; what comes while the database is away for longer is not counted. */
const waitingMax = 500_000;

export type Flusher = {
  push(event: UsageEvent): void;
  /** Stores everything that waits now; throws when the database does not take it. */
  flush(): Promise<void>;
  waiting(): number;
  dropped(): number;
};

export type FlushHooks = {
  /** Fills in the plans of events whose account this process has not met. */
  readPlans(events: readonly UsageEvent[]): Promise<void>;
  stored(events: readonly StoredEvent[], counters: CounterRow[]): void;
};

type Batch = { id: string; events: StoredEvent[] };

export function openFlusher(
  { work, clock, log }: Pick<Kernel, 'work' | 'clock' | 'log'>,
  hooks: FlushHooks,
): Flusher {
  let events: UsageEvent[] = [];
  /** Was sent without an answer: sent again under its id before anything else. */
  let unsure: Batch | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let dropped = 0;
  const numberEndpoints = keepEndpointIds(work);

  async function takeBatch(): Promise<Batch> {
    const taken = events.slice(0, batchMax);
    await hooks.readPlans(taken.filter(({ plan }) => !plan));
    await numberEndpoints(taken);
    events = events.slice(taken.length);
    return { id: createId(), events: taken as StoredEvent[] };
  }

  async function run(): Promise<void> {
    // What comes meanwhile waits for the next time, so that batches stay large.
    for (let rest = events.length; unsure || rest > 0; ) {
      if (!unsure) {
        unsure = await takeBatch();
        rest -= unsure.events.length;
      }
      const counters = await storeFlush(work, unsure.id, clock.now(), unsure.events);
      hooks.stored(unsure.events, counters);
      unsure = null;
    }
  }

  async function flush(): Promise<void> {
    // What came while one was under way is not part of it.
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
      // Of everybody's calls, and not on behalf of the one that set the timer.
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
    waiting: () => events.length + (unsure?.events.length ?? 0),
    dropped: () => dropped,
  };
}

/** Numbers the endpoints of events; each is asked for once a process. */
function keepEndpointIds(work: Kernel['work']) {
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
