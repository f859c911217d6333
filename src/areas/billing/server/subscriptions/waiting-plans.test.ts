// What becomes of the payment that a plan waits for when the plan waits no longer.
import { describe, expect, it } from 'vitest';
import { accountDeleted } from '#areas/accounts/server/index.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  ask,
  balanceOf,
  currentOf,
  fund,
  newCustomer,
  pass,
  started,
  subscribeTo,
} from '#test/plans.ts';
import { play, readBack } from '#test/sandbox-payments.ts';
import type { SubscriptionWire } from '../../contract.ts';

const t = useApp();
const byCard = { payment_source: 'payment', pay_currency: 'USD' };

/** Pro, which waits for its money. */
async function waiting(email: string, money?: string) {
  const who = await newCustomer(t, email, money);
  const plan = await started(t, who, 'pro', byCard);
  return { who, plan, uuid: plan.payment!.uuid };
}

/** With us and at the provider. */
async function statusesOf(uuid: string) {
  await t.jobs.runAll();
  const { write } = t.kernel.database;
  const ours = write.selectFrom('payment').select('status').where('id', '=', uuid);
  const theirs = write.selectFrom('sandbox_payment').select('status').where('id', '=', uuid);
  const rows = [await ours.executeTakeFirst(), await theirs.executeTakeFirst()];
  return rows.map((row) => row?.status);
}
const closed = ['cancelled', 'expired'];

describe('a plan that waits for its payment', () => {
  const ends: [string, (who: SignedIn, plan: SubscriptionWire) => Promise<unknown>][] = [
    ['cancelled', (who, { id }) => ask(t, who, 'POST', `${id}/cancel/`, {})],
    ['removed', (who, { id }) => ask(t, who, 'DELETE', `${id}/`)],
    ['replaced', (who) => subscribeTo(t, who, 'scale', byCard)],
    ['replaced for nothing', (who) => subscribeTo(t, who, 'starter')],
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
      expect(await statusesOf(uuid)).toEqual(closed);
    });

  it('is cancelled as well when it was not to be renewed', async () => {
    const who = await newCustomer(t, 'once@example.com');
    const { id, payment } = await started(t, who, 'pro', { ...byCard, auto_renew: false });
    const reply = await ask(t, who, 'POST', `${id}/cancel/`, {});
    expect(reply.body).toMatchObject({ status: 'cancelled' });
    expect(await statusesOf(payment!.uuid)).toEqual(closed);
  });

  it('also when a plan that was left comes back in its place', async () => {
    const who = await newCustomer(t, 'back@example.com', '100');
    const pro = await started(t, who, 'pro');
    await ask(t, who, 'POST', `${pro.id}/cancel/`, { at_period_end: false });
    const scale = await started(t, who, 'scale', byCard);
    await ask(t, who, 'POST', `${pro.id}/reactivate/`);
    expect(await statusesOf(scale.payment!.uuid)).toEqual(closed);
  });

  it('leaves late money in the wallet, under a name that is not the plan’s', async () => {
    const { who, plan, uuid } = await waiting('late-money@example.com');
    await ask(t, who, 'POST', `${plan.id}/cancel/`, {});
    await play(t, uuid, 'pay');
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
    expect(await balanceOf(t, who)).toBe('79.00');
    const url = '/apix/payments/transactions/';
    const { results } = (await t.app.inject({ url, headers: who.headers })).json();
    expect(results).toMatchObject([{ amount: '79.00', description: 'Pro plan (cancelled)' }]);
  });

  it('begins with its money as before', async () => {
    const { who, uuid } = await waiting('as-before@example.com');
    await play(t, uuid, 'pay');
    expect(await currentOf(t, who)).toMatchObject({ status: 'active', tariff: { slug: 'pro' } });
    expect((await readBack(t, who, uuid)).description).toBe('Pro plan');
  });

  it('has no payment to pay when it could not begin', async () => {
    const { who, plan } = await waiting('lost-race@example.com', '100');
    const { live } = t.kernel;
    const { publish } = live;
    live.publish = async (tx, message) => {
      if (message.topic === 'billing') throw new Error('the process died');
      await publish(tx, message);
    };
    expect((await subscribeTo(t, who, 'scale', byCard)).status).toBe(500);
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
    expect((await currentOf(t, who)).payment?.uuid).toBe(plan.payment?.uuid);
  });
});

describe('a change that waits for its payment', () => {
  async function changing(email: string) {
    const who = await newCustomer(t, email, '100');
    const { id } = await started(t, who, 'pro');
    await ask(t, who, 'PATCH', `${id}/`, { tariff: 'scale', ...byCard });
    const { pending_change } = await currentOf(t, who);
    return { who, id, uuid: pending_change!.payment! };
  }

  it('takes its payment along when it is undone, replaced or cancelled', async () => {
    const bodies = [{ tariff: 'pro' }, { tariff: 'starter' }, { tariff: 'scale', ...byCard }];
    for (const [at, body] of bodies.entries()) {
      const { who, id, uuid } = await changing(`undone${at}@example.com`);
      await ask(t, who, 'PATCH', `${id}/`, body);
      expect(await statusesOf(uuid)).toEqual(closed);
    }
    const { who, id, uuid } = await changing('ended@example.com');
    await ask(t, who, 'POST', `${id}/cancel/`, {});
    expect(await statusesOf(uuid)).toEqual(closed);
  });

  it('and when it is paid from the balance after all', async () => {
    const { who, id, uuid } = await changing('balance@example.com');
    await fund(t, who.accountId, '500');
    await ask(t, who, 'PATCH', `${id}/`, { tariff: 'scale' });
    expect((await currentOf(t, who)).tariff.slug).toBe('scale');
    expect(await statusesOf(uuid)).toEqual(closed);
  });

  it('keeps its payment when it comes about', async () => {
    const { who, uuid } = await changing('comes@example.com');
    await play(t, uuid, 'pay');
    expect((await currentOf(t, who)).tariff.slug).toBe('scale');
    expect(await statusesOf(uuid)).toEqual(['completed', 'finished']);
  });
});

it('a cancelled subscription says when, whatever ended it', async () => {
  const who = await newCustomer(t, 'when@example.com', '200');
  await started(t, who, 'pro', { auto_renew: false });
  await pass(t, 32);
  await subscribeTo(t, who, 'pro');
  const ended = (await ask(t, who, 'GET', '?status=cancelled')).body.results as SubscriptionWire[];
  expect(ended.map(({ tariff }) => tariff.slug).sort()).toEqual(['free', 'free', 'pro']);
  for (const one of ended) expect(one.cancelled_at).not.toBeNull();
});
