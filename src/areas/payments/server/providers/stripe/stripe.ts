// Stripe: cards and bank debits through its hosted Checkout page.

import type Stripe from 'stripe';
import type { Clock } from '#kernel/clock.ts';
import { type Amount, roundToAmount, toDecimalText } from '#lib/money.ts';
import { snapshotRate } from '#lib/rates.ts';
import {
  type CreatedPayment,
  type NewPayment,
  type PaymentProvider,
  ProviderRefused,
  type ProviderReversal,
  type ProviderSnapshot,
  ProviderUnavailable,
} from '../provider.ts';
import { isStripeTestKey } from '../test-money.ts';
import { fromStripeUnits, stripeUnitsMax, toStripeUnits } from './stripe-amounts.ts';
import { createStripeBalance } from './stripe-balance.ts';
import { createStripeCards } from './stripe-cards.ts';
import { withStripeErrors } from './stripe-errors.ts';
import { readStripeEvent } from './stripe-events.ts';
import { listMissingPermissions } from './stripe-permissions.ts';
import { loadStripe } from './stripe-sdk.ts';
import { sessionEnd } from './stripe-sessions.ts';
import { toIntentSnapshot, toRefund, toSnapshot } from './stripe-snapshot.ts';

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  clock: Clock;
  /** Address and timeouts, for tests. */
  client?: Pick<
    NonNullable<ConstructorParameters<typeof Stripe>[1]>,
    'host' | 'port' | 'protocol' | 'timeout' | 'maxNetworkRetries'
  >;
};

const name = 'stripe';
/** Refunds or disputes of one payment. */
const listMax = 1000;

/** Currencies for card payments, and Stripe's minimum charge in each. */
const minimums: Readonly<Record<string, string>> = {
  USD: '0.50',
  EUR: '0.50',
  GBP: '0.30',
  KZT: '250.00',
  CNY: '4.00',
  JPY: '50',
};

function maximumAmount(code: string): Amount {
  const { currency, amount } = fromStripeUnits(stripeUnitsMax, code);
  return roundToAmount(amount, currency, 'down');
}

export function createStripe(options: StripeOptions): PaymentProvider {
  const stripe = new (loadStripe())(options.secretKey, {
    timeout: 8000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...options.client,
  });
  return {
    name,
    isTest: isStripeTestKey(options.secretKey),
    signatureHeader: 'stripe-signature',
    canRefund: true,
    convertsPrice: false,
    cards: createStripeCards(stripe, options),
    balance: createStripeBalance(stripe),
    takes: (currencyType) => currencyType === 'fiat',
    createPayment: (payment) => createSession(stripe, options.clock, payment),
    fetchPayment: (id) => fetchSnapshot(stripe, id),
    expirePayment: (id) => expireSession(stripe, id),
    refund: (id, request) => refund(stripe, id, request),
    verifyWebhook: (headers, rawBody) =>
      readStripeEvent(stripe, options.webhookSecret, options.clock, headers, rawBody),
    listCurrencies: async () => ({
      plain: Object.keys(minimums),
      fixedRate: Object.entries(minimums).map(([currency, minAmount]) => ({
        currency,
        minAmount,
        maxAmount: toDecimalText(maximumAmount(currency)),
      })),
    }),
    minimumAmount: async (from) => ({ currency: from, amount: minimums[from] ?? '0' }),
    maximumAmount,
    listMissingPermissions: () => listMissingPermissions(stripe),
    fetchRate: async (from, to) => {
      const rate = snapshotRate(from, to);
      if (!rate) throw new ProviderUnavailable(name, `has no rate from ${from} to ${to}`);
      return rate;
    },
  };
}

async function createSession(
  stripe: Stripe,
  clock: Clock,
  { uuid, price, payCurrency, description, successUrl, cancelUrl, expiresAt }: NewPayment,
): Promise<CreatedPayment> {
  if (payCurrency !== price.currency)
    throw new ProviderRefused(
      name,
      `A card can only pay in the currency of the amount. Choose ${price.currency} to pay with.`,
      'currency_mismatch',
    );
  const session = await withStripeErrors(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: uuid,
        metadata: { payment: uuid },
        // Later events refer to the intent and identify the payment only by this metadata.
        payment_intent_data: { metadata: { payment: uuid } },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: price.currency.toLowerCase(),
              unit_amount: toStripeUnits(price),
              product_data: { name: description || 'Payment' },
            },
          },
        ],
        success_url: successUrl,
        cancel_url: cancelUrl,
        expires_at: sessionEnd(clock, expiresAt),
      },
      { idempotencyKey: `payment:${uuid}` },
    ),
  );
  if (!session.url) throw new ProviderUnavailable(name, 'responded without a payment URL');
  return {
    providerPaymentId: session.id,
    payAmount: roundToAmount(toDecimalText(price), payCurrency, 'up'),
    payAddress: null,
    extraId: null,
    paymentUrl: session.url,
    qrData: session.url,
    expiresAt: new Date(session.expires_at * 1000),
    raw: session,
  };
}

const isIntent = (id: string): boolean => id.startsWith('pi_');

async function fetchObjects(stripe: Stripe, id: string) {
  // A saved card is charged without a session.
  if (isIntent(id))
    return {
      session: null,
      intent: await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
    };
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge'],
  });
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  return { session, intent };
}

function fetchSnapshot(stripe: Stripe, id: string): Promise<ProviderSnapshot> {
  return withStripeErrors(async () => {
    const { session, intent } = await fetchObjects(stripe, id);
    const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
    const filter = intent && { payment_intent: intent.id, limit: 100 };
    // Listed, because the charge's total leaves out failed refunds.
    const all = { limit: listMax };
    const refunds =
      filter && intent.status === 'succeeded'
        ? await stripe.refunds.list(filter).autoPagingToArray(all)
        : [];
    const disputes =
      filter && charge?.disputed ? await stripe.disputes.list(filter).autoPagingToArray(all) : [];
    return session
      ? toSnapshot({ session, intent, refunds, disputes })
      : toIntentSnapshot({ intent, refunds, disputes });
  });
}

async function expireSession(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await withStripeErrors<unknown>(() =>
      isIntent(id) ? stripe.paymentIntents.cancel(id) : stripe.checkout.sessions.expire(id),
    );
    return true;
  } catch (error) {
    // Already paid or closed.
    if (error instanceof ProviderRefused) return false;
    throw error;
  }
}

function refund(
  stripe: Stripe,
  id: string,
  { key, amount }: { key: string; amount?: Amount },
): Promise<ProviderReversal> {
  return withStripeErrors(async () => {
    const { intent } = await fetchObjects(stripe, id);
    if (intent?.status !== 'succeeded')
      throw new ProviderRefused(name, 'This payment has no money to refund.', 'not_paid');
    const created = await stripe.refunds.create(
      { payment_intent: intent.id, ...(amount && { amount: toStripeUnits(amount) }) },
      { idempotencyKey: `refund:${key}` },
    );
    const done = toRefund(created);
    if (done.isUndone)
      throw new ProviderRefused(name, 'Stripe could not refund the money.', 'failed');
    return done;
  });
}
