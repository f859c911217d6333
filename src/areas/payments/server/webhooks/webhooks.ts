// Webhooks of the providers. A signed event is only stored; a job then fetches the payment from the
// provider, because an event is a hint and not proof.

import { createBatchBuffer } from '#kernel/batch-buffer.ts';
import type { Tx } from '#kernel/database/database.ts';
import { withCaller } from '#kernel/database/work.ts';
import { createId } from '#kernel/ids.ts';
import { isUuid } from '#lib/uuid.ts';
import { finishCardSetup } from '../cards/finish-card-setup.ts';
import { clearingQueue } from '../clearing/check-clearing.ts';
import type { Payments } from '../context.ts';
import {
  ProviderRefused,
  ProviderUnavailable,
  type WebhookHeaders,
} from '../providers/provider.ts';
import { reconcilePayment } from '../settlement/reconcile-payment.ts';
import * as webhookStore from './webhook-store.ts';

export const webhookQueue = 'payments.process_webhooks';
const batchMax = 200;
/** 30 attempts take about a day; the job runs every minute. */
const retries: webhookStore.RetryPolicy = { attemptsMax: 30, delaySeconds: 10 };
// Most of the time each of them waits for its provider.
const concurrencyMax = 4;
export type WebhookResult =
  | { received: true; duplicate?: true; ignored?: true }
  | { code: 'invalid_signature' | 'unknown_provider'; detail: string };

/** Throws only when an event can't be stored: the provider then retries. */
export function createWebhookReceiver(payments: Payments) {
  const { kernel } = payments;
  const received = createBatchBuffer({
    caller: 'webhooks',
    create: (): webhookStore.NewWebhookEvent[] => [],
    isFull: (events) => events.length >= batchMax,
    async store(events) {
      // `read`, because a single statement commits itself: `write` would add two round trips
      // while providers wait.
      const stored = await kernel.work.read((db) => webhookStore.saveEvents(db, events));
      if (stored.values().some(isKnown)) requestJob(payments, webhookQueue);
      return stored;
    },
  });
  return async function receiveWebhook(
    headers: WebhookHeaders,
    providerName: string | undefined,
    body: Buffer,
  ): Promise<WebhookResult> {
    const provider = payments.providers.forWebhook(headers, providerName);
    if (!provider) return { detail: 'Unknown payment provider.', code: 'unknown_provider' };
    const event = provider.verifyWebhook(headers, body);
    if (!event || !isStorable(event.eventId))
      return { detail: 'Invalid signature.', code: 'invalid_signature' };
    const now = kernel.clock.now();
    const id = createId(now);
    const { batch, stored } = received.next();
    batch.push({
      id,
      provider: provider.name,
      eventId: event.eventId,
      providerPaymentId: storable(event.providerPaymentId),
      reference: storable(event.reference),
      orderId: event.orderId !== null && isUuid(event.orderId) ? event.orderId : null,
      providerStatus: storable(event.providerStatus) ?? '',
      body,
      now,
    });
    const saved = (await stored).get(id);
    if (!saved) return { received: true, duplicate: true };
    if (isAboutBalance(event.providerStatus)) requestJob(payments, clearingQueue);
    return { received: true, ...(!isKnown(saved) && { ignored: true }) };
  };
}

const isKnown = (event: webhookStore.StoredEvent): boolean =>
  event.payment_id !== null || event.card_setup_id !== null;

/** Payouts and money that became available: the balance is compared soon. */
const isAboutBalance = (type: string): boolean =>
  type === 'balance.available' || type.startsWith('payout.');

const isStorable = (text: string): boolean =>
  text.length > 0 && text.length <= 500 && !text.includes('\0') && text.isWellFormed();
const storable = (text: string | null): string | null =>
  text !== null && isStorable(text) ? text : null;

/** Nothing waits for the job: the schedule covers one that could not be sent. */
function requestJob({ kernel }: Payments, queue: string): void {
  const send = () =>
    kernel.work.read((db) => kernel.jobs.send(db, queue, {}, { singletonKey: 'all' }));
  void withCaller('webhooks', send).catch((err) => {
    kernel.log.warn({ err, queue }, 'a job for webhooks could not be sent; the schedule runs it');
  });
}

/** Processes all unfinished events. One payment that fails does not stop the others. */
export async function processWebhooks(payments: Payments): Promise<void> {
  const { work, clock, log } = payments.kernel;
  for (;;) {
    const due = { now: clock.now(), limit: batchMax, retries };
    const events = await work.read((db) => webhookStore.listUnfinished(db, due));
    if (events.length === 0) return;
    const bySubject = Map.groupBy(events, (one) => one.payment_id ?? one.card_setup_id).values();
    let hasFailed = false;
    const worker = async () => {
      for (const own of bySubject)
        await processEvents(payments, own).catch((err) => {
          hasFailed = true;
          const { payment_id: payment, card_setup_id: cardSetup } = own[0]!;
          log.error({ payment, cardSetup, err }, 'the result of a webhook could not be saved');
        });
    };
    await Promise.all(Array.from({ length: concurrencyMax }, worker));
    // What could not be saved would be read again at once: leave it to the next run.
    if (hasFailed || events.length < batchMax) return;
  }
}

async function processEvents(
  payments: Payments,
  events: readonly webhookStore.UnfinishedEvent[],
): Promise<void> {
  const { work, clock, log } = payments.kernel;
  const { payment_id: paymentId, card_setup_id: cardSetupId } = events[0]!;
  const ids = events.map(({ id }) => id);
  const finish = (status: webhookStore.WebhookStatus, error: string | null) =>
    work.write((tx) => webhookStore.finishEvents(tx, ids, { status, error, now: clock.now() }));
  if (paymentId === null && cardSetupId === null) return finish('ignored', null);
  try {
    const result =
      paymentId === null
        ? await finishCardSetup(payments, cardSetupId!)
        : await reconcilePayment(payments, paymentId, 'webhook');
    if (result === 'mismatch')
      return await finish('failed', 'The provider reports a different order or price.');
    await finish('processed', null);
  } catch (error) {
    const isExpected = error instanceof ProviderUnavailable || error instanceof ProviderRefused;
    if (!isExpected)
      log.error(
        { payment: paymentId, cardSetup: cardSetupId, err: error },
        'a webhook could not be processed',
      );
    await finish('failed', isExpected ? error.message : 'Internal error; see the log.');
  }
}

export async function replayWebhook(
  { kernel }: Payments,
  tx: Tx,
  id: string,
): Promise<webhookStore.WebhookRow | undefined> {
  if (!isUuid(id)) return undefined;
  const event = await webhookStore.reopenEvent(tx, id);
  if (event?.status === 'received')
    await kernel.jobs.send(tx, webhookQueue, {}, { singletonKey: 'all' });
  return event;
}
