import { budgets } from '#lib/budgets.ts';
import { followTopics, tooManyStreams } from '#lib/live-contract.ts';
import type { Api } from './http/api.ts';
import { ApiError, apiError } from './http/errors.ts';
import { mount, respond } from './http/mount.ts';

const lastEventIdMax = 100;
const recheckMs = 15_000;
const retrySeconds = 30;

/** The one event stream: whatever areas publish to the account, on the topics that it names. */
export function mountLiveEvents(api: Api): void {
  const open = new Map<AbortController, number>();
  const countOf = (accountId: number) =>
    [...open.values()].filter((one) => one === accountId).length;
  // A stream ends by itself with nobody: a server that closes would wait for each of them.
  api.app.addHook('preClose', async () => {
    for (const closing of open.keys()) closing.abort();
  });
  mount(api, followTopics, async ({ actor, query, request }) => {
    if (countOf(actor.accountId) >= budgets.eventStreamsPerAccount)
      throw apiError(tooManyStreams, { retry_after: retrySeconds });
    const closing = new AbortController();
    open.set(closing, actor.accountId);
    closing.signal.addEventListener('abort', () => open.delete(closing), { once: true });
    // Of a GET without a body: comes with the end of the answer, or of the connection.
    if (request.raw.destroyed) closing.abort();
    else request.raw.once('close', () => closing.abort());
    const last = request.headers['last-event-id'];
    const messages = await api.kernel.live.subscribe({
      accountId: actor.accountId,
      topics: query.topics,
      signal: closing.signal,
      afterId: typeof last === 'string' && last !== '' ? last.slice(0, lastEventIdMax) : undefined,
    });
    const mayGoOn = () => api.guard(followTopics, request).then(() => true, isNoRefusal);
    const body = endWithSession(messages, mayGoOn, closing);
    return respond(200, body, { 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  });
}

// A database that is away has refused nobody.
const isNoRefusal = (error: unknown): boolean => !(error instanceof ApiError);

/**
 * A stream is open for longer than the token that opened it, or the session: it asks again every
 * 15 s, and before it tells anything.
 */
function endWithSession<Message>(
  messages: AsyncIterable<Message>,
  mayGoOn: () => Promise<boolean>,
  closing: AbortController,
): AsyncIterable<Message> {
  const endOrGoOn = async () => {
    const isGoingOn = await mayGoOn();
    if (!isGoingOn) closing.abort();
    return isGoingOn;
  };
  const timer = setInterval(() => void endOrGoOn(), recheckMs);
  closing.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  if (closing.signal.aborted) clearInterval(timer);
  return (async function* checked() {
    for await (const message of messages) {
      if (!(await endOrGoOn())) return;
      yield message;
    }
  })();
}
