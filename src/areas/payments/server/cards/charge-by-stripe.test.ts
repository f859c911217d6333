// Cards at Stripe, on its own wire: saved by a session in setup mode, charged off-session.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { amountOf } from '#lib/money.ts';
import { createCardSetup, listCards } from '#test/factories/cards.ts';
import { sendWebhook } from '#test/factories/payments.ts';
import { readWalletBalance } from '#test/factories/subscriptions.ts';
import {
  type StripeCardBehavior,
  type StripeServer,
  startStripeServer,
} from '#test/fakes/stripe-server.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { cardsPath } from '../../wire/cards.ts';
import { createProviders } from '../providers/providers.ts';
import { loadStripe } from '../providers/stripe/stripe-sdk.ts';
import { chargeCard, chargeCardFor, readCharging } from './charge-card.ts';

const t = useApp();
const webhookSecret = 'whsec_test';
let stripe: StripeServer;
let names = 0;

beforeAll(async () => {
  stripe = await startStripeServer(() => t.clock.now());
  const config = {
    ...t.kernel.config,
    STRIPE_SECRET_KEY: 'sk_test_123',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  };
  t.areas.payments.providers = createProviders(
    { ...t.kernel, config },
    {
      stripe: {
        host: '127.0.0.1',
        port: stripe.port,
        protocol: 'http',
        timeout: 30_000,
        maxNetworkRetries: 0,
      },
    },
  );
});
afterAll(() => stripe.stop());

function sendStripeEvent(id: string, type: string, object: object) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const { webhooks } = new (loadStripe())('sk_test_123');
  const timestamp = Math.floor(t.clock.now().getTime() / 1000);
  const signature = { payload, secret: webhookSecret, timestamp };
  return sendWebhook(t, payload, {
    'content-type': 'application/json',
    'stripe-signature': webhooks.generateTestHeaderString(signature),
  });
}

/** Through the events that Stripe sends, in an order of chance and twice. */
async function customerWith(behavior: StripeCardBehavior): Promise<SignedIn> {
  const who = await t.signIn(`stripe-${++names}@example.com`);
  const { uuid, url } = await createCardSetup(t, who);
  const sessionId = url!.split('/').at(-1)!;
  stripe.saveCard(sessionId, behavior);
  const intent = { id: 'seti', object: 'setup_intent', metadata: { card_setup: uuid } };
  const session = {
    id: sessionId,
    object: 'checkout.session',
    mode: 'setup',
    client_reference_id: uuid,
    amount_total: null,
    currency: null,
    payment_intent: null,
  };
  for (const _ of [1, 2]) {
    await sendStripeEvent(`${uuid}-seti`, 'setup_intent.succeeded', intent);
    await sendStripeEvent(`${uuid}-cs`, 'checkout.session.completed', session);
  }
  await t.jobs.runAll();
  return who;
}

/** Stores what the job charges; the job itself is left to the test. */
async function prepare({ accountId }: SignedIn, purposeKey = 'renewal:test:1'): Promise<string> {
  const id = await t.kernel.work.write(async (tx) => {
    const charging = (await readCharging(t.areas.payments, tx, [accountId])).get(accountId)!;
    return chargeCardFor(t.areas.payments, tx, {
      card: charging.card,
      amount: amountOf('12.50', 'USD'),
      purposeKey,
      subscriptionId: null,
      description: 'Pro plan',
      metadata: {},
    });
  });
  t.jobs.waiting.length = 0;
  return id;
}
const statusOf = async (id: string) =>
  t.kernel.database.write
    .selectFrom('payment')
    .select(['status', 'decline_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const intentsOf = (id: string) =>
  stripe.intents.filter(({ metadata }) => (metadata as { payment: string }).payment === id);

test('a card is saved once, whatever the order and number of events', async () => {
  const who = await customerWith('pays');
  expect(await listCards(t, who)).toMatchObject([
    { last4: '4242', is_default: true, is_test: true },
  ]);
  const again = await createCardSetup(t, who);
  expect(again.url).toContain('https://checkout.stripe.example/');
  expect(stripe.customers.filter(({ email }) => email === who.email)).toHaveLength(1);
});

test('a removed card is detached', async () => {
  const who = await customerWith('pays');
  const [card] = await listCards(t, who);
  const before = stripe.detached.length;
  await send(t, 'DELETE', `${cardsPath}${card!.uuid}/`, undefined, who);
  await t.jobs.runAll();
  expect(stripe.detached).toHaveLength(before + 1);
});

describe('a charge', () => {
  test('credits the wallet once, through the ledger', async () => {
    const who = await customerWith('pays');
    const id = await prepare(who);
    await chargeCard(t.areas.payments, id);
    expect(await statusOf(id)).toEqual({ status: 'completed', decline_code: null });
    expect(await readWalletBalance(t, who)).toBe('12.50');
    expect(intentsOf(id)).toMatchObject([{ amount: 1250, currency: 'usd' }]);
    expect((await verifyLedger(t.kernel)).problems).toEqual([]);
  });

  test('whose response is lost is asked for again with the same key', async () => {
    const who = await customerWith('pays');
    const id = await prepare(who);
    stripe.loseResponses(2);
    for (const _ of [1, 2]) await expect(chargeCard(t.areas.payments, id)).rejects.toThrow();
    expect(await statusOf(id)).toMatchObject({ status: 'pending' });
    await Promise.all([1, 2, 3].map(() => chargeCard(t.areas.payments, id)));
    expect(await statusOf(id)).toMatchObject({ status: 'completed' });
    expect(intentsOf(id)).toHaveLength(1);
    expect(stripe.keys.get(`charge:${who.accountId}:renewal:test:1:1`)).toBeGreaterThanOrEqual(3);
    expect(await readWalletBalance(t, who)).toBe('12.50');
  });

  test('is found after days, when Stripe has forgotten its key', async () => {
    const who = await customerWith('pays');
    const id = await prepare(who);
    stripe.loseResponses(1);
    await expect(chargeCard(t.areas.payments, id)).rejects.toThrow();
    stripe.dropKeys();
    t.clock.advance(2 * dayMs);
    await t.jobs.runSchedule('payments.reconcile');
    expect(await statusOf(id)).toMatchObject({ status: 'completed' });
    expect(intentsOf(id)).toHaveLength(1);
    const other = await prepare(who, 'renewal:test:2');
    t.clock.advance(2 * dayMs);
    await t.jobs.runSchedule('payments.reconcile');
    expect(await statusOf(other)).toMatchObject({ status: 'completed' });
    expect(await readWalletBalance(t, who)).toBe('25.00');
  });

  test('is credited once by events that come twice, in any order, early and late', async () => {
    const who = await customerWith('pays');
    const id = await prepare(who);
    stripe.loseResponses(1);
    await expect(chargeCard(t.areas.payments, id)).rejects.toThrow();
    const [intent] = intentsOf(id);
    const notify = async (event: string) => {
      await sendStripeEvent(`${id}-${event}`, `payment_intent.${event}`, intent!);
      await t.jobs.runAll();
    };
    for (const event of ['succeeded', 'created', 'succeeded']) await notify(event);
    await chargeCard(t.areas.payments, id);
    for (const event of ['processing', 'succeeded', 'created']) await notify(event);
    t.clock.advance(3 * dayMs);
    await notify('late');
    expect(await readWalletBalance(t, who)).toBe('12.50');
    expect(intentsOf(id)).toHaveLength(1);
  });

  test.each(['card_declined', 'authentication_required'] as const)(
    'that ends with %s fails once, and the next attempt has another key',
    async (behavior) => {
      const who = await customerWith(behavior);
      const id = await prepare(who);
      stripe.loseResponses(1);
      await expect(chargeCard(t.areas.payments, id)).rejects.toThrow();
      await chargeCard(t.areas.payments, id);
      await chargeCard(t.areas.payments, id);
      expect(await statusOf(id)).toEqual({ status: 'failed', decline_code: behavior });
      expect(intentsOf(id)).toHaveLength(1);
      const next = await prepare(who);
      await chargeCard(t.areas.payments, next);
      expect(intentsOf(next)).toHaveLength(1);
      expect(await readWalletBalance(t, who)).toBe('0.00');
    },
  );

  test('of a card that Stripe does not have any more fails', async () => {
    const who = await customerWith('pays');
    const id = await prepare(who);
    await t.kernel.database.write
      .updateTable('payment_card')
      .set({ provider_card_id: 'pm_gone' })
      .where('account_id', '=', who.accountId)
      .execute();
    await chargeCard(t.areas.payments, id);
    expect(await statusOf(id)).toEqual({ status: 'failed', decline_code: 'resource_missing' });
  });

  test('can not be cancelled: whether it was made is certain only afterwards', async () => {
    const who = await customerWith('pays');
    const id = await prepare(who);
    const path = `/apix/payments/payments/${id}/cancel/`;
    expect(await send(t, 'POST', path, {}, who)).toMatchObject({
      status: 400,
      body: { code: 'invalid_state' },
    });
    t.clock.advance(2 * 60 * minuteMs);
    await t.jobs.runSchedule('payments.expire');
    expect(await statusOf(id)).toMatchObject({ status: 'pending' });
  });
});
