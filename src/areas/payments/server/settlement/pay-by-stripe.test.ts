// Payments on Stripe's page, with what may become of them afterwards, through signed webhooks.
import { beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import {
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  paymentsPath,
} from '#test/factories/payments.ts';
import {
  closeDispute,
  type DisputeStart,
  failRefund,
  openDispute,
} from '#test/fakes/providers/stripe/reversals.ts';
import { decideDebit, type Payment, paySession } from '#test/fakes/providers/stripe/sessions.ts';
import { listAll } from '#test/fakes/providers/stripe/state.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { useStripe } from '#test/use-stripe.ts';

const t = useApp();
const stripe = useStripe(t);
let names = 0;
let who: SignedIn;
beforeEach(async () => {
  who = await t.signIn(`payer-${++names}@example.com`);
});

/** Twice and in reverse, as Stripe may send them. */
async function deliver() {
  await stripe.server.outbox.deliver({ copies: 2, isReversed: true });
  await t.jobs.runAll();
}

async function start(body: object = {}) {
  const { uuid, payment_url: url } = await createSandboxPayment(t, who, body);
  return { uuid, sessionId: url!.split('/').at(-1)! };
}

async function pay(payment: Payment = 'pay', body: object = {}) {
  const { uuid, sessionId } = await start(body);
  paySession(stripe.server.account, sessionId, payment);
  await deliver();
  const { payment_intent: intent } = stripe.server.account.objects.get(sessionId)!;
  return { uuid, sessionId, intent: String(intent) };
}

const read = async (uuid: string) => {
  const { status } = await fetchPayment(t, who, uuid);
  return [status, await fetchAvailableBalance(t, who)];
};

test.each([
  ['USD', '25.00'],
  ['JPY', '4000'],
  ['KZT', '12000.00'],
])('a payment in %s is credited once', async (currency, amount) => {
  const { uuid } = await pay('pay', { amount, currency, pay_currency: currency });
  await deliver();
  expect((await fetchPayment(t, who, uuid)).status).toBe('completed');
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});

test('a declined card leaves the payment open for another card', async () => {
  const { uuid, sessionId } = await pay({ decline: 'insufficient_funds' });
  expect(await read(uuid)).toEqual(['pending', '0.00']);
  paySession(stripe.server.account, sessionId, 'pay');
  await deliver();
  expect(await read(uuid)).toEqual(['completed', '25.00']);
});

test.each([
  [true, 'completed', '25.00'],
  [false, 'failed', '0.00'],
])('a bank debit is decided later: %s', async (isPaid, status, balance) => {
  const { uuid, sessionId } = await pay('pay_later');
  expect(await read(uuid)).toEqual(['confirming', '0.00']);
  decideDebit(stripe.server.account, sessionId, isPaid);
  await deliver();
  expect(await read(uuid)).toEqual([status, balance]);
});

test('a payment that its owner cancels can not be paid any more', async () => {
  const { uuid, sessionId } = await start();
  const reply = await send(t, 'POST', `${paymentsPath}${uuid}/cancel/`, {}, who);
  expect(reply.status).toBe(200);
  await t.jobs.runAll();
  expect(stripe.server.account.objects.get(sessionId)).toMatchObject({ status: 'expired' });
  await deliver();
  expect((await read(uuid))[0]).toBe('cancelled');
});

async function refund(uuid: string, body: object) {
  const [one, other] = [
    await t.signIn('one@example.com', { roles: ['finance'] }),
    await t.signIn('other@example.com', { roles: ['finance'] }),
  ];
  const values = { reason: 'Ordered twice', ...body };
  const proposed = await send(t, 'POST', `${paymentsPath}${uuid}/refund/`, values, one);
  const path = `/apix/admin/adjustments/${proposed.body.uuid}/approve/`;
  expect((await send(t, 'POST', path, {}, other)).status).toBe(200);
  await t.jobs.runAll();
}

test('a refund goes back in part, and is undone when it fails days later', async () => {
  const { uuid, intent } = await pay();
  await refund(uuid, { amount: '10.00' });
  await deliver();
  expect(await read(uuid)).toEqual(['completed', '15.00']);
  const [refunded] = listAll(stripe.server.account, 'refund').filter(
    (one) => one.payment_intent === intent,
  );
  expect(refunded).toMatchObject({ amount: 1000 });
  failRefund(stripe.server.account, refunded!.id);
  await deliver();
  expect(await read(uuid)).toEqual(['completed', '25.00']);
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});

test('a dispute takes the money, gives it back when it is won, and takes it again by an appeal', async () => {
  const { uuid, intent } = await pay();
  const { id } = openDispute(stripe.server.account, intent, 'dispute');
  await deliver();
  expect(await read(uuid)).toEqual(['refunded', '0.00']);
  t.clock.advance(60_000);
  closeDispute(stripe.server.account, id, 'won');
  await deliver();
  expect(await read(uuid)).toEqual(['completed', '25.00']);
  t.clock.advance(60_000);
  closeDispute(stripe.server.account, id, 'lost');
  await deliver();
  expect(await read(uuid)).toEqual(['refunded', '0.00']);
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});

test.each(['inquiry', 'prevented'] satisfies DisputeStart[])(
  'an %s takes nothing',
  async (begin) => {
    const { uuid, intent } = await pay();
    openDispute(stripe.server.account, intent, begin);
    await deliver();
    expect(await read(uuid)).toEqual(['completed', '25.00']);
  },
);
