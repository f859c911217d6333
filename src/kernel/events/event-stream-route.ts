import { budgets } from '#lib/budgets.ts';
import { followTopics, tooManyStreams } from '#lib/wire/events.ts';
import type { Api } from '../http/api.ts';
import { ApiError, apiError } from '../http/errors.ts';
import { mount, respond } from '../http/mount.ts';

const lastEventIdMax = 100;
const recheckMs = 15_000;
const retrySeconds = 30;

/** The event stream: everything that areas publish to the account, on the requested topics. */
export function mountEventStream(api: Api): void {
  const open = new Map<AbortController, number>();
  const countOf = (accountId: number) =>
    [...open.values()].filter((one) => one === accountId).length;
  // Streams do not end by themselves: a closing server would wait for each of them.
  api.app.addHook('preClose', async () => {
    for (const closing of open.keys()) closing.abort();
  });
  mount(api, followTopics, async ({ actor, query, request }) => {
    if (countOf(actor.accountId) >= budgets.eventStreamsPerAccount)
      throw apiError(tooManyStreams, { retry_after: retrySeconds });
    const closing = new AbortController();
    open.set(closing, actor.accountId);
    closing.signal.addEventListener('abort', () => open.delete(closing), { once: true });
    // For a GET without a body `close` comes with the end of the response or of the connection.
    if (request.raw.destroyed) closing.abort();
    else request.raw.once('close', () => closing.abort());
    const last = request.headers['last-event-id'];
    const messages = await api.kernel.live.subscribe({
      accountId: actor.accountId,
      topics: query.topics,
      signal: closing.signal,
      afterId: typeof last === 'string' && last !== '' ? last.slice(0, lastEventIdMax) : undefined,
    });
    const isStillAllowed = () => api.guard(followTopics, request).then(() => true, isNotApiError);
    const body = endWithSession(messages, isStillAllowed, closing);
    return respond(200, body, { 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  });
}

// A database outage is not a refusal, so the stream goes on.
const isNotApiError = (error: unknown): boolean => !(error instanceof ApiError);

/**
 * A stream can outlive the access token or the session that opened it, so the permission is checked
 * again every 15 s and before every message.
 */
function endWithSession<Message>(
  messages: AsyncIterable<Message>,
  mayGoOn: () => Promise<boolean>,
  closing: AbortController,
): AsyncIterable<Message> {
  const closeUnlessAllowed = async () => {
    const isGoingOn = await mayGoOn();
    if (!isGoingOn) closing.abort();
    return isGoingOn;
  };
  const timer = setInterval(() => void closeUnlessAllowed(), recheckMs);
  closing.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  if (closing.signal.aborted) clearInterval(timer);
  return (async function* checked() {
    for await (const message of messages) {
      if (!(await closeUnlessAllowed())) return;
      yield message;
    }
  })();
}
