// What becomes of the payment that a plan waits for when the plan waits no longer.
import { describe, expect, it } from 'vitest';
import { accountDeleted } from '#areas/accounts/server/index.ts';
import { fetchPayment, simulateSandboxAction } from '#test/factories/payments.ts';
import {
  addFunds,
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
  readWalletBalance,
  requestSubscription,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import type { SubscriptionWire } from '../../wire/index.ts';

const t = useApp();
const byCard = { payment_source: 'payment', pay_currency: 'USD' };

/** Pro, which waits for its money. */
async function waiting(email: string, money?: string) {
  const who = await createCustomer(t, email, money);
  const plan = await createSubscription(t, who, 'pro', byCard);
  return { who, plan, uuid: plan.payment!.uuid };
}

/** With us and at the provider. */
async function readStatuses(uuid: string) {
  await t.jobs.runAll();
  const { write } = t.kernel.database;
  const ours = write.selectFrom('payment').select('status').where('id', '=', uuid);
  const theirs = write.selectFrom('sandbox_payment').select('status').where('id', '=', uuid);
  const rows = [await ours.executeTakeFirst(), await theirs.executeTakeFirst()];
  return rows.map((row) => row?.status);
}
const closed = ['cancelled', 'expired'];

describe('a subscription that waits for its payment', () => {
  const ends: [string, (who: SignedIn, plan: SubscriptionWire) => Promise<unknown>][] = [
    ['cancelled', (who, { id }) => callSubscriptions(t, who, 'POST', `${id}/cancel/`, {})],
    ['removed', (who, { id }) => callSubscriptions(t, who, 'DELETE', `${id}/`)],
    ['replaced', (who) => requestSubscription(t, who, 'scale', byCard)],
    ['replaced for nothing', (who) => requestSubscription(t, who, 'starter')],
    [
      'gone with its account',
      ({ accountId }) =>
        t.kernel.work.write((tx) => t.kernel.events.publish(tx, accountDeleted, { accountId })),
    ],
  ];
  for (const [how, end] of ends)
    it(`takes its payment along when it is ${how}`, async () => {
      const { who, plan, uuid } = await waiting(`${how.replaceAll(' ', '-')}@example.com`);
      await end(who, plan);
      expect(await readStatuses(uuid)).toEqual(closed);
    });

  it('is cancelled also without renewal', async () => {
    const who = await createCustomer(t, 'once@example.com');
    const { id, payment } = await createSubscription(t, who, 'pro', {
      ...byCard,
      auto_renew: false,
    });
    const reply = await callSubscriptions(t, who, 'POST', `${id}/cancel/`, {});
    expect(reply.body).toMatchObject({ status: 'cancelled' });
    expect(await readStatuses(payment!.uuid)).toEqual(closed);
  });

  it('cancels its payment when a previous plan is reactivated', async () => {
    const who = await createCustomer(t, 'back@example.com', '100');
    const pro = await createSubscription(t, who, 'pro');
    await callSubscriptions(t, who, 'POST', `${pro.id}/cancel/`, { at_period_end: false });
    const scale = await createSubscription(t, who, 'scale', byCard);
    await callSubscriptions(t, who, 'POST', `${pro.id}/reactivate/`);
    expect(await readStatuses(scale.payment!.uuid)).toEqual(closed);
  });

  it('leaves late money in the wallet, not marked as applied', async () => {
    const { who, plan, uuid } = await waiting('late-money@example.com');
    await callSubscriptions(t, who, 'POST', `${plan.id}/cancel/`, {});
    await simulateSandboxAction(t, uuid, 'pay');
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
    expect(await readWalletBalance(t, who)).toBe('79.00');
    const url = '/apix/payments/transactions/';
    const { results } = (await t.app.inject({ url, headers: who.headers })).json();
    expect(results).toMatchObject([{ amount: '79.00', description: 'Pro plan (cancelled)' }]);
  });

  it('starts when its payment completes', async () => {
    const { who, uuid } = await waiting('as-before@example.com');
    await simulateSandboxAction(t, uuid, 'pay');
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      status: 'active',
      tariff: { slug: 'pro' },
    });
    expect((await fetchPayment(t, who, uuid)).description).toBe('Pro plan');
  });

  it('leaves no open payment when it could not be created', async () => {
    const { who, plan } = await waiting('lost-race@example.com', '100');
    t.clock.advance(1000);
    const { live } = t.kernel;
    const { publish } = live;
    live.publish = async (tx, message) => {
      if (message.topic === 'billing') throw new Error('the process died');
      await publish(tx, message);
    };
    expect((await requestSubscription(t, who, 'scale', byCard)).status).toBe(500);
    live.publish = publish;
    // These would not be there: the test's jobs outlive what was rolled back.
    t.jobs.waiting.splice(0);
    const payments = await t.kernel.database.write
      .selectFrom('payment')
      .select(['id', 'status'])
      .where('account_id', '=', who.accountId)
      .orderBy('created_at')
      .execute();
    expect(payments.map(({ status }) => status)).toEqual(['pending', 'cancelled']);
    expect((await fetchCurrentSubscription(t, who)).payment?.uuid).toBe(plan.payment?.uuid);
  });
});

describe('a change that waits for its payment', () => {
  async function changing(email: string) {
    const who = await createCustomer(t, email, '100');
    const { id } = await createSubscription(t, who, 'pro');
    await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'scale', ...byCard });
    const { pending_change } = await fetchCurrentSubscription(t, who);
    return { who, id, uuid: pending_change!.payment! };
  }

  it('cancels its payment when it is undone, replaced or cancelled', async () => {
    const bodies = [{ tariff: 'pro' }, { tariff: 'starter' }, { tariff: 'scale', ...byCard }];
    for (const [at, body] of bodies.entries()) {
      const { who, id, uuid } = await changing(`undone${at}@example.com`);
      await callSubscriptions(t, who, 'PATCH', `${id}/`, body);
      expect(await readStatuses(uuid)).toEqual(closed);
    }
    const { who, id, uuid } = await changing('ended@example.com');
    await callSubscriptions(t, who, 'POST', `${id}/cancel/`, {});
    expect(await readStatuses(uuid)).toEqual(closed);
  });

  it('cancels its payment when it is paid from the balance', async () => {
    const { who, id, uuid } = await changing('balance@example.com');
    await addFunds(t, who.accountId, '500');
    await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'scale' });
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('scale');
    expect(await readStatuses(uuid)).toEqual(closed);
  });

  it('keeps its payment when it is applied', async () => {
    const { who, uuid } = await changing('comes@example.com');
    await simulateSandboxAction(t, uuid, 'pay');
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('scale');
    expect(await readStatuses(uuid)).toEqual(['completed', 'finished']);
  });
});

it('every cancelled subscription has a cancellation time', async () => {
  const who = await createCustomer(t, 'when@example.com', '200');
  await createSubscription(t, who, 'pro', { auto_renew: false });
  await advanceDays(t, 32);
  await requestSubscription(t, who, 'pro');
  const ended = (await callSubscriptions(t, who, 'GET', '?status=cancelled')).body
    .results as SubscriptionWire[];
  expect(ended.map(({ tariff }) => tariff.slug).sort()).toEqual(['free', 'free', 'pro']);
  for (const one of ended) expect(one.cancelled_at).not.toBeNull();
});
