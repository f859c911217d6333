// Shares a limited resource, such as database connections or the PDF worker, fairly between
// callers. Without it the caller that sends the most requests takes all of it.
import { createCounts } from './counts.ts';

/** A resource is not available now. The call gets a 503 and may be repeated. */
export class BusyError extends Error {
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** So many calls wait already that this one does not. */
export class QueueFull extends BusyError {}

/** An account, a network or a job queue; null is the process itself, which has no share. */
type Caller = string | null;

type FairQueueOptions = {
  /** The name of the resource in errors. */
  what: string;
  max: number;
  /** How much of `max` one caller may hold. */
  share?: number;
  /** How many calls wait; at most half of them are of one caller. */
  waitingMax?: number;
  waitMs?: number;
  /**
   * For work that takes long: before a caller is in turn, those go who hold less than it does. Not
   * for short work: a caller with one long transaction would get nothing else.
   */
  isFewestFirst?: boolean;
};

export type FairQueue = {
  /**
   * Resolves with a release function when the caller may hold one more. Rejects with `QueueFull`
   * at once, with `BusyError` after `waitMs`, and with the signal's reason.
   */
  enter(caller: Caller, signal?: AbortSignal): Promise<() => void>;
  /** Holds one while it runs. */
  run<T>(caller: Caller, act: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How many are in use, and how many calls wait for one. */
  stats(): { running: number; waiting: number };
  /** How long a call has waited at most because all are in use, in milliseconds. */
  longestWaitMs(): number;
};

/** Waiting callers are served in turn, one call each, however many calls each has waiting. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { max, share = max, isFewestFirst = false } = options;
  const running = createCounts<Caller>();
  const waiting = createWaitingCalls(options);

  const hasRoomFor = (caller: Caller) =>
    running.total() < max && (caller === null || running.read(caller) < share);

  function grant(caller: Caller): () => void {
    running.add(caller, 1);
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      const turns = [...waiting.byCaller.keys()];
      if (isFewestFirst) turns.sort((a, b) => running.read(a) - running.read(b));
      running.add(caller, -1);
      const next = turns.find(hasRoomFor);
      if (next !== undefined) waiting.admitFirst(next);
    };
  }

  const enter = (caller: Caller, signal?: AbortSignal) =>
    hasRoomFor(caller)
      ? Promise.resolve(grant(caller))
      : waiting.add(caller, () => grant(caller), signal);

  return {
    enter,
    async run(caller, act, signal) {
      signal?.throwIfAborted();
      const leave = await enter(caller, signal);
      try {
        // It may have aborted since then.
        signal?.throwIfAborted();
        return await act();
      } finally {
        leave();
      }
    },
    stats: () => ({ running: running.total(), waiting: waiting.total() }),
    longestWaitMs() {
      // Otherwise callers wait only for their own share.
      if (running.total() < max) return 0;
      const firsts = [...waiting.byCaller.values()].map(([first]) => first!.sinceMs);
      return firsts.length === 0 ? 0 : performance.now() - Math.min(...firsts);
    },
  };
}

type WaitingCall = { admit: () => void; sinceMs: number };

function createWaitingCalls({
  what,
  waitMs,
  waitingMax = Number.POSITIVE_INFINITY,
}: FairQueueOptions) {
  // In the order of service: a caller that was served moves to the end.
  const byCaller = new Map<Caller, Set<WaitingCall>>();
  const ownMax = Math.ceil(waitingMax / 2);
  let total = 0;

  function remove(caller: Caller, call: WaitingCall): void {
    const calls = byCaller.get(caller)!;
    calls.delete(call);
    total--;
    if (calls.size === 0) byCaller.delete(caller);
  }

  return {
    byCaller,
    total: () => total,
    admitFirst(caller: Caller): void {
      const calls = byCaller.get(caller)!;
      const [first] = calls;
      remove(caller, first!);
      if (byCaller.delete(caller)) byCaller.set(caller, calls);
      first!.admit();
    },
    /** Resolves with what `grant` returns when the call is admitted. */
    add<T>(caller: Caller, grant: () => T, signal?: AbortSignal): Promise<T> {
      const calls = byCaller.get(caller) ?? new Set();
      if (total >= waitingMax || calls.size >= ownMax)
        return Promise.reject(new QueueFull(`too many calls wait for a ${what}`, 1));
      byCaller.set(caller, calls);
      total++;
      return new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const end = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const leave = (reason: unknown) => {
          end();
          remove(caller, call);
          reject(reason);
        };
        const abort = () => leave(signal?.reason);
        const admit = () => {
          end();
          resolve(grant());
        };
        const call = { admit, sinceMs: performance.now() };
        calls.add(call);
        signal?.addEventListener('abort', abort, { once: true });
        if (waitMs === undefined) return;
        timer = setTimeout(() => leave(new BusyError(`no ${what} within ${waitMs} ms`, 1)), waitMs);
      });
    },
  };
}
