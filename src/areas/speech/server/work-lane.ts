// Work that may run a few at a time, with a few waiting; whoever comes beyond that is told so. No
// owner takes the places of all others: at most half of those that wait are one's, and the next
// turn is the oldest work of whoever has the fewest running.

export class LaneFull extends Error {}

export type WorkLane = {
  /** Throws LaneFull, or the signal's reason when nobody waits for it any longer. */
  run<T>(act: () => Promise<T>, signal?: AbortSignal, owner?: number): Promise<T>;
  readonly running: number;
  readonly waiting: number;
};

type Waiting = { owner: number; start: () => void };
const nobody = 0;

export function createWorkLane({
  runningMax,
  waitingMax,
}: {
  runningMax: number;
  waitingMax: number;
}): WorkLane {
  const queue: Waiting[] = [];
  /** The owners of what runs. */
  const running: number[] = [];
  const ownWaitingMax = Math.ceil(waitingMax / 2);
  const count = (owner: number, owners: readonly number[]) =>
    owners.filter((one) => one === owner).length;

  function takeTurn(owner: number, signal?: AbortSignal): Promise<void> {
    if (running.length < runningMax) {
      running.push(owner);
      return Promise.resolve();
    }
    const waiting = queue.map((entry) => entry.owner);
    if (waiting.length >= waitingMax || count(owner, waiting) >= ownWaitingMax)
      return Promise.reject(new LaneFull());
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

  function passTurn(owner: number): void {
    // What ends still counts for its owner, whose next work lets others go first.
    const loads = queue.map((entry) => count(entry.owner, running));
    const next = queue[loads.indexOf(Math.min(...loads))];
    running.splice(running.indexOf(owner), 1);
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    running.push(next.owner);
    next.start();
  }

  return {
    async run(act, signal, owner = nobody) {
      signal?.throwIfAborted();
      await takeTurn(owner, signal);
      try {
        // It may have ended between the turn and now.
        signal?.throwIfAborted();
        return await act();
      } finally {
        passTurn(owner);
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
