// Webhooks of the providers. A signed event is only stored; a job then fetches the payment from the
// provider, because an event is a hint and not proof.

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
  const triggerJob = createJobTrigger(payments);
  const save = createEventBatcher(payments);
  return async function receiveWebhook(
    headers: WebhookHeaders,
    providerName: string | undefined,
    body: Buffer,
  ): Promise<WebhookResult> {
    const { kernel, providers } = payments;
    const provider = providers.forWebhook(headers, providerName);
    if (!provider) return { detail: 'Unknown payment provider.', code: 'unknown_provider' };
    const event = provider.verifyWebhook(headers, body);
    if (!event || !isStorable(event.eventId))
      return { detail: 'Invalid signature.', code: 'invalid_signature' };
    const now = kernel.clock.now();
    const stored = await save({
      id: createId(now),
      provider: provider.name,
      eventId: event.eventId,
      providerPaymentId: storable(event.providerPaymentId),
      reference: storable(event.reference),
      orderId: event.orderId !== null && isUuid(event.orderId) ? event.orderId : null,
      providerStatus: storable(event.providerStatus) ?? '',
      body,
      now,
    });
    if (!stored) return { received: true, duplicate: true };
    if (isAboutBalance(event.providerStatus)) requestCheck(payments);
    if (stored.payment_id === null && stored.card_setup_id === null)
      return { received: true, ignored: true };
    triggerJob();
    return { received: true };
  };
}

/** Payouts and money that became available: the balance is compared soon. */
const isAboutBalance = (type: string): boolean =>
  type === 'balance.available' || type.startsWith('payout.');

function requestCheck({ kernel }: Payments): void {
  const send = () =>
    kernel.work.read((db) => kernel.jobs.send(db, clearingQueue, {}, { singletonKey: 'all' }));
  void withCaller('webhooks', send).catch((err) => {
    kernel.log.warn({ err }, 'the check of balances could not be sent; the schedule runs it');
  });
}

const isStorable = (text: string): boolean =>
  text.length > 0 && text.length <= 500 && !text.includes('\0') && text.isWellFormed();
const storable = (text: string | null): string | null =>
  text !== null && isStorable(text) ? text : null;

type PendingEvent = {
  event: webhookStore.NewWebhookEvent;
  answer: (stored: webhookStore.StoredEvent | null) => void;
  fail: (error: unknown) => void;
};

/** Events that arrive while others are being stored are stored together in the next statement. */
function createEventBatcher({ kernel }: Payments) {
  const waiting: PendingEvent[] = [];
  let isStoring = false;
  async function storeAll(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax);
      try {
        const events = batch.map(({ event }) => event);
        // `read`, because a single statement commits itself: `write` would add two round trips
        // while providers wait.
        const stored = await kernel.work.read((db) => webhookStore.saveEvents(db, events));
        for (const { event, answer } of batch) answer(stored.get(event.id) ?? null);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    isStoring = false;
  }
  return (event: webhookStore.NewWebhookEvent) =>
    new Promise<webhookStore.StoredEvent | null>((answer, fail) => {
      waiting.push({ event, answer, fail });
      // The batch contains events of several callers, so it counts for none of them.
      if (!isStoring) void withCaller('webhooks', storeAll);
    });
}

/**
 * One queued job is enough for any number of events. Events that arrive while it is being sent
 * trigger another one, because it may start reading before they are stored. Nothing waits for the
 * job: the schedule covers one that could not be sent.
 */
function createJobTrigger({ kernel }: Payments): () => void {
  let isRequested = false;
  let isSending = false;
  const send = async () => {
    isSending = true;
    try {
      while (isRequested) {
        isRequested = false;
        await kernel.work.read((db) =>
          kernel.jobs.send(db, webhookQueue, {}, { singletonKey: 'all' }),
        );
      }
    } catch (err) {
      kernel.log.warn({ err }, 'the webhook job could not be sent; the schedule runs it');
    } finally {
      isSending = false;
    }
  };
  return () => {
    isRequested = true;
    if (!isSending) void withCaller('webhooks', send);
  };
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
