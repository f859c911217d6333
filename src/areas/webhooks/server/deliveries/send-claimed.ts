// One attempt of a claimed delivery: signed, posted, and what follows from the answer.
import site from '#content/site.json' with { type: 'json' };
import type { Clock } from '#kernel/clock.ts';
import { secondMs } from '#lib/durations.ts';
import type { Attempt, ClaimedDelivery } from './delivery-queue-store.ts';
import type { Answer, Post, PostMessage } from './post-message.ts';
import { nextAttemptAt, readRetryAfter } from './schedule.ts';
import { signMessage } from './signature.ts';

const unsigned: Answer = { status: null, text: '', error: 'secret', retryAfter: undefined };

/** `secrets` are all that sign now. */
export async function sendClaimed(
  { clock, post }: { clock: Clock; post: PostMessage },
  claimed: ClaimedDelivery,
  secrets: readonly string[],
): Promise<Attempt> {
  const startedAt = clock.now();
  const startedMs = performance.now();
  const answer =
    secrets.length > 0 ? await post(createPost(claimed, secrets, startedAt)) : unsigned;
  const durationMs = Math.round(performance.now() - startedMs);
  const { status, text, error, retryAfter } = answer;
  const now = clock.now();
  const tries = claimed.tries + 1;
  const retryAfterSeconds = readRetryAfter(retryAfter, now);
  return {
    id: claimed.id,
    endpointId: claimed.endpoint_id,
    startedAt,
    durationMs,
    status,
    answer: text,
    error,
    nextAt: error && nextAttemptAt({ tries, now, retryAfterSeconds }),
  };
}

function createPost(
  { url, body, message_id: id, sequence }: ClaimedDelivery,
  secrets: readonly string[],
  now: Date,
): Post {
  const timestampSeconds = Math.floor(now.getTime() / secondMs);
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `${site.name}-Webhooks`,
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signMessage({ id, timestampSeconds, body }, secrets),
      'webhook-sequence': String(sequence),
    },
  };
}
