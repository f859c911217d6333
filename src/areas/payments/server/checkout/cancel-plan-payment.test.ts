import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { charge } from '#areas/ledger/server/index.ts';
import { toAmount } from '#lib/money.ts';
import {
  applySandboxAction,
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  paymentsPath,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { createCustomer, fetchCurrentSubscription } from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { mailCustomer } from '../emails/payment-mails.ts';
import { findPayment, lockPayment } from '../payments/payment-store.ts';
import { ProviderUnavailable } from '../providers/provider.ts';
import { cancelPlanPayment } from './cancel-plan-payment.ts';

const t = useApp();
const release = (uuid: string) =>
  t.kernel.work.write((tx) => cancelPlanPayment(t.areas.payments, tx, uuid));
/** Apart from the transaction that the test is in. */
const inAnotherProcess = AsyncLocalStorage.snapshot();

async function requestPlanPayment(who: SignedIn) {
  const { id } = await fetchCurrentSubscription(t, who);
  const plan = { purpose: 'subscription', subscription: id, description: 'Pro plan' };
  return createSandboxPayment(t, who, { ...plan, amount: '79.00' });
}

async function statusAtProvider(uuid: string) {
  const query = t.kernel.database.write.selectFrom('sandbox_payment').select('status');
  return (await query.where('id', '=', uuid).executeTakeFirst())?.status;
}

describe('a payment that its plan no longer waits for', () => {
  test('is cancelled at once, and closed at its provider by a job', async () => {
    const who = await createCustomer(t, 'closed@example.com');
    const { uuid } = await requestPlanPayment(who);
    await release(uuid);
    const cancelled = await fetchPayment(t, who, uuid);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      description: 'Pro plan (cancelled)',
      cancel_reason: 'The plan was cancelled, changed or given up.',
      status_history: [{ status: 'pending' }, { status: 'cancelled', source: 'system' }],
    });
    await t.jobs.runAll();
    expect(await statusAtProvider(uuid)).toBe('expired');
    await release(uuid);
    await t.jobs.runAll();
    expect(await fetchPayment(t, who, uuid)).toEqual(cancelled);
  });

  test('goes into the wallet if its money still arrives, and the customer is notified', async () => {
    const who = await createCustomer(t, 'late@example.com');
    const { uuid } = await requestPlanPayment(who);
    await release(uuid);
    await simulateSandboxAction(t, uuid, 'pay');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'completed',
      late: true,
      credited_amount: '79.00',
      is_applied: false,
    });
    expect(await fetchAvailableBalance(t, who)).toBe('79.00');
    const mails = await t.mails(who.email);
    const credit = mails.find(({ subject }) => subject === '$79.00 is in your wallet');
    expect(credit?.text).toContain('No plan was waiting for it');
  });

  test('stays as it is once money is on its way', async () => {
    const who = await createCustomer(t, 'on-its-way@example.com');
    const { uuid } = await requestPlanPayment(who);
    await simulateSandboxAction(t, uuid, 'send');
    await release(uuid);
    await t.jobs.runAll();
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'confirming',
      description: 'Pro plan',
      cancel_reason: '',
    });
    expect(await statusAtProvider(uuid)).toBe('confirming');
  });

  test('keeps the reason and the name that it had when somebody cancelled it before', async () => {
    const who = await createCustomer(t, 'by-hand@example.com');
    const { uuid } = await requestPlanPayment(who);
    const { headers } = who;
    await send(t, 'POST', `${paymentsPath}${uuid}/cancel/`, { reason: 'Too dear' }, { headers });
    const cancelled = await fetchPayment(t, who, uuid);
    await release(uuid);
    await t.jobs.runAll();
    expect(await fetchPayment(t, who, uuid)).toEqual(cancelled);
    expect(cancelled).toMatchObject({ description: 'Pro plan', cancel_reason: 'Too dear' });
  });

  test('is named within the limit of a description', async () => {
    const who = await createCustomer(t, 'long-name@example.com');
    const { id } = await fetchCurrentSubscription(t, who);
    const plan = { purpose: 'subscription', subscription: id, description: 'x'.repeat(500) };
    const { uuid } = await createSandboxPayment(t, who, plan);
    await release(uuid);
    const { description } = await fetchPayment(t, who, uuid);
    expect(description).toHaveLength(500);
    expect(description).toMatch(/x \(cancelled\)$/);
  });

  test('is left to the job while its money is being booked', async () => {
    const who = await createCustomer(t, 'booked@example.com');
    const { uuid } = await requestPlanPayment(who);
    await t.kernel.work.write(async (tx) => {
      await lockPayment(tx, uuid);
      await inAnotherProcess(() => release(uuid));
    });
    expect((await fetchPayment(t, who, uuid)).status).toBe('pending');
    await t.jobs.runAll();
    expect((await fetchPayment(t, who, uuid)).status).toBe('cancelled');
  });

  test('is cancelled with us also while its provider is away, which hears of it later', async () => {
    const who = await createCustomer(t, 'away@example.com');
    const { uuid } = await requestPlanPayment(who);
    await t.jobs.runAll();
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { expirePayment } = sandbox;
    sandbox.expirePayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'away'));
    await release(uuid);
    expect(await t.jobs.runNext()).toBe('retry');
    expect((await fetchPayment(t, who, uuid)).status).toBe('cancelled');
    sandbox.expirePayment = expirePayment;
    await t.jobs.runAll();
    expect(await statusAtProvider(uuid)).toBe('expired');
  });
});

test('a payment that paid for its plan is marked as applied', async () => {
  const who = await createCustomer(t, 'applied@example.com');
  const { uuid, subscription } = await requestPlanPayment(who);
  await applySandboxAction(t, uuid, 'pay');
  t.clock.advance(121_000);
  await t.jobs.runSchedule('payments.reconcile');
  expect((await fetchPayment(t, who, uuid)).is_applied).toBe(false);
  const price = charge({
    accountId: who.accountId,
    amount: toAmount('79', 'USD'),
    subscriptionId: subscription,
    idempotencyKey: 'pro',
    actor: `payment:${uuid}`,
  });
  await t.kernel.work.write(async (tx) => {
    await t.areas.payments.ledger.post(tx, price);
    await mailCustomer(t.areas.payments, tx, (await findPayment(tx, uuid))!);
  });
  expect((await fetchPayment(t, who, uuid)).is_applied).toBe(true);
  const mails = await t.mails(who.email);
  expect(mails.map(({ subject }) => subject)).toContain('We received $79.00 for your plan');
});
