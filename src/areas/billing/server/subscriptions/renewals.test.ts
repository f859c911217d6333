import { describe, expect, it } from 'vitest';
import { accountDeleted } from '#areas/accounts/server/index.ts';
import { useApp } from '#test/harness.ts';
import { ask, balanceOf, currentOf, dayMs, fund, newCustomer, pass, started } from '#test/plans.ts';
import { completedPayment, play, readBack } from '#test/sandbox-payments.ts';
import type { SubscriptionWire } from '../../contract.ts';
import { advance } from './renew.ts';
import { renewDue } from './subscription-jobs.ts';

const t = useApp();
const db = () => t.kernel.database.write;
const chargesOf = (id: string) =>
  db().selectFrom('subscription_charge').selectAll().where('subscription_id', '=', id).execute();
const subjectsOf = async (email: string) => (await t.mails(email)).map(({ subject }) => subject);

describe('a renewal', () => {
  it('keeps the day of the month, whatever February does', async () => {
    t.clock.set(new Date('2027-01-31T10:00:00Z'));
    const who = await newCustomer(t, 'day@example.com', '500');
    const { id } = await started(t, who, 'pro');
    const ends: string[] = [];
    for (let month = 0; month < 4; month++) {
      const { current_period_end } = await currentOf(t, who);
      ends.push(current_period_end.slice(0, 10));
      t.clock.set(new Date(current_period_end));
      await t.jobs.runSchedule('billing.renew');
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
    expect(await chargesOf(id)).toHaveLength(5);
    expect(await balanceOf(t, who)).toBe('105.00');
  });

  it('is made up for after a standstill, each period once', async () => {
    const who = await newCustomer(t, 'still@example.com', '500');
    const { id } = await started(t, who, 'pro');
    await pass(t, 95);
    expect(await chargesOf(id)).toHaveLength(4);
    expect(await balanceOf(t, who)).toBe('184.00');
  });

  it('does nothing when the clock goes back', async () => {
    const who = await newCustomer(t, 'clock@example.com', '500');
    const { id } = await started(t, who, 'pro');
    await pass(t, 31);
    await pass(t, -10);
    await pass(t, 10);
    expect(await chargesOf(id)).toHaveLength(2);
  });

  it('is done once by two processes at the same moment', async () => {
    const people = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => newCustomer(t, `${name}@example.com`, '500')),
    );
    const ids: string[] = [];
    for (const who of people) ids.push((await started(t, who, 'pro')).id);
    t.clock.advance(31 * dayMs);
    await Promise.all([1, 2, 3].map(() => renewDue(t.areas.subscriptions)));
    await Promise.all([...ids, ...ids].map((id) => advance(t.areas.subscriptions, id)));
    for (const id of ids) expect(await chargesOf(id)).toHaveLength(2);
    for (const who of people) expect(await balanceOf(t, who)).toBe('342.00');
  });

  it('that breaks half-way has done nothing, and is done by the next run', async () => {
    const who = await newCustomer(t, 'crash@example.com', '500');
    const { id } = await started(t, who, 'pro');
    t.clock.advance(31 * dayMs);
    const { live } = t.kernel;
    const { publish } = live;
    live.publish = () => Promise.reject(new Error('the process died'));
    await renewDue(t.areas.subscriptions);
    live.publish = publish;
    expect(await chargesOf(id)).toHaveLength(1);
    expect(await balanceOf(t, who)).toBe('421.00');
    await renewDue(t.areas.subscriptions);
    expect(await chargesOf(id)).toHaveLength(2);
  });

  it('of a year is told of a week before', async () => {
    const who = await newCustomer(t, 'year@example.com', '2000');
    await started(t, who, 'pro', { billing_period: 'yearly' });
    await pass(t, 359);
    await t.jobs.runSchedule('billing.remind');
    await t.jobs.runSchedule('billing.remind');
    expect(await subjectsOf(who.email)).toEqual([
      expect.stringMatching(/^Your Pro plan renews on /),
    ]);
    await pass(t, 7);
    expect(await balanceOf(t, who)).toBe('420.00');
  });
});

describe('a renewal that nobody can pay', () => {
  it('is tried again on days 3 and 6 with a mail each, and ends the plan on day 7', async () => {
    const who = await newCustomer(t, 'dunned@example.com', '79');
    const { id } = await started(t, who, 'pro');
    await pass(t, 31);
    expect(await currentOf(t, who)).toMatchObject({
      id,
      status: 'past_due',
      is_active: true,
      past_due: { amount: '79.00' },
    });
    await pass(t, 1);
    expect(await subjectsOf(who.email)).toHaveLength(1);
    await pass(t, 2);
    await pass(t, 3);
    expect(await subjectsOf(who.email)).toEqual([
      'Your Pro plan could not be renewed',
      'Your Pro plan could not be renewed',
      expect.stringMatching(/^Last reminder: your Pro plan ends on /),
    ]);
    const [first] = await t.mails(who.email);
    expect(first?.text).toContain('$79.00');
    await pass(t, 1);
    expect((await ask(t, who, 'GET', `${id}/`)).body.status).toBe('expired');
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
    expect(await subjectsOf(who.email)).toContain('Your Pro plan has ended');
  });

  it('is paid by any top-up, and the period begins where the last one ended', async () => {
    const who = await newCustomer(t, 'saved@example.com', '79');
    const { id, current_period_end } = await started(t, who, 'pro');
    await pass(t, 33);
    const fresh = await t.signIn(who.email);
    await completedPayment(t, fresh, { amount: '100.00' });
    expect(await currentOf(t, who)).toMatchObject({
      id,
      status: 'active',
      past_due: null,
      current_period_start: current_period_end,
    });
    expect(await balanceOf(t, who)).toBe('21.00');
  });

  it('is paid by the next attempt when money came another way', async () => {
    const who = await newCustomer(t, 'other-way@example.com', '79');
    await started(t, who, 'pro');
    await pass(t, 31);
    await fund(t, who.accountId, '79');
    await pass(t, 3);
    expect((await currentOf(t, who)).status).toBe('active');
    expect(await subjectsOf(who.email)).toHaveLength(1);
  });

  it.each([
    ['299', 'scale', '1.00'],
    ['100', 'pro', '22.00'],
  ])(
    'is paid by the payment that a change waited for: with %s it is %s',
    async (money, slug, left) => {
      const who = await newCustomer(t, `waiting-${slug}@example.com`, '79');
      const { id, current_period_end } = await started(t, who, 'pro');
      t.clock.set(new Date(Date.parse(current_period_end) - 3_600_000));
      const dearer = { tariff: 'scale', payment_source: 'payment', pay_currency: 'USD' };
      const { body } = await ask(t, who, 'PATCH', `${id}/`, dearer);
      const { payment } = body as unknown as SubscriptionWire;
      expect(payment).toMatchObject({ amount: '1.00' });
      await pass(t, 0.1);
      const { status, past_due } = await currentOf(t, who);
      expect([status, past_due?.amount]).toEqual(['past_due', '79.00']);
      await fund(t, who.accountId, money);
      await play(t, payment!.uuid, 'pay');
      expect(await currentOf(t, who)).toMatchObject({
        status: 'active',
        tariff: { slug },
        current_period_start: current_period_end,
        pending_change: null,
      });
      expect(await balanceOf(t, who)).toBe(left);
      const fresh = await t.signIn(who.email);
      const { is_applied } = await readBack(t, fresh, payment!.uuid);
      expect(is_applied).toBe(slug === 'scale');
    },
  );

  it.each(['scale', 'pro'])(
    'is called the plan of the payment only for its tariff: %s',
    async (slug) => {
      const who = await newCustomer(t, `applied-${slug}@example.com`, '79');
      const { id } = await started(t, who, 'pro');
      await pass(t, 31);
      const plan = { purpose: 'subscription', subscription: id, metadata: { tariff: slug } };
      const fresh = await t.signIn(who.email);
      const paid = await completedPayment(t, fresh, { ...plan, amount: '100.00' });
      expect(await currentOf(t, who)).toMatchObject({ status: 'active', tariff: { slug: 'pro' } });
      expect(paid.is_applied).toBe(slug === 'pro');
    },
  );

  it('can be settled with a cheaper plan, or with none', async () => {
    const who = await newCustomer(t, 'less@example.com', '100');
    const { id } = await started(t, who, 'pro');
    await pass(t, 31);
    const preview = await ask(t, who, 'PATCH', `${id}/?preview=true`, { tariff: 'starter' });
    expect(preview.body).toMatchObject({ kind: 'start', charge_now: '19.00' });
    const { body } = await ask(t, who, 'PATCH', `${id}/`, { tariff: 'starter' });
    expect(body).toMatchObject({ status: 'active', tariff: { slug: 'starter' } });
    expect(await balanceOf(t, who)).toBe('2.00');
    await pass(t, 31);
    const cancelled = await ask(t, who, 'POST', `${id}/cancel/`, {});
    expect(cancelled.body.status).toBe('cancelled');
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
  });

  it('stays overdue when even the cheaper plan is too dear', async () => {
    const who = await newCustomer(t, 'card-due@example.com', '79');
    const { id } = await started(t, who, 'pro');
    await pass(t, 31);
    const refused = await ask(t, who, 'PATCH', `${id}/`, { tariff: 'starter' });
    expect(refused.body.code).toBe('insufficient_balance');
    expect((await currentOf(t, who)).status).toBe('past_due');
  });
});

describe('a deleted account', () => {
  it('has no plan, and no charge follows', async () => {
    const who = await newCustomer(t, 'gone@example.com', '500');
    const { id } = await started(t, who, 'pro');
    await t.kernel.database.transaction((tx) =>
      t.kernel.events.publish(tx, accountDeleted, { accountId: who.accountId }),
    );
    await pass(t, 62);
    expect((await ask(t, who, 'GET', `${id}/`)).body.status).toBe('cancelled');
    expect((await ask(t, who, 'GET', 'current/')).status).toBe(404);
    expect(await chargesOf(id)).toHaveLength(1);
  });
});
