import { followTopics } from '#lib/live-contract.ts';
import type { Api } from './http/api.ts';
import { answer, mount } from './http/mount.ts';

const lastEventIdMax = 100;

/** The one event stream: whatever areas publish to the account, on the topics that it names. */
export function mountLiveEvents(api: Api): void {
  mount(api, followTopics, async ({ actor, query, request }) => {
    const closing = new AbortController();
    // Of a GET without a body: comes with the end of the answer, or of the connection.
    request.raw.once('close', () => closing.abort());
    const last = request.headers['last-event-id'];
    const messages = await api.kernel.live.subscribe({
      accountId: actor.accountId,
      topics: query.topics,
      signal: closing.signal,
      afterId: typeof last === 'string' && last !== '' ? last.slice(0, lastEventIdMax) : undefined,
    });
    return answer(200, messages, { 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  });
}
