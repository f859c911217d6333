// Work that arrives one by one and is stored together: a batch fills up while the one before it is
// being stored, so that a busy process writes larger batches and not more of them.
import { withCaller } from './database/work.ts';

type BatchOptions<Batch, Stored> = {
  /** Whose share of the connections a batch takes: it has the work of several callers. */
  caller: string;
  create(): Batch;
  /** One batch at a time. Without `retry`, a batch that fails is lost. */
  store(batch: Batch): Promise<Stored>;
  /** What comes then is for another batch. */
  isFull?(batch: Batch): boolean;
  /** How long a batch may fill up before it is stored. */
  delayMs?: number;
  /** A batch that fails is stored again, unchanged and before any other, until it succeeds. */
  retry?: { afterMs: number; onError(error: Error): void };
};

export type BatchBuffer<Batch, Stored> = {
  /** The batch to add to at once. `stored` is what storing it returns, or throws without `retry`. */
  next(): { batch: Batch; stored: Promise<Stored> };
  /** Stores all that waits now. With `retry` it throws if that fails. */
  flush(): Promise<void>;
};

type Waiting<Batch, Stored> = Omit<PromiseWithResolvers<Stored>, 'promise'> & {
  batch: Batch;
  stored: Promise<Stored>;
  /** Since storing it was first tried. */
  isClosed: boolean;
};

export function createBatchBuffer<Batch, Stored = void>(
  options: BatchOptions<Batch, Stored>,
): BatchBuffer<Batch, Stored> {
  const { caller, create, store, isFull = () => false, delayMs = 0, retry } = options;
  /** The oldest first. */
  const waiting: Waiting<Batch, Stored>[] = [];
  let flushing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function storeWaiting(): Promise<void> {
    for (const one of [...waiting]) {
      one.isClosed = true;
      try {
        one.resolve(await store(one.batch));
      } catch (error) {
        if (retry) throw error;
        one.reject(error);
      }
      waiting.shift();
    }
  }

  function flush(): Promise<void> {
    const flushed = flushing.then(() => withCaller(caller, storeWaiting));
    flushing = flushed.catch(() => undefined);
    return flushed;
  }

  function flushAfter(ms: number): void {
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush().catch((error: Error) => {
        retry!.onError(error);
        flushAfter(retry!.afterMs);
      });
    }, ms).unref();
  }

  return {
    next() {
      const last = waiting.at(-1);
      if (last && !last.isClosed && !isFull(last.batch)) return last;
      const { promise, resolve, reject } = Promise.withResolvers<Stored>();
      const added = { batch: create(), stored: promise, resolve, reject, isClosed: false };
      waiting.push(added);
      flushAfter(delayMs);
      return added;
    },
    flush,
  };
}
