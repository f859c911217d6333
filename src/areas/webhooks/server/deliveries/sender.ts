// Sends what is due. A process that runs jobs claims deliveries in batches, posts them in parallel,
// and stores the results in batches; a commit anywhere wakes it.
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatchBuffer } from '#kernel/batch-buffer.ts';
import { createCounts } from '#kernel/counts.ts';
import { runDetached } from '#kernel/database/work.ts';
import { everyProcess, followTopic } from '#kernel/events/follow-topic.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { AddressGuard } from '#kernel/outbound/address-guard.ts';
import type { Sealer } from '#kernel/sealing/sealer.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import { listSecrets } from '../endpoints/secret-store.ts';
import type { WebhookMetrics } from '../metrics.ts';
import { type Attempt, type ClaimedDelivery, claimDue } from './delivery-queue-store.ts';
import { createPoster } from './post-message.ts';
import { recordResults } from './record-results.ts';
import { sendClaimed } from './send-claimed.ts';

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
const caller = 'webhook deliveries';

export function createSender(deps: SenderDeps): Sender {
  const { kernel } = deps;
  let running: Promise<void> | null = null;
  let isStopping = false;
  let signalWake: () => void = () => undefined;
  const notifications = createNotifications(kernel);
  const batches = createBatchSender(deps, () => signalWake());
  const follower = followTopic(kernel, {
    topic,
    onMessage: () => signalWake(),
    onLost: () => signalWake(),
    warning: 'new deliveries of webhooks are found by polling',
  });

  async function run(): Promise<void> {
    await follower.open();
    while (!isStopping) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      signalWake = resolve;
      const started = await batches.sendBatch().catch((err) => {
        kernel.log.error({ err }, 'due deliveries of webhooks could not be claimed');
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
      await batches.close();
    },
    wake: () => void notifications.next(),
    async sendDue() {
      while ((await batches.sendBatch()) > 0) await batches.finish();
    },
  };
}

/** Tells all processes, this one among them, at most once in a while. */
const createNotifications = ({ live, work, log }: Kernel) =>
  createBatchBuffer({
    caller,
    create: () => null,
    delayMs: gatherMs,
    store: (data) =>
      work
        .read((db) => live.publish(db, { topic, accountId: everyProcess, data }))
        .catch((err) => log.warn({ err }, 'senders of webhooks were not notified')),
  });

/**
 * Results of attempts. An error is logged: the lease of its deliveries ends, and they are sent once
 * more.
 */
const createResults = (kernel: Kernel) =>
  createBatchBuffer({
    caller,
    create: (): Attempt[] => [],
    store: (attempts) =>
      kernel.work
        .write((tx) => recordResults(kernel, tx, attempts))
        .catch((err) => {
          const deliveries = attempts.length;
          kernel.log.error({ err, deliveries }, 'results of webhooks could not be stored');
        }),
  });

function createBatchSender(deps: SenderDeps, onEnd: () => void) {
  const { kernel, guard, metrics } = deps;
  const { work, clock } = kernel;
  const poster = createPoster(guard);
  const results = createResults(kernel);
  const inHand = createCounts<string>();
  const requests = new Set<Promise<void>>();

  async function send(claimed: ClaimedDelivery, secrets: readonly string[]): Promise<void> {
    const attempt = await sendClaimed({ clock, post: poster.post }, claimed, secrets);
    metrics.observeAttempt(attempt.error ?? 'delivered', attempt.durationMs / secondMs);
    const { batch, stored } = results.next();
    batch.push(attempt);
    await stored;
  }

  /** Returns how many requests it started. */
  async function sendBatch(): Promise<number> {
    const limit = inHandMax - requests.size;
    if (limit <= 0) return 0;
    const now = clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const claimed = await work.write((tx) =>
      claimDue(tx, { now, until, limit, perEndpoint: perEndpointMax, inHand: inHand.byKey }),
    );
    const secrets = await readSecrets(deps, claimed, now);
    for (const one of claimed) {
      inHand.add(one.endpoint_id, 1);
      const request = send(one, secrets.get(one.endpoint_id) ?? []).finally(() => {
        inHand.add(one.endpoint_id, -1);
        requests.delete(request);
        onEnd();
      });
      requests.add(request);
    }
    return claimed.length;
  }

  const finish = () => Promise.all(requests);
  return {
    sendBatch,
    finish,
    async close() {
      await finish();
      poster.close();
    },
  };
}

/** By endpoint, the texts of those that sign now. */
async function readSecrets(
  { kernel, sealer }: SenderDeps,
  claimed: readonly ClaimedDelivery[],
  now: Date,
): Promise<Map<string, string[]>> {
  const ids = [...new Set(claimed.map(({ endpoint_id }) => endpoint_id))];
  const rows = await kernel.work.read((db) => listSecrets(db, ids, now));
  const opened = rows.flatMap(({ id, endpoint_id, sealed }) => {
    const text = sealer.open(id, sealed);
    return text === null ? [] : [{ endpoint_id, text }];
  });
  const byEndpoint = Map.groupBy(opened, ({ endpoint_id }) => endpoint_id);
  return new Map([...byEndpoint].map(([id, of]) => [id, of.map(({ text }) => text)]));
}
