// A bounded queue: a few jobs run at a time, a few wait, others are rejected. It is fair to owners:
// at most half of the waiting jobs belong to one, and the next job is the oldest one of the owner
// with the fewest running.

export class QueueFull extends Error {}

export type WorkQueue = {
  /** Throws QueueFull, or the signal's reason when it aborts while waiting. */
  run<T>(act: () => Promise<T>, signal?: AbortSignal, owner?: number): Promise<T>;
  readonly running: number;
  readonly waiting: number;
};

type QueueEntry = { owner: number; start: () => void };
const noOwner = 0;

export function createWorkQueue({
  runningMax,
  waitingMax,
}: {
  runningMax: number;
  waitingMax: number;
}): WorkQueue {
  const queue: QueueEntry[] = [];
  /** The owners of running jobs. */
  const running: number[] = [];
  const ownWaitingMax = Math.ceil(waitingMax / 2);
  const count = (owner: number, owners: readonly number[]) =>
    owners.filter((one) => one === owner).length;

  function acquireSlot(owner: number, signal?: AbortSignal): Promise<void> {
    if (running.length < runningMax) {
      running.push(owner);
      return Promise.resolve();
    }
    const waiting = queue.map((entry) => entry.owner);
    if (waiting.length >= waitingMax || count(owner, waiting) >= ownWaitingMax)
      return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry = {
        owner,
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(entry);
    });
  }

  function releaseSlot(owner: number): void {
    // The job that ends still counts for its owner, so other owners go first.
    const loads = queue.map((entry) => count(entry.owner, running));
    const next = queue[loads.indexOf(Math.min(...loads))];
    running.splice(running.indexOf(owner), 1);
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    running.push(next.owner);
    next.start();
  }

  return {
    async run(act, signal, owner = noOwner) {
      signal?.throwIfAborted();
      await acquireSlot(owner, signal);
      try {
        // It may have aborted since the slot was acquired.
        signal?.throwIfAborted();
        return await act();
      } finally {
        releaseSlot(owner);
      }
    },
    get running() {
      return running.length;
    },
    get waiting() {
      return queue.length;
    },
  };
}
