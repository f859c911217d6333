import type Stripe from 'stripe';
import type { Clock } from '#kernel/clock.ts';
import type { WebhookEvent, WebhookHeaders } from '../provider.ts';
import { fromStripeUnits } from './stripe-amounts.ts';
import { readId } from './stripe-snapshot.ts';

/** An older signature is a replay; one in the future is forged, or a clock is wrong. */
const offsetSecondsMax = 300;

export function readStripeEvent(
  stripe: Stripe,
  secret: string,
  clock: Clock,
  headers: WebhookHeaders,
  rawBody: Buffer,
): WebhookEvent | null {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') return null;
  const nowMs = clock.now().getTime();
  // The library rejects old signatures only, not those in the future.
  if (signedAt(signature) * 1000 - nowMs > offsetSecondsMax * 1000) return null;
  try {
    return toEvent(
      stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        offsetSecondsMax,
        undefined,
        nowMs,
      ),
    );
  } catch {
    return null;
  }
}

/** Unix seconds; the last value counts, as in the library. */
const signedAt = (signature: string): number =>
  Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1] ?? 0);

type EventSubject = Pick<WebhookEvent, 'providerPaymentId' | 'reference' | 'orderId' | 'price'>;
const nothing: EventSubject = {
  providerPaymentId: null,
  reference: null,
  orderId: null,
  price: null,
};

function toEvent(event: Stripe.Event): WebhookEvent {
  return { eventId: event.id, providerStatus: event.type, ...readSubject(event) };
}

function readSubject(event: Stripe.Event): EventSubject {
  const { object } = event.data as { object: { object: string } };
  if (object.object === 'checkout.session') {
    const session = object as Stripe.Checkout.Session;
    const { amount_total: units, currency } = session;
    return {
      providerPaymentId: session.id,
      reference: readId(session.payment_intent),
      orderId: session.client_reference_id,
      price: units !== null && currency ? fromStripeUnits(units, currency) : null,
    };
  }
  if (object.object === 'payment_intent') {
    const intent = object as Stripe.PaymentIntent;
    return { ...nothing, reference: intent.id, orderId: intent.metadata.payment ?? null };
  }
  if (object.object === 'setup_intent') {
    const intent = object as Stripe.SetupIntent;
    return { ...nothing, orderId: intent.metadata?.card_setup ?? null };
  }
  if (['charge', 'refund', 'dispute'].includes(object.object)) {
    const about = object as Stripe.Charge | Stripe.Refund | Stripe.Dispute;
    return {
      ...nothing,
      reference: readId(about.payment_intent),
      orderId: about.metadata?.payment ?? null,
    };
  }
  return nothing;
}
