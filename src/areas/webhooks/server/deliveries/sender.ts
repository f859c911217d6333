// Sends what is due. A process that runs jobs claims deliveries in batches, posts them in parallel,
// and stores the results in batches; a commit anywhere wakes it.
import { setTimeout as sleep } from 'node:timers/promises';
import site from '#content/site.json' with { type: 'json' };
import { runDetached } from '#kernel/database/work.ts';
import { everyProcess, followTopic } from '#kernel/events/follow-topic.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { AddressGuard } from '#kernel/outbound/address-guard.ts';
import type { Sealer } from '#kernel/sealing/sealer.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import { listSecrets } from '../endpoints/secret-store.ts';
import type { WebhookMetrics } from '../metrics.ts';
import { type Attempt, type ClaimedDelivery, claimDue } from './delivery-queue-store.ts';
import { type Answer, createPoster } from './post-message.ts';
import { recordResults } from './record-results.ts';
import { nextAttemptAt, readRetryAfter } from './schedule.ts';
import { signMessage } from './signature.ts';

export type Sender = {
  /** Sends what becomes due, until `stop`. */
  start(): void;
  /** Lets requests in flight end, and stores their results. */
  stop(): Promise<void>;
  /** Something may be due. Wakes the senders of all processes; never throws. */
  wake(): void;
  /** Sends everything that is due, and what becomes due meanwhile. For tests. */
  sendDue(): Promise<void>;
};

type SenderDeps = { kernel: Kernel; sealer: Sealer; guard: AddressGuard; metrics: WebhookMetrics };

/** In hand of one process. */
const inHandMax = 400;
/** So that a slow endpoint holds up neither the others nor itself. */
const perEndpointMax = 25;
/** Longer than a request and the storing of its result. */
const leaseMs = minuteMs;
/** How late a retry may be, and an event whose notification was lost. */
const pollMs = secondMs;
/** Time for more results and events to be handled together. */
const gatherMs = 10;
const topic = 'webhooks';

export function createSender(deps: SenderDeps): Sender {
  const { kernel, guard } = deps;
  const { work, clock, log, live } = kernel;
  const poster = createPoster(guard);
  const inHand = new Map<string, number>();
  const requests = new Set<Promise<void>>();
  let results: Attempt[] = [];
  let storing: Promise<void> = Promise.resolve();
  let running: Promise<void> | null = null;
  let isStopping = false;
  let isNotifying = false;
  let signalWake: () => void = () => undefined;
  const follower = followTopic(kernel, {
    topic,
    onMessage: () => signalWake(),
    onLost: () => signalWake(),
    warning: 'new deliveries of webhooks are found by polling',
  });

  const count = (endpointId: string, by: number) => {
    const left = (inHand.get(endpointId) ?? 0) + by;
    if (left > 0) inHand.set(endpointId, left);
    else inHand.delete(endpointId);
  };

  /** Returns how many requests it started. */
  async function sendBatch(): Promise<number> {
    const limit = inHandMax - requests.size;
    if (limit <= 0) return 0;
    const now = clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const claimed = await work.write((tx) =>
      claimDue(tx, { now, until, limit, perEndpoint: perEndpointMax, inHand }),
    );
    if (claimed.length === 0) return 0;
    const secrets = await readSecrets(deps, claimed, now);
    for (const one of claimed) {
      count(one.endpoint_id, 1);
      const request = send(one, secrets.get(one.endpoint_id) ?? []).finally(() => {
        count(one.endpoint_id, -1);
        requests.delete(request);
        signalWake();
      });
      requests.add(request);
    }
    return claimed.length;
  }

  async function send(one: ClaimedDelivery, secrets: readonly string[]): Promise<void> {
    const startedAt = clock.now();
    const startedMs = performance.now();
    const answer =
      secrets.length > 0
        ? await poster.post(postOf(one, secrets, startedAt))
        : ({ status: null, text: '', error: 'secret', retryAfter: undefined } as const);
    const elapsedMs = performance.now() - startedMs;
    deps.metrics.observeAttempt(answer.error ?? 'delivered', elapsedMs / secondMs);
    results.push(attemptOf(one, answer, { startedAt, durationMs: Math.round(elapsedMs) }));
    await store();
  }

  /** All that came while the last ones were stored, in one transaction. */
  function store(): Promise<void> {
    storing = storing.then(async () => {
      if (results.length === 0) return;
      const batch = results;
      results = [];
      await work
        .write((tx) => recordResults(kernel, tx, batch))
        .catch((err) => {
          // Their leases end, and they are sent once more.
          log.error({ err, deliveries: batch.length }, 'results of webhooks could not be stored');
        });
    });
    return storing;
  }

  function attemptOf(
    { id, endpoint_id: endpointId, tries }: ClaimedDelivery,
    { status, text, error, retryAfter }: Answer,
    times: { startedAt: Date; durationMs: number },
  ): Attempt {
    const now = clock.now();
    const retryAfterSeconds = readRetryAfter(retryAfter, now);
    const nextAt = error && nextAttemptAt({ tries: tries + 1, now, retryAfterSeconds });
    return { id, endpointId, ...times, status, answer: text, error, nextAt };
  }

  async function run(): Promise<void> {
    await follower.open();
    while (!isStopping) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      signalWake = resolve;
      const started = await sendBatch().catch((err) => {
        log.error({ err }, 'due deliveries of webhooks could not be claimed');
        return 0;
      });
      if (started === 0 && !isStopping)
        await Promise.race([woken, sleep(pollMs, undefined, { ref: false })]);
      await sleep(gatherMs);
    }
  }

  return {
    start() {
      running ??= runDetached(run);
    },
    async stop() {
      isStopping = true;
      signalWake();
      await running;
      await Promise.all(requests);
      poster.close();
    },
    wake() {
      signalWake();
      if (isNotifying) return;
      isNotifying = true;
      void runDetached(async () => {
        await sleep(gatherMs);
        isNotifying = false;
        await work.read((db) => live.publish(db, { topic, accountId: everyProcess, data: null }));
      }).catch((err) => log.warn({ err }, 'senders of webhooks could not be notified'));
    },
    async sendDue() {
      while ((await sendBatch()) > 0) await Promise.all(requests);
    },
  };
}

const postOf = (
  { url, body, message_id: id, sequence }: ClaimedDelivery,
  secrets: readonly string[],
  now: Date,
) => {
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
};

/** By endpoint, the texts of those that sign now. */
async function readSecrets(
  { kernel, sealer }: SenderDeps,
  claimed: readonly ClaimedDelivery[],
  now: Date,
): Promise<Map<string, string[]>> {
  const ids = [...new Set(claimed.map(({ endpoint_id }) => endpoint_id))];
  const rows = await kernel.work.read((db) => listSecrets(db, ids, now));
  const byEndpoint = new Map<string, string[]>();
  for (const { id, endpoint_id, sealed } of rows) {
    const text = sealer.open(id, sealed);
    if (text !== null) byEndpoint.set(endpoint_id, [...(byEndpoint.get(endpoint_id) ?? []), text]);
  }
  return byEndpoint;
}
