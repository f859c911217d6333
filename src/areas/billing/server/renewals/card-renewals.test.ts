import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { chargeCard } from '#areas/payments/server/cards/charge-card.ts';
import {
  type CardProvider,
  ProviderUnavailable,
} from '#areas/payments/server/providers/provider.ts';
import { dayMs } from '#lib/durations.ts';
import { saveCard } from '#test/factories/cards.ts';
import { createCompletedPayment } from '#test/factories/payments.ts';
import { setPaymentSettings } from '#test/factories/settings.ts';
import {
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
  readWalletBalance,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { renewDue } from './renew.ts';

const t = useApp();
const db = () => t.kernel.database.write;
let names = 0;

/** With a Pro plan of $79.00 that began today, and a card. */
async function subscriber(
  card: Parameters<typeof saveCard>[2],
  { balance = '79', chargeFirst = 'balance' } = {},
) {
  const who = await createCustomer(t, `renewal-${++names}@example.com`, balance);
  const { id } = await createSubscription(t, who, 'pro');
  if (card) await saveCard(t, who, card);
  if (chargeFirst === 'card') await setPaymentSettings(t, who, { charge_first: 'card' });
  return { who, id };
}
/** The job that renews, and those that it starts. */
async function advance(days: number) {
  await advanceDays(t, days);
  await t.jobs.runAll();
}
const listPayments = ({ accountId }: SignedIn) =>
  db()
    .selectFrom('payment')
    .select(['id', 'status', 'purpose', 'amount', 'charge_key', 'decline_code', 'card_id'])
    .where('account_id', '=', accountId)
    .where('card_id', 'is not', null)
    .orderBy('created_at')
    .execute();
const listCharges = (id: string) =>
  db().selectFrom('subscription_charge').selectAll().where('subscription_id', '=', id).execute();
const sandboxCharges = ({ accountId }: SignedIn) =>
  db()
    .selectFrom('sandbox_transfer')
    .innerJoin('payment', 'payment.id', 'sandbox_transfer.sandbox_payment_id')
    .select('sandbox_transfer.amount')
    .where('payment.account_id', '=', accountId)
    .where('payment.card_id', 'is not', null)
    .execute();
const mails = async ({ email }: SignedIn, kind: string) =>
  (await t.mails(email)).filter((mail) => mail.kind === kind);

type Charge = CardProvider['charge'];

/** Stands between us and the sandbox. Returns what takes it away. */
function replaceCharge(act: (charge: Charge, ...request: Parameters<Charge>) => Promise<string>) {
  const cards = t.areas.payments.providers.find('sandbox')!.cards!;
  const { charge } = cards;
  cards.charge = (request) => act(charge, request);
  const restore = () => {
    cards.charge = charge;
  };
  onTestFinished(restore);
  return restore;
}

afterEach(async () => {
  // The plans of one test would be renewed in the next.
  const now = t.clock.now();
  await db()
    .updateTable('subscription')
    .set({
      status: 'cancelled',
      cancelled_at: now,
      ended_at: now,
      past_due_at: null,
      failed_charges: 0,
    })
    .where('ended_at', 'is', null)
    .execute();
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});

describe('a renewal by card', () => {
  test('takes what is missing of the balance', async () => {
    const { who, id } = await subscriber('pays', { balance: '99' });
    await advance(31);
    expect(await listPayments(who)).toMatchObject([
      { status: 'completed', purpose: 'subscription', amount: '59.000000000000000000' },
    ]);
    expect(await listCharges(id)).toHaveLength(2);
    expect(await readWalletBalance(t, who)).toBe('0.00');
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ status: 'active', id });
  });

  test('leaves the balance alone where the card is charged first', async () => {
    const { who, id } = await subscriber('pays', { balance: '279', chargeFirst: 'card' });
    await advance(31);
    expect(await listPayments(who)).toMatchObject([{ amount: '79.000000000000000000' }]);
    expect(await readWalletBalance(t, who)).toBe('200.00');
    expect(await listCharges(id)).toHaveLength(2);
  });

  test('is not needed where the balance comes first and covers it', async () => {
    const { who, id } = await subscriber('pays', { balance: '500' });
    await advance(31);
    expect(await listPayments(who)).toEqual([]);
    expect(await listCharges(id)).toHaveLength(2);
  });

  test('has an invoice, as every charge', async () => {
    const { who, id } = await subscriber('pays');
    await advance(31);
    await t.jobs.runSchedule('invoices.issue');
    const [, charge] = await listCharges(id);
    const invoices = await db()
      .selectFrom('invoice')
      .select('gross')
      .where('journal_id', '=', charge!.journal_id)
      .execute();
    expect(invoices).toEqual([{ gross: '79.000000000000000000' }]);
    expect(await mails(who, 'payments.completed')).toMatchObject([
      { subject: 'We received $79.00 for your plan' },
    ]);
  });

  test('happens once a period, however often jobs run and processes die', async () => {
    const { who, id } = await subscriber('pays');
    let deaths = 0;
    replaceCharge(async (charge, request) => {
      const paymentId = await charge(request);
      if (++deaths <= 3) throw new Error('the process died after the card was charged');
      return paymentId;
    });
    t.clock.advance(31 * dayMs);
    await Promise.all([1, 2, 3].map(() => renewDue(t.areas.subscriptions)));
    for (let run = 0; run < 3; run++) expect(await t.jobs.runNext()).toBe('retry');
    expect(await sandboxCharges(who)).toHaveLength(1);
    expect(await listPayments(who)).toMatchObject([{ status: 'pending' }]);
    expect(await listCharges(id)).toHaveLength(1);
    const [payment] = await listPayments(who);
    await Promise.all([1, 2, 3].map(() => chargeCard(t.areas.payments, payment!.id)));
    await t.jobs.runAll();
    await renewDue(t.areas.subscriptions);
    expect(await sandboxCharges(who)).toHaveLength(1);
    expect(await listPayments(who)).toMatchObject([{ status: 'completed' }]);
    expect(await listCharges(id)).toHaveLength(2);
    expect(await readWalletBalance(t, who)).toBe('0.00');
  });

  test('pays for the end of a trial', async () => {
    const who = await createCustomer(t, 'trial@example.com');
    await createSubscription(t, who, 'starter');
    await saveCard(t, who);
    await advance(15);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      status: 'active',
      tariff: { slug: 'starter' },
    });
    expect(await listPayments(who)).toMatchObject([{ amount: '19.000000000000000000' }]);
  });

  test('stays in the wallet when the plan was cancelled meanwhile', async () => {
    const { who, id } = await subscriber('pays', { balance: '79' });
    t.clock.advance(31 * dayMs);
    await renewDue(t.areas.subscriptions);
    await callSubscriptions(t, who, 'POST', `${id}/cancel/`, { immediate: true });
    await t.jobs.runAll();
    expect(await readWalletBalance(t, who)).toBe('79.00');
    expect(await listCharges(id)).toHaveLength(1);
  });
});

describe('a declined card', () => {
  test('is tried on days 0, 3 and 6 with an e-mail each, and the plan ends on day 7', async () => {
    const { who, id } = await subscriber('is_declined');
    await advance(31);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      id,
      status: 'past_due',
      is_active: true,
    });
    for (const days of [1, 2, 3]) await advance(days);
    const payments = await listPayments(who);
    expect(payments).toMatchObject(
      Array(3).fill({ status: 'failed', decline_code: 'card_declined' }),
    );
    expect(new Set(payments.map((one) => one.charge_key)).size).toBe(3);
    const letters = await mails(who, 'billing.past_due');
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Your Pro plan could not be renewed',
      'Your Pro plan could not be renewed',
      expect.stringMatching(/^Last reminder: your Pro plan ends on /),
    ]);
    expect(letters[0]!.text).toContain('Visa ending in 0341 was declined');
    expect(letters[0]!.text).toContain('/dashboard/wallet/payment-methods');
    await advance(1);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ tariff: { slug: 'free' } });
    expect(await listPayments(who)).toHaveLength(3);
  });

  test('is no obstacle once another is saved: that one pays at once', async () => {
    const { who, id } = await subscriber('is_declined');
    const [first] = await db()
      .selectFrom('payment_card')
      .select('id')
      .where('account_id', '=', who.accountId)
      .execute();
    await advance(32);
    const signedIn = await t.signIn(who.email);
    await saveCard(t, signedIn, 'pays', { replaces: first!.id });
    await t.jobs.runAll();
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ status: 'active', id });
    expect(await listPayments(who)).toMatchObject([{ status: 'failed' }, { status: 'completed' }]);
    expect(await listCharges(id)).toHaveLength(2);
    await advance(6);
    expect(await listPayments(who)).toHaveLength(2);
  });

  test('that is replaced by another one that is declined keeps its later attempts', async () => {
    const { who } = await subscriber('is_declined');
    await advance(32);
    const signedIn = await t.signIn(who.email);
    const [declined] = await listPayments(who);
    await saveCard(t, signedIn, 'is_declined', { replaces: declined!.card_id });
    await t.jobs.runAll();
    expect(await listPayments(who)).toHaveLength(2);
    await advance(3);
    expect(await listPayments(who)).toHaveLength(3);
    await advance(3);
    expect(await listPayments(who)).toHaveLength(4);
  });

  test('leaves it to the balance where that covers the period', async () => {
    const { who, id } = await subscriber('is_declined', { balance: '179', chargeFirst: 'card' });
    await advance(31);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ status: 'active', id });
    expect(await readWalletBalance(t, who)).toBe('21.00');
    expect(await mails(who, 'billing.card_declined')).toMatchObject([
      { subject: 'Visa ending in 0341 did not pay for your Pro plan' },
    ]);
  });

  test('ends a trial', async () => {
    const who = await createCustomer(t, 'declined-trial@example.com');
    await createSubscription(t, who, 'starter');
    await saveCard(t, who, 'is_declined');
    await advance(15);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ tariff: { slug: 'free' } });
    expect(await mails(who, 'billing.plan_ended')).toHaveLength(1);
  });

  test('that expired is declined, too', async () => {
    const { who } = await subscriber('expires', { chargeFirst: 'card' });
    await advance(31);
    expect(await listPayments(who)).toMatchObject([{ decline_code: 'expired_card' }]);
  });
});

describe('a card that needs authentication', () => {
  test('sends its owner to the payment page, and that payment renews the plan', async () => {
    const { who, id } = await subscriber('needs_authentication');
    await advance(31);
    const [letter] = await mails(who, 'billing.past_due');
    expect(letter).toMatchObject({ subject: 'Confirm the payment for your Pro plan' });
    expect(letter!.text).toContain('/dashboard/wallet/add?amount=79.00&currency=USD');
    expect(await listPayments(who)).toMatchObject([
      { status: 'failed', decline_code: 'authentication_required' },
    ]);
    await createCompletedPayment(t, await t.signIn(who.email), { amount: '79.00' });
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ status: 'active', id });
    expect(await listCharges(id)).toHaveLength(2);
  });
});

describe('the provider', () => {
  test('may be away for days: the plan works, and is charged once it is back', async () => {
    const { who, id } = await subscriber('pays');
    const restore = replaceCharge(() => Promise.reject(new ProviderUnavailable('sandbox', 'away')));
    t.clock.advance(31 * dayMs);
    await renewDue(t.areas.subscriptions);
    await t.jobs.runAll().catch(() => undefined);
    for (let day = 0; day < 9; day++) {
      await advanceDays(t, 1);
      await t.jobs.runSchedule('payments.expire');
      await t.jobs.runSchedule('payments.reconcile');
    }
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ status: 'active', id });
    restore();
    await t.jobs.runSchedule('payments.reconcile');
    expect(await listCharges(id)).toHaveLength(2);
    expect(await sandboxCharges(who)).toHaveLength(1);
  });

  test('that has no such card any more ends the payment', async () => {
    const { who } = await subscriber('pays');
    await db().updateTable('sandbox_card').set({ removed_at: t.clock.now() }).execute();
    await advance(31);
    expect(await listPayments(who)).toMatchObject([
      { status: 'failed', decline_code: 'card_removed' },
    ]);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ status: 'past_due' });
  });
});

test('a plan says which card pays, and that nothing is missing then', async () => {
  const { who } = await subscriber('pays', { balance: '99' });
  expect((await fetchCurrentSubscription(t, who)).next_charge).toMatchObject({
    available: '20.00',
    missing: '0.00',
    card: 'Visa ending in 4242',
  });
  await advanceDays(t, 25);
  await t.jobs.runSchedule('billing.remind');
  expect(await mails(who, 'billing.short_balance')).toEqual([]);
  const alone = await subscriber(undefined, { balance: '99' });
  expect((await fetchCurrentSubscription(t, alone.who)).next_charge).toMatchObject({
    missing: '59.00',
    card: null,
  });
});
