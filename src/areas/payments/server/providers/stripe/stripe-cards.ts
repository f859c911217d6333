// Cards saved at Stripe: Checkout in setup mode collects them on Stripe's own page.
import type Stripe from 'stripe';
import type { Clock } from '#kernel/clock.ts';
import { hourMs } from '#lib/durations.ts';
import {
  type CardProvider,
  type CardSetupSnapshot,
  type CreatedCardSetup,
  type NewCardCharge,
  type NewCardSetup,
  type ProviderCard,
  ProviderRefused,
  ProviderUnavailable,
} from '../provider.ts';
import { createStripeAccount } from './stripe-account.ts';
import { toStripeUnits } from './stripe-amounts.ts';
import { intentOfError, withStripeErrors } from './stripe-errors.ts';
import { sessionEnd } from './stripe-sessions.ts';

/** Stripe knows idempotency keys for at least 24 hours; one of margin. */
const keyMs = 23 * hourMs;

export const createStripeCards = (
  stripe: Stripe,
  { clock, secretKey }: { clock: Clock; secretKey: string },
): CardProvider => ({
  ...createStripeAccount(stripe, secretKey),
  createCustomer: async ({ key, email }) => {
    const options = { idempotencyKey: `customer:${key}` };
    return (await withStripeErrors(() => stripe.customers.create({ email }, options))).id;
  },
  createSetup: (setup) => createSetup(stripe, clock, setup),
  fetchSetup: (id) => fetchSetup(stripe, id),
  charge: (request) => charge(stripe, clock, request),
  fetchCard: (id) => fetchCard(stripe, id),
  removeCard: (id) => ignoreMissing(() => stripe.paymentMethods.detach(id)),
  removeCustomer: (id) => ignoreMissing(() => stripe.customers.del(id)),
});

async function createSetup(
  stripe: Stripe,
  clock: Clock,
  { uuid, customerId, successUrl, cancelUrl, expiresAt }: NewCardSetup,
): Promise<CreatedCardSetup> {
  const session = await withStripeErrors(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'setup',
        customer: customerId,
        client_reference_id: uuid,
        // Events about the intent refer to the setup only by this metadata.
        setup_intent_data: { metadata: { card_setup: uuid } },
        allowed_payment_method_types: ['card'],
        success_url: successUrl,
        cancel_url: cancelUrl,
        expires_at: sessionEnd(clock, expiresAt),
      },
      // With the customer, because a setup is repeated with another one if the first is missing.
      { idempotencyKey: `card_setup:${uuid}:${customerId}` },
    ),
  );
  if (!session.url) throw new ProviderUnavailable('stripe', 'responded without a page for cards');
  return {
    providerSetupId: session.id,
    url: session.url,
    expiresAt: new Date(session.expires_at * 1000),
  };
}

async function fetchSetup(stripe: Stripe, id: string): Promise<CardSetupSnapshot> {
  const session = await withStripeErrors(() =>
    stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] }),
  );
  const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null;
  const method = typeof intent?.payment_method === 'object' ? intent.payment_method : null;
  return {
    orderId: session.client_reference_id,
    status: session.status === 'expired' ? 'expired' : 'open',
    card: intent?.status === 'succeeded' && method ? toCard(method) : null,
  };
}

function toCard({ id, card }: Stripe.PaymentMethod): ProviderCard | null {
  if (!card) return null;
  const { brand, last4, exp_month, exp_year, fingerprint = null } = card;
  return { id, fingerprint, brand, last4, expMonth: exp_month, expYear: exp_year };
}

async function charge(stripe: Stripe, clock: Clock, request: NewCardCharge): Promise<string> {
  const { uuid, key, startedAt, customerId, cardId, price, description } = request;
  const isKeyKnown = clock.now().getTime() - startedAt.getTime() < keyMs;
  const earlier = isKeyKnown ? null : await findIntent(stripe, request);
  if (earlier) return earlier;
  return withStripeErrors(async () => {
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount: toStripeUnits(price),
          currency: price.currency.toLowerCase(),
          customer: customerId,
          payment_method: cardId,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          description,
          metadata: { payment: uuid },
        },
        { idempotencyKey: key },
      );
      return intent.id;
    } catch (error) {
      const declined = intentOfError(error);
      if (declined === null) throw error;
      return declined;
    }
  });
}

/** An intent of ours whose key Stripe may have deleted. */
const findIntent = (
  stripe: Stripe,
  { uuid, customerId, startedAt }: NewCardCharge,
): Promise<string | null> =>
  withStripeErrors(async () => {
    const created = { gte: Math.floor(startedAt.getTime() / 1000) - 60 };
    const intents = stripe.paymentIntents.list({ customer: customerId, created, limit: 100 });
    for await (const { id, metadata } of intents) if (metadata.payment === uuid) return id;
    return null;
  });

async function fetchCard(stripe: Stripe, id: string): Promise<ProviderCard | null> {
  try {
    const method = await withStripeErrors(() => stripe.paymentMethods.retrieve(id));
    return method.customer ? toCard(method) : null;
  } catch (error) {
    if (error instanceof ProviderRefused) return null;
    throw error;
  }
}

/** Stripe refuses to remove what is not there, or is detached already. */
async function ignoreMissing(remove: () => Promise<unknown>): Promise<void> {
  await withStripeErrors(remove).catch((error: unknown) => {
    if (!(error instanceof ProviderRefused)) throw error;
  });
}
