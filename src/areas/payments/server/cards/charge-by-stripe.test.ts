// Cards at Stripe, on its own wire: saved by a session in setup mode, charged off-session.
import { describe, expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import { createCardSetup, listCards } from '#test/factories/cards.ts';
import { readWalletBalance } from '#test/factories/subscriptions.ts';
import { visa } from '#test/fakes/providers/stripe/pages.ts';
import { saveCard } from '#test/fakes/providers/stripe/sessions.ts';
import { listAll } from '#test/fakes/providers/stripe/state.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { useStripe } from '#test/use-stripe.ts';
import { cardsPath } from '../../wire/cards.ts';
import { chargeCard, chargeCardFor, readCharging } from './charge-card.ts';

const t = useApp();
const stripe = useStripe(t);
let names = 0;

/** Through the events that Stripe sends, in reverse and twice. */
async function customerWith(declineCode?: string): Promise<SignedIn> {
  const who = await t.signIn(`stripe-${++names}@example.com`);
  const { url } = await createCardSetup(t, who);
  saveCard(stripe.server.account, url!.split('/').at(-1)!, visa, declineCode);
  await stripe.server.outbox.deliver({ copies: 2, isReversed: true });
  await t.jobs.runAll();
  return who;
}

const chargesPath = 'POST /v1/payment_intents';
/** Performs the next charges, and loses their responses: a proxy in between says 502. */
const loseResponses = (count: number) =>
  stripe.server.disturb({ call: chargesPath, count, result: 502, isPerformed: true });

/** Stores what the job charges; the job itself is left to the test. */
async function prepare({ accountId }: SignedIn, purposeKey = 'renewal:test:1'): Promise<string> {
  const id = await t.kernel.work.write(async (tx) => {
    const charging = (await readCharging(t.areas.payments, tx, [accountId])).get(accountId)!;
    return chargeCardFor(t.areas.payments, tx, {
      card: charging.card,
      amount: toAmount('12.50', 'USD'),
      purposeKey,
      subscriptionId: null,
      description: 'Pro plan',
      metadata: {},
    });
  });
  t.jobs.waiting.length = 0;
  return id;
}
const readStatus = async (id: string) =>
  t.kernel.database.write
    .selectFrom('payment')
    .select(['status', 'decline_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const listIntents = (id: string) =>
  listAll(stripe.server.account, 'payment_intent').filter(
    ({ metadata }) => (metadata as { payment: string }).payment === id,
  );

test('a card is saved once, whatever the order and number of events', async () => {
  const who = await customerWith();
  expect(await listCards(t, who)).toMatchObject([
    { last4: '4242', is_default: true, is_test: true },
  ]);
  const again = await createCardSetup(t, who);
  expect(again.url).toContain(`${stripe.server.address}/pay/`);
  const customers = listAll(stripe.server.account, 'customer');
  expect(customers.filter(({ email }) => email === who.email)).toHaveLength(1);
});

test('a removed card is detached', async () => {
  const who = await customerWith();
  const [card] = await listCards(t, who);
  const listAttached = () =>
    listAll(stripe.server.account, 'payment_method').filter(({ customer }) => customer !== null);
  const before = listAttached().length;
  await send(t, 'DELETE', `${cardsPath}${card!.uuid}/`, undefined, who);
  await t.jobs.runAll();
  expect(listAttached()).toHaveLength(before - 1);
});

describe('a charge', () => {
  test('credits the wallet once, through the ledger', async () => {
    const who = await customerWith();
    const id = await prepare(who);
    await chargeCard(t.areas.payments, id);
    expect(await readStatus(id)).toEqual({ status: 'completed', decline_code: null });
    expect(await readWalletBalance(t, who)).toBe('12.50');
    expect(listIntents(id)).toMatchObject([{ amount: 1250, currency: 'usd' }]);
    expect((await verifyLedger(t.kernel)).problems).toEqual([]);
  });

  test('whose response is lost is asked for again with the same key', async () => {
    const who = await customerWith();
    const id = await prepare(who);
    loseResponses(2);
    for (const _ of [1, 2]) await expect(chargeCard(t.areas.payments, id)).rejects.toThrow();
    expect(await readStatus(id)).toMatchObject({ status: 'pending' });
    await Promise.all([1, 2, 3].map(() => chargeCard(t.areas.payments, id)));
    expect(await readStatus(id)).toMatchObject({ status: 'completed' });
    expect(listIntents(id)).toHaveLength(1);
    const key = `charge:${who.accountId}:renewal:test:1:1`;
    const requests = stripe.server.received.filter(
      ({ headers }) => headers['idempotency-key'] === key,
    );
    expect(requests.length).toBeGreaterThanOrEqual(3);
    expect(await readWalletBalance(t, who)).toBe('12.50');
  });

  test('is found after days, when Stripe has forgotten its key', async () => {
    const who = await customerWith();
    const id = await prepare(who);
    loseResponses(1);
    await expect(chargeCard(t.areas.payments, id)).rejects.toThrow();
    t.clock.advance(2 * dayMs);
    await t.jobs.runSchedule('payments.reconcile');
    expect(await readStatus(id)).toMatchObject({ status: 'completed' });
    expect(listIntents(id)).toHaveLength(1);
    const other = await prepare(who, 'renewal:test:2');
    t.clock.advance(2 * dayMs);
    await t.jobs.runSchedule('payments.reconcile');
    expect(await readStatus(other)).toMatchObject({ status: 'completed' });
    expect(await readWalletBalance(t, who)).toBe('25.00');
  });

  test('is credited once by events that come twice, in any order, early and late', async () => {
    const who = await customerWith();
    const id = await prepare(who);
    loseResponses(1);
    await expect(chargeCard(t.areas.payments, id)).rejects.toThrow();
    const isPaid = (type: string) => type === 'payment_intent.succeeded';
    await stripe.server.outbox.deliver({ copies: 2, only: isPaid });
    await t.jobs.runAll();
    await chargeCard(t.areas.payments, id);
    t.clock.advance(3 * dayMs);
    await stripe.server.outbox.deliver({ isReversed: true });
    await t.jobs.runAll();
    expect(await readWalletBalance(t, who)).toBe('12.50');
    expect(listIntents(id)).toHaveLength(1);
  });

  test.each(['card_declined', 'authentication_required'] as const)(
    'that ends with %s fails once, and the next attempt has another key',
    async (behavior) => {
      const who = await customerWith(behavior);
      const id = await prepare(who);
      loseResponses(1);
      await expect(chargeCard(t.areas.payments, id)).rejects.toThrow();
      await chargeCard(t.areas.payments, id);
      await chargeCard(t.areas.payments, id);
      expect(await readStatus(id)).toEqual({ status: 'failed', decline_code: behavior });
      expect(listIntents(id)).toHaveLength(1);
      const next = await prepare(who);
      await chargeCard(t.areas.payments, next);
      expect(listIntents(next)).toHaveLength(1);
      expect(await readWalletBalance(t, who)).toBe('0.00');
    },
  );

  test('of a card that Stripe does not have any more fails', async () => {
    const who = await customerWith();
    const id = await prepare(who);
    await t.kernel.database.write
      .updateTable('payment_card')
      .set({ provider_card_id: 'pm_gone' })
      .where('account_id', '=', who.accountId)
      .execute();
    await chargeCard(t.areas.payments, id);
    expect(await readStatus(id)).toEqual({ status: 'failed', decline_code: 'resource_missing' });
  });

  test('can not be cancelled: whether it was made is certain only afterwards', async () => {
    const who = await customerWith();
    const id = await prepare(who);
    const path = `/apix/payments/payments/${id}/cancel/`;
    expect(await send(t, 'POST', path, {}, who)).toMatchObject({
      status: 400,
      body: { code: 'invalid_state' },
    });
    t.clock.advance(2 * 60 * minuteMs);
    await t.jobs.runSchedule('payments.expire');
    expect(await readStatus(id)).toMatchObject({ status: 'pending' });
  });
});
