// Work that may run a few at a time, with a few waiting; whoever comes beyond that is told so.

export class LaneFull extends Error {}

export type WorkLane = {
  /** Throws LaneFull, or the signal's reason when nobody waits for it any longer. */
  run<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly running: number;
  readonly waiting: number;
};

export function createWorkLane({
  runningMax,
  waitingMax,
}: {
  runningMax: number;
  waitingMax: number;
}): WorkLane {
  const queue: { start: () => void }[] = [];
  let running = 0;

  function takeTurn(signal?: AbortSignal): Promise<void> {
    if (running < runningMax) {
      running++;
      return Promise.resolve();
    }
    if (queue.length >= waitingMax) return Promise.reject(new LaneFull());
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(entry);
    });
  }

  return {
    async run(act, signal) {
      signal?.throwIfAborted();
      await takeTurn(signal);
      try {
        // It may have ended between the turn and now.
        signal?.throwIfAborted();
        return await act();
      } finally {
        const next = queue.shift();
        // The turn is handed over, so the number that runs stays.
        if (next) next.start();
        else running--;
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return queue.length;
    },
  };
}
