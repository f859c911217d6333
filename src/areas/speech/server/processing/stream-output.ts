// Output of work that is sent while the work goes on.

export type OutputStream<T> = {
  /** Throws the error of the work after what came before it. */
  parts: AsyncGenerator<T, void>;
  /** Settles with the work. */
  done: Promise<void>;
};

/**
 * Starts the work and waits for its first output, so that an error before it can still be the whole
 * response. Output that nobody reads yet is kept: the work never waits for its client.
 */
export async function streamOutput<T>(
  work: (emit: (part: T) => void) => Promise<void>,
): Promise<OutputStream<T>> {
  const waiting: T[] = [];
  let state: 'running' | 'done' | { error: unknown } = 'running';
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const done = work((part) => {
    waiting.push(part);
    notify();
  });
  done
    .then(
      () => {
        state = 'done';
      },
      (error: unknown) => {
        state = { error };
      },
    )
    .then(notify);

  async function* read(): AsyncGenerator<T, void> {
    for (;;) {
      while (waiting.length > 0) yield waiting.shift()!;
      if (state === 'done') return;
      if (state !== 'running') throw state.error;
      await changed.promise;
    }
  }

  const parts = read();
  const first = await parts.next();
  return { parts: prepend(first, parts), done };
}

async function* prepend<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  if (!first.done) yield first.value;
  yield* rest;
}
