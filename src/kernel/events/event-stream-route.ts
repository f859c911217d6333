import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { followTopics, type LiveTopic, tooManyStreams, topicScopes } from '#lib/wire/events.ts';
import type { Api } from '../http/api.ts';
import { ApiError, apiError } from '../http/errors.ts';
import { mount, respond } from '../http/mount.ts';
import type { Actor } from '../ports.ts';

const lastEventIdMax = 100;
/** A revoked key ends its streams within this time. */
const recheckMs = { session: 15_000, key: 5000, app: 5000 } as const;
const retrySeconds = 30;

/** The event stream: everything that areas publish to the account, on the requested topics. */
export function mountEventStream(api: Api): void {
  const open = new Map<AbortController, number>();
  const countStreams = (accountId: number) =>
    [...open.values()].filter((one) => one === accountId).length;
  // Streams do not end by themselves: a closing server would wait for each of them.
  api.app.addHook('preClose', async () => {
    for (const closing of open.keys()) closing.abort();
  });
  mount(api, followTopics, async ({ actor, query, request }) => {
    const required = missingScope(actor, query.topics);
    if (required) throw apiError(commonErrors.scopeMissing, { required });
    if (countStreams(actor.accountId) >= budgets.eventStreamsPerAccount)
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
    const isStillAllowed = () =>
      api
        .guard(followTopics, request)
        .then((now) => now !== null && !missingScope(now, query.topics), isNotApiError);
    const everyMs = recheckMs[actor.via];
    const body = endWithPermission(messages, { isStillAllowed, everyMs, closing });
    return respond(200, body, { 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  });
}

/** The first scope that a key or an app lacks for the topics; a session may read all of them. */
const missingScope = ({ via, scopes }: Actor, topics: readonly LiveTopic[]) =>
  via !== 'session'
    ? topics.map((topic) => topicScopes[topic]).find((scope) => !scopes?.includes(scope))
    : undefined;

// A database outage is not a refusal, so the stream goes on.
const isNotApiError = (error: unknown): boolean => !(error instanceof ApiError);

type StreamEnd = {
  isStillAllowed: () => Promise<boolean>;
  everyMs: number;
  closing: AbortController;
};

/**
 * A stream can outlive the access token, session or key that opened it, so the permission is
 * checked again from time to time and before every message.
 */
function endWithPermission<Message>(
  messages: AsyncIterable<Message>,
  { isStillAllowed, everyMs, closing }: StreamEnd,
): AsyncIterable<Message> {
  const closeUnlessAllowed = async () => {
    const isGoingOn = await isStillAllowed();
    if (!isGoingOn) closing.abort();
    return isGoingOn;
  };
  const timer = setInterval(() => void closeUnlessAllowed(), everyMs);
  closing.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  if (closing.signal.aborted) clearInterval(timer);
  return (async function* checked() {
    for await (const message of messages) {
      if (!(await closeUnlessAllowed())) return;
      yield message;
    }
  })();
}
