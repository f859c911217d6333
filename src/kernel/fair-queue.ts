// Who gets the next one of what everybody needs: a connection, the worker for documents. Without it
// the first caller to ask often enough has them all.

/** What a call needs can't be had now: it is answered 503 and may be repeated. */
export class Busy extends Error {
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type FairQueue = {
  /**
   * Resolves when the caller may hold one more, with what gives it back (once). Rejects with
   * `Busy` after `waitMs`. Null is the process itself: it has no share to exceed.
   */
  enter(caller: string | null): Promise<() => void>;
  /** How many are held, and how many calls wait for one. */
  stats(): { held: number; waiting: number };
};

type Waiting = { admit: () => void };

/**
 * A caller holds `share` of `max` at most. Those who wait are served in turn, one a caller,
 * whatever the number of calls that each of them has waiting. `what` is named in the error.
 */
export function openFairQueue(options: {
  what: string;
  max: number;
  share: number;
  waitMs: number;
}): FairQueue {
  const held = countHeld(options);
  // In the order in which they are served next: who was served goes to the end.
  const waiting = new Map<string | null, Set<Waiting>>();

  function take(caller: string | null): () => void {
    held.add(caller);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held.remove(caller);
      admitNext();
    };
  }

  function admitNext(): void {
    for (const [caller, calls] of waiting) {
      if (!held.hasRoomFor(caller)) continue;
      const [first] = calls;
      waiting.delete(caller);
      calls.delete(first!);
      if (calls.size > 0) waiting.set(caller, calls);
      first!.admit();
    }
  }

  function wait(caller: string | null): Promise<() => void> {
    const calls = waiting.get(caller) ?? new Set();
    waiting.set(caller, calls);
    return new Promise((resolve, reject) => {
      const call: Waiting = {
        admit: () => {
          clearTimeout(timer);
          resolve(take(caller));
        },
      };
      const timer = setTimeout(() => {
        calls.delete(call);
        if (calls.size === 0 && waiting.get(caller) === calls) waiting.delete(caller);
        reject(new Busy(`no ${options.what} within ${options.waitMs} ms`, 1));
      }, options.waitMs);
      calls.add(call);
    });
  }

  return {
    enter: (caller) => (held.hasRoomFor(caller) ? Promise.resolve(take(caller)) : wait(caller)),
    stats: () => ({
      held: held.total(),
      waiting: [...waiting.values()].reduce((sum, calls) => sum + calls.size, 0),
    }),
  };
}

/** How many are held, in all and by each caller. */
function countHeld({ max, share }: { max: number; share: number }) {
  const byCaller = new Map<string | null, number>();
  let total = 0;
  return {
    total: () => total,
    hasRoomFor: (caller: string | null) =>
      total < max && (caller === null || (byCaller.get(caller) ?? 0) < share),
    add(caller: string | null) {
      total++;
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + 1);
    },
    remove(caller: string | null) {
      total--;
      const left = byCaller.get(caller)! - 1;
      if (left === 0) byCaller.delete(caller);
      else byCaller.set(caller, left);
    },
  };
}
