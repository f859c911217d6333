// Parts of speech that wait to be transcribed, in their order.

export type WaitingPart = {
  /** From 1. */
  number: number;
  startSeconds: number;
  seconds: number;
  audio: Promise<Blob>;
};
export type PartQueue = {
  add(part: Omit<WaitingPart, 'number'>): void;
  /** No more parts will be added. */
  end(): void;
  /** The first part, as soon as there is one; it stays until `drop`. Null after the last one. */
  first(): Promise<WaitingPart | null>;
  drop(): void;
  readonly waitingSeconds: number;
};

export function createPartQueue(): PartQueue {
  const parts: WaitingPart[] = [];
  let addedCount = 0;
  let isEnded = false;
  let change = Promise.withResolvers<void>();
  const wake = () => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  return {
    add(part) {
      addedCount += 1;
      parts.push({ ...part, number: addedCount });
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    async first() {
      while (parts.length === 0 && !isEnded) await change.promise;
      return parts[0] ?? null;
    },
    drop: () => void parts.shift(),
    get waitingSeconds() {
      return parts.reduce((sum, { seconds }) => sum + seconds, 0);
    },
  };
}
