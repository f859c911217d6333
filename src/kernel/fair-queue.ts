// Shares a limited resource, such as database connections or the PDF worker, fairly between
// callers. Without it the caller that sends the most requests takes all of it.

/** A resource is not available now. The call gets a 503 and may be repeated. */
export class BusyError extends Error {
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type FairQueue = {
  /**
   * Resolves with a release function when the caller may hold one more. Rejects with `BusyError`
   * after `waitMs`. The caller null is the process itself, which has no share to exceed.
   */
  enter(caller: string | null): Promise<() => void>;
  /** How many are in use, and how many calls wait for one. */
  stats(): { running: number; waiting: number };
  /** How long a call has waited at most because all are in use, in milliseconds. */
  longestWaitMs(): number;
};

type Waiting = { admit: () => void; sinceMs: number };

/**
 * A caller holds at most `share` of `max`. Waiting callers are served in turn, one call each,
 * however many calls each of them has waiting. `what` names the resource in the error.
 */
export function createFairQueue(options: {
  what: string;
  max: number;
  share: number;
  waitMs: number;
}): FairQueue {
  const running = createHolders(options);
  // In the order of service: a caller that was served moves to the end.
  const waiting = new Map<string | null, Set<Waiting>>();

  function grant(caller: string | null): () => void {
    running.add(caller);
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      running.remove(caller);
      admitNext();
    };
  }

  function admitNext(): void {
    for (const [caller, calls] of waiting) {
      if (!running.hasRoomFor(caller)) continue;
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
        sinceMs: performance.now(),
        admit: () => {
          clearTimeout(timer);
          resolve(grant(caller));
        },
      };
      const timer = setTimeout(() => {
        calls.delete(call);
        if (calls.size === 0 && waiting.get(caller) === calls) waiting.delete(caller);
        reject(new BusyError(`no ${options.what} within ${options.waitMs} ms`, 1));
      }, options.waitMs);
      calls.add(call);
    });
  }

  return {
    enter: (caller) => (running.hasRoomFor(caller) ? Promise.resolve(grant(caller)) : wait(caller)),
    stats: () => ({
      running: running.total(),
      waiting: [...waiting.values()].reduce((sum, calls) => sum + calls.size, 0),
    }),
    longestWaitMs() {
      // Otherwise callers wait only for their own share.
      if (running.total() < options.max) return 0;
      const firsts = [...waiting.values()].map(([first]) => first!.sinceMs);
      return firsts.length === 0 ? 0 : performance.now() - Math.min(...firsts);
    },
  };
}

/** How many are in use, in total and by each caller. */
function createHolders({ max, share }: { max: number; share: number }) {
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
