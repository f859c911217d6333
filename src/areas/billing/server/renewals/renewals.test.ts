import { describe, expect, it } from 'vitest';
import { accountDeleted } from '#areas/accounts/server/index.ts';
import { hourMs } from '#lib/durations.ts';
import {
  createCompletedPayment,
  fetchPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import {
  addFunds,
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  dayMs,
  fetchCurrentSubscription,
  readWalletBalance,
} from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import type { SubscriptionWire } from '../../wire/index.ts';
import { advance, renewDue } from './renew.ts';

const t = useApp();
const db = () => t.kernel.database.write;
const listCharges = (id: string) =>
  db().selectFrom('subscription_charge').selectAll().where('subscription_id', '=', id).execute();
/** Without the invoices of charges. */
const planMails = async (email: string) =>
  (await t.mails(email)).filter(({ kind }) => kind.startsWith('billing.'));
const listSubjects = async (email: string) =>
  (await planMails(email)).map(({ subject }) => subject);

describe('a renewal', () => {
  it('keeps the day of the month across February', async () => {
    t.clock.set(new Date('2027-01-31T10:00:00Z'));
    const who = await createCustomer(t, 'day@example.com', '500');
    const { id } = await createSubscription(t, who, 'pro');
    const ends: string[] = [];
    for (let month = 0; month < 4; month++) {
      const { current_period_end } = await fetchCurrentSubscription(t, who);
      ends.push(current_period_end.slice(0, 10));
      t.clock.set(new Date(current_period_end));
      await t.jobs.runSchedule('billing.renew');
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
    expect(await listCharges(id)).toHaveLength(5);
    expect(await readWalletBalance(t, who)).toBe('105.00');
  });

  it('to a year that was chosen during the months lasts a year', async () => {
    t.clock.set(new Date('2027-05-10T09:00:00Z'));
    const who = await createCustomer(t, 'to-yearly@example.com', '2000');
    const { id } = await createSubscription(t, who, 'pro');
    await advanceDays(t, 31);
    await callSubscriptions(t, who, 'PATCH', `${id}/`, { billing_period: 'yearly' });
    await advanceDays(t, 30);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      billing_period: 'yearly',
      current_period_start: '2027-07-10T09:00:00.000Z',
      current_period_end: '2028-07-10T09:00:00.000Z',
    });
    expect(await readWalletBalance(t, who)).toBe('1052.00');
    await advanceDays(t, 366);
    expect(await readWalletBalance(t, who)).toBe('262.00');
  });

  it('has the start of its charge, to the millisecond, however long the call takes', async () => {
    const who = await createCustomer(t, 'ticking@example.com', '500');
    const { now } = t.clock;
    let ticks = 0;
    t.kernel.clock.now = () => new Date(now().getTime() + ++ticks);
    const { id, current_period_start } = await createSubscription(t, who, 'pro');
    t.kernel.clock.now = now;
    const [charge] = await listCharges(id);
    expect(charge!.period_start.toISOString()).toBe(current_period_start);
  });

  it('does nothing when the clock is set back', async () => {
    const who = await createCustomer(t, 'clock@example.com', '500');
    const { id } = await createSubscription(t, who, 'pro');
    await advanceDays(t, 31);
    await advanceDays(t, -10);
    await advanceDays(t, 10);
    expect(await listCharges(id)).toHaveLength(2);
  });

  it('happens once when two processes run it concurrently', async () => {
    const people = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => createCustomer(t, `${name}@example.com`, '500')),
    );
    const ids: string[] = [];
    for (const who of people) ids.push((await createSubscription(t, who, 'pro')).id);
    t.clock.advance(31 * dayMs);
    await Promise.all([1, 2, 3].map(() => renewDue(t.areas.subscriptions)));
    await Promise.all([...ids, ...ids].map((id) => advance(t.areas.subscriptions, id)));
    for (const id of ids) expect(await listCharges(id)).toHaveLength(2);
    for (const who of people) expect(await readWalletBalance(t, who)).toBe('342.00');
  });

  it('changes nothing when it fails half-way, and succeeds in the next run', async () => {
    const who = await createCustomer(t, 'crash@example.com', '500');
    const { id } = await createSubscription(t, who, 'pro');
    t.clock.advance(31 * dayMs);
    const { live } = t.kernel;
    const { publish } = live;
    live.publish = () => Promise.reject(new Error('the process died'));
    await renewDue(t.areas.subscriptions);
    live.publish = publish;
    expect(await listCharges(id)).toHaveLength(1);
    expect(await readWalletBalance(t, who)).toBe('421.00');
    await renewDue(t.areas.subscriptions);
    expect(await listCharges(id)).toHaveLength(2);
  });

  it('of a yearly plan is announced a week before', async () => {
    const who = await createCustomer(t, 'year@example.com', '2000');
    await createSubscription(t, who, 'pro', { billing_period: 'yearly' });
    await advanceDays(t, 359);
    await t.jobs.runSchedule('billing.remind');
    await t.jobs.runSchedule('billing.remind');
    expect(await listSubjects(who.email)).toEqual([
      expect.stringMatching(/^Your Pro plan renews on /),
    ]);
    await advanceDays(t, 7);
    expect(await readWalletBalance(t, who)).toBe('420.00');
  });
});

describe('a renewal with too low a balance', () => {
  it('is retried on days 3 and 6 with an e-mail each, and ends the plan on day 7', async () => {
    const who = await createCustomer(t, 'dunned@example.com', '79');
    const { id } = await createSubscription(t, who, 'pro');
    await advanceDays(t, 31);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      id,
      status: 'past_due',
      is_active: true,
      past_due: { amount: '79.00' },
    });
    await advanceDays(t, 1);
    expect(await listSubjects(who.email)).toHaveLength(1);
    await advanceDays(t, 2);
    await advanceDays(t, 3);
    expect(await listSubjects(who.email)).toEqual([
      'Your Pro plan could not be renewed',
      'Your Pro plan could not be renewed',
      expect.stringMatching(/^Last reminder: your Pro plan ends on /),
    ]);
    const [first] = await planMails(who.email);
    expect(first?.text).toContain('$79.00');
    await advanceDays(t, 1);
    expect((await callSubscriptions(t, who, 'GET', `${id}/`)).body.status).toBe('expired');
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
    expect(await listSubjects(who.email)).toContain('Your Pro plan has ended');
  });

  it('is paid by any top-up, and the period starts where the last one ended', async () => {
    const who = await createCustomer(t, 'saved@example.com', '79');
    const { id, current_period_end } = await createSubscription(t, who, 'pro');
    await advanceDays(t, 33);
    const fresh = await t.signIn(who.email);
    await createCompletedPayment(t, fresh, { amount: '100.00' });
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      id,
      status: 'active',
      past_due: null,
      current_period_start: current_period_end,
    });
    expect(await readWalletBalance(t, who)).toBe('21.00');
  });

  it('is paid by the next attempt after money arrived in another way', async () => {
    const who = await createCustomer(t, 'other-way@example.com', '79');
    await createSubscription(t, who, 'pro');
    await advanceDays(t, 31);
    await addFunds(t, who.accountId, '79');
    await advanceDays(t, 3);
    expect((await fetchCurrentSubscription(t, who)).status).toBe('active');
    expect(await listSubjects(who.email)).toHaveLength(1);
  });

  it.each([
    ['299', 'scale', '1.00'],
    ['100', 'pro', '22.00'],
  ])(
    'is paid by the payment of a pending change: with %s the plan is %s',
    async (money, slug, left) => {
      const who = await createCustomer(t, `waiting-${slug}@example.com`, '79');
      const { id, current_period_end } = await createSubscription(t, who, 'pro');
      t.clock.set(new Date(Date.parse(current_period_end) - hourMs));
      const dearer = { tariff: 'scale', payment_source: 'payment', pay_currency: 'USD' };
      const { body } = await callSubscriptions(t, who, 'PATCH', `${id}/`, dearer);
      const { payment } = body as unknown as SubscriptionWire;
      expect(payment).toMatchObject({ amount: '1.00' });
      await advanceDays(t, 0.1);
      const { status, past_due } = await fetchCurrentSubscription(t, who);
      expect([status, past_due?.amount]).toEqual(['past_due', '79.00']);
      await addFunds(t, who.accountId, money);
      await simulateSandboxAction(t, payment!.uuid, 'pay');
      expect(await fetchCurrentSubscription(t, who)).toMatchObject({
        status: 'active',
        tariff: { slug },
        current_period_start: current_period_end,
        pending_change: null,
      });
      expect(await readWalletBalance(t, who)).toBe(left);
      const fresh = await t.signIn(who.email);
      const { is_applied } = await fetchPayment(t, fresh, payment!.uuid);
      expect(is_applied).toBe(slug === 'scale');
    },
  );

  it.each(['scale', 'pro'])(
    'marks the payment as applied only for its tariff: %s',
    async (slug) => {
      const who = await createCustomer(t, `applied-${slug}@example.com`, '79');
      const { id } = await createSubscription(t, who, 'pro');
      await advanceDays(t, 31);
      const plan = { purpose: 'subscription', subscription: id, metadata: { tariff: slug } };
      const fresh = await t.signIn(who.email);
      const paid = await createCompletedPayment(t, fresh, { ...plan, amount: '100.00' });
      expect(await fetchCurrentSubscription(t, who)).toMatchObject({
        status: 'active',
        tariff: { slug: 'pro' },
      });
      expect(paid.is_applied).toBe(slug === 'pro');
    },
  );

  it('can be settled by changing to a cheaper plan, or by cancelling', async () => {
    const who = await createCustomer(t, 'less@example.com', '100');
    const { id } = await createSubscription(t, who, 'pro');
    await advanceDays(t, 31);
    const preview = await callSubscriptions(t, who, 'PATCH', `${id}/?preview=true`, {
      tariff: 'starter',
    });
    expect(preview.body).toMatchObject({ kind: 'start', charge_now: '19.00' });
    const { body } = await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'starter' });
    expect(body).toMatchObject({ status: 'active', tariff: { slug: 'starter' } });
    expect(await readWalletBalance(t, who)).toBe('2.00');
    await advanceDays(t, 31);
    const cancelled = await callSubscriptions(t, who, 'POST', `${id}/cancel/`, {});
    expect(cancelled.body.status).toBe('cancelled');
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  });

  it('stays overdue when the balance does not cover the cheaper plan either', async () => {
    const who = await createCustomer(t, 'card-due@example.com', '79');
    const { id } = await createSubscription(t, who, 'pro');
    await advanceDays(t, 31);
    const refused = await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'starter' });
    expect(refused.body.code).toBe('insufficient_balance');
    expect((await fetchCurrentSubscription(t, who)).status).toBe('past_due');
  });
});

describe('a deleted account', () => {
  it('has no subscription, and is not charged again', async () => {
    const who = await createCustomer(t, 'gone@example.com', '500');
    const { id } = await createSubscription(t, who, 'pro');
    await t.kernel.database.transaction((tx) =>
      t.kernel.events.publish(tx, accountDeleted, { accountId: who.accountId }),
    );
    await advanceDays(t, 62);
    expect((await callSubscriptions(t, who, 'GET', `${id}/`)).body.status).toBe('cancelled');
    expect((await callSubscriptions(t, who, 'GET', 'current/')).status).toBe(404);
    expect(await listCharges(id)).toHaveLength(1);
  });
});
