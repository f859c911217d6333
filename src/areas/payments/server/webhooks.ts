// What providers tell. A signed event is stored and answered; a job then asks the
// provider itself, because an event is only a reason to ask.
import type { Tx } from '#kernel/database/database.ts';
import { withCaller } from '#kernel/database/work.ts';
import { createId } from '#kernel/ids.ts';
import type { Payments } from './payments.ts';
import { ProviderRefused, ProviderUnavailable, type WebhookHeaders } from './providers/provider.ts';
import { reviewPayment } from './review-payment.ts';
import * as store from './webhook-store.ts';

export const webhookQueue = 'payments.webhooks';
const batchMax = 200;
// Each of them waits for its provider most of the time.
const atOnceMax = 4;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type WebhookAnswer =
  | { received: true; duplicate?: true; ignored?: true }
  | { code: 'invalid_signature' | 'unknown_provider'; detail: string };

/** Throws only when an event can't be stored: the provider then tries again. */
export function openWebhooks(payments: Payments) {
  const wake = openWaker(payments);
  const keep = openKeeper(payments);
  return async function receiveWebhook(
    headers: WebhookHeaders,
    asked: string | undefined,
    body: Buffer,
  ): Promise<WebhookAnswer> {
    const { kernel, providers } = payments;
    const provider = providers.forWebhook(headers, asked);
    if (!provider) return { detail: 'Unknown payment provider.', code: 'unknown_provider' };
    const event = provider.verifyWebhook(headers, body);
    if (!event || !isStorable(event.eventId))
      return { detail: 'Invalid signature.', code: 'invalid_signature' };
    const now = kernel.clock.now();
    const kept = await keep({
      id: createId(now),
      provider: provider.name,
      eventId: event.eventId,
      providerPaymentId: storable(event.providerPaymentId),
      reference: storable(event.reference),
      orderId: event.orderId !== null && uuid.test(event.orderId) ? event.orderId : null,
      providerStatus: storable(event.providerStatus) ?? '',
      body,
      now,
    });
    if (!kept) return { received: true, duplicate: true };
    if (kept.payment_id === null) return { received: true, ignored: true };
    wake();
    return { received: true };
  };
}

const isStorable = (text: string): boolean =>
  text.length > 0 && text.length <= 500 && !text.includes('\0') && text.isWellFormed();
const storable = (text: string | null): string | null =>
  text !== null && isStorable(text) ? text : null;

type Waiting = {
  event: store.NewWebhookEvent;
  answer: (kept: store.KeptEvent | null) => void;
  fail: (error: unknown) => void;
};

/** What comes while others are being stored is stored together, in the next statement. */
function openKeeper({ kernel }: Payments) {
  const waiting: Waiting[] = [];
  let isStoring = false;
  async function storeAll(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax);
      try {
        const events = batch.map(({ event }) => event);
        // One statement, which commits by itself: `write` would begin and commit around it, and
        // providers wait for this.
        const kept = await kernel.work.read((db) => store.keepEvents(db, events));
        for (const { event, answer } of batch) answer(kept.get(event.id) ?? null);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    isStoring = false;
  }
  return (event: store.NewWebhookEvent) =>
    new Promise<store.KeptEvent | null>((answer, fail) => {
      waiting.push({ event, answer, fail });
      // Of all networks, and not on behalf of the one that began the batch.
      if (!isStoring) void withCaller('webhooks', storeAll);
    });
}

/**
 * One waiting job is enough for any number of events. Those that come while it is being sent ask
 * for another one after it, because it may begin to read before they are stored. The schedule makes
 * up for a job that could not be sent, so nobody waits for it.
 */
function openWaker({ kernel }: Payments): () => void {
  let isWanted = false;
  let isSending = false;
  const send = async () => {
    isSending = true;
    try {
      while (isWanted) {
        isWanted = false;
        await kernel.work.read((db) =>
          kernel.jobs.send(db, webhookQueue, {}, { singletonKey: 'all' }),
        );
      }
    } catch (err) {
      kernel.log.warn({ err }, 'the job for webhooks could not be sent; the schedule runs it');
    } finally {
      isSending = false;
    }
  };
  return () => {
    isWanted = true;
    if (!isSending) void withCaller('webhooks', send);
  };
}

/** Works on everything that waits. One payment that fails holds up no other. */
export async function workOnWebhooks(payments: Payments): Promise<void> {
  const { work, clock } = payments.kernel;
  for (;;) {
    const events = await work.read((db) => store.listUnfinished(db, clock.now(), batchMax));
    if (events.length === 0) return;
    const byPayment = Map.groupBy(events, ({ payment_id }) => payment_id);
    const waiting = byPayment.entries();
    const worker = async () => {
      for (const [paymentId, about] of waiting) await workOn(payments, paymentId, about);
    };
    await Promise.all(Array.from({ length: atOnceMax }, worker));
    if (events.length < batchMax) return;
  }
}

async function workOn(
  payments: Payments,
  paymentId: string | null,
  events: store.UnfinishedEvent[],
): Promise<void> {
  const { work, clock, log } = payments.kernel;
  const ids = events.map(({ id }) => id);
  const finish = (status: store.WebhookStatus, error: string | null) =>
    work.write((tx) => store.finishEvents(tx, ids, { status, error, now: clock.now() }));
  if (paymentId === null) return finish('ignored', null);
  try {
    const review = await reviewPayment(payments, paymentId, 'webhook');
    if (review === 'mismatch')
      return await finish('failed', 'The provider speaks of another order or price.');
    await finish('processed', null);
  } catch (error) {
    const isExpected = error instanceof ProviderUnavailable || error instanceof ProviderRefused;
    if (!isExpected)
      log.error({ payment: paymentId, err: error }, 'a webhook could not be worked on');
    await finish('failed', isExpected ? error.message : 'An error of ours; see the log.');
  }
}

export async function replayWebhook(
  { kernel }: Payments,
  tx: Tx,
  id: string,
): Promise<store.WebhookRow | undefined> {
  if (!uuid.test(id)) return undefined;
  const event = await store.reopenEvent(tx, id);
  if (event?.status === 'received')
    await kernel.jobs.send(tx, webhookQueue, {}, { singletonKey: 'all' });
  return event;
}
