const heartbeatMs = 20_000;

/**
 * Server-sent events. An event's `id` is sent along, so that a client can resume after it. A
 * comment every 20 s prevents proxies from closing an idle stream.
 */
export async function* eventStream(
  source: AsyncIterable<unknown>,
  serialize: (event: unknown) => string,
): AsyncGenerator<string> {
  yield ': open\n\n';
  const events = source[Symbol.asyncIterator]();
  let next = events.next();
  try {
    for (;;) {
      const { promise: quiet, resolve } = Promise.withResolvers<'quiet'>();
      const timer = setTimeout(() => resolve('quiet'), heartbeatMs);
      const step = await Promise.race([next, quiet]);
      clearTimeout(timer);
      if (step === 'quiet') {
        yield ': still here\n\n';
        continue;
      }
      if (step.done) return;
      const id = (step.value as { id?: unknown }).id;
      yield `${id === undefined ? '' : `id: ${String(id)}\n`}data: ${serialize(step.value)}\n\n`;
      next = events.next();
    }
  } finally {
    await events.return?.();
  }
}
