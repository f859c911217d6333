import { describe, expect, it, onTestFinished } from 'vitest';
import { makeAccount } from '#test/factories.ts';
import { useApp } from '#test/harness.ts';
import { ask, currentOf, dayMs, fund, newCustomer, pass, started } from '#test/plans.ts';
import { readFreeTariff } from '../entitlements.ts';
import { beginning } from './move-subscription.ts';

const t = useApp();
const subjectsOf = async (email: string) => (await t.mails(email)).map(({ subject }) => subject);

/** Nothing can be told about these accounts. */
function breakFor(isBroken: (accountId: number) => boolean): void {
  const { live } = t.kernel;
  const { publish } = live;
  live.publish = (tx, message) =>
    isBroken(message.accountId) ? Promise.reject(new Error('broken')) : publish(tx, message);
  onTestFinished(() => {
    live.publish = publish;
  });
}

/** Mails to this address are lost, with whatever is stored beside them. */
function loseMailsTo(address: string): void {
  const { mail } = t.kernel;
  const { send } = mail;
  mail.send = (tx, letter) =>
    letter.to.address === address ? Promise.reject(new Error('broken')) : send(tx, letter);
  onTestFinished(() => {
    mail.send = send;
  });
}

describe('what is due', () => {
  it('is done behind more than a page of subscriptions that always fail', async () => {
    const { write } = t.kernel.database;
    const now = t.clock.now();
    const tariff = await readFreeTariff(write);
    const broken = new Set<number>();
    for (let n = 0; n < 230; n++) {
      const accountId = await makeAccount(t.kernel, { email: `broken${n}@example.com` });
      broken.add(accountId);
      const row = beginning({ accountId, tariff, now: new Date(now.getTime() - 40 * dayMs) });
      await write.insertInto('subscription').values(row).execute();
    }
    const who = await newCustomer(t, 'behind@example.com', '500');
    await started(t, who, 'pro');
    breakFor((accountId) => broken.has(accountId));
    await pass(t, 31);
    expect((await currentOf(t, who)).current_period_start > now.toISOString()).toBe(true);
    await write
      .deleteFrom('subscription')
      .where('account_id', 'in', [...broken])
      .execute();
  });

  it('is told to everybody but the one whose mail fails', async () => {
    for (const name of ['first', 'second', 'third']) {
      const who = await newCustomer(t, `${name}@example.com`, '1000');
      await started(t, who, 'pro', { billing_period: 'yearly' });
      t.clock.advance(60_000);
    }
    t.clock.advance(359 * dayMs);
    loseMailsTo('first@example.com');
    await t.jobs.runSchedule('billing.remind');
    expect(await subjectsOf('first@example.com')).toEqual([]);
    for (const name of ['second', 'third'])
      expect(await subjectsOf(`${name}@example.com`)).toHaveLength(1);
  });
});

describe('a renewal that the balance will not cover', () => {
  const remind = async (days: number) => {
    t.clock.advance(days * dayMs);
    await t.jobs.runSchedule('billing.remind');
    await t.jobs.runSchedule('billing.remind');
  };

  it('is told of 7 and 2 days before, once each', async () => {
    t.clock.set(new Date('2028-04-01T09:00:00Z'));
    const who = await newCustomer(t, 'short@example.com', '85');
    await started(t, who, 'pro');
    await remind(22);
    expect(await subjectsOf(who.email)).toEqual([]);
    await remind(1.1);
    const warning = 'Your balance will not cover your Pro plan on May 1, 2028';
    expect(await subjectsOf(who.email)).toEqual([warning]);
    const [mail] = await t.mails(who.email);
    for (const amount of ['$79.00', '$6.00', '$73.00']) expect(mail?.text).toContain(amount);
    expect(mail?.html).toContain('/dashboard/wallet/add?amount=73.00');
    for (const days of [1, 2, 1, 0.95]) await remind(days);
    expect(await subjectsOf(who.email)).toEqual([warning, warning]);
    await pass(t, 3);
    expect((await currentOf(t, who)).status).toBe('past_due');
  });

  it('is told of again for the next period, and not when there is enough by then', async () => {
    t.clock.set(new Date('2028-06-01T09:00:00Z'));
    const who = await newCustomer(t, 'again@example.com', '79');
    await started(t, who, 'pro');
    await remind(24);
    expect(await subjectsOf(who.email)).toHaveLength(1);
    await fund(t, who.accountId, '79');
    await remind(4.5);
    expect(await subjectsOf(who.email)).toHaveLength(1);
    await pass(t, 2);
    await remind(24);
    expect(await subjectsOf(who.email)).toHaveLength(2);
  });

  it('asks for the price of the change that waits for it, and for nothing when it ends', async () => {
    t.clock.set(new Date('2028-08-01T09:00:00Z'));
    const who = await newCustomer(t, 'less@example.com', '320');
    const { id } = await started(t, who, 'scale');
    expect((await currentOf(t, who)).next_charge).toMatchObject({
      at: '2028-09-01T09:00:00.000Z',
      tariff: { slug: 'scale' },
      amount: '299.00',
      available: '21.00',
      missing: '278.00',
    });
    await ask(t, who, 'PATCH', `${id}/`, { tariff: 'starter' });
    const changed = (await currentOf(t, who)).next_charge;
    expect(changed).toMatchObject({
      tariff: { slug: 'starter' },
      amount: '19.00',
      missing: '0.00',
    });
    await remind(25);
    expect(await subjectsOf(who.email)).toEqual([]);
    await ask(t, who, 'POST', `${id}/cancel/`, {});
    expect((await currentOf(t, who)).next_charge).toBeNull();
    await remind(4.5);
    expect(await subjectsOf(who.email)).toEqual([]);
  });

  it('names the plan that is held while a change waits for its payment', async () => {
    t.clock.set(new Date('2029-01-01T09:00:00Z'));
    const who = await newCustomer(t, 'unpaid-change@example.com', '79');
    const { id } = await started(t, who, 'pro');
    await remind(23.9);
    const dearer = { tariff: 'scale', payment_source: 'payment', pay_currency: 'USD' };
    await ask(t, who, 'PATCH', `${id}/`, dearer);
    await remind(0.2);
    expect(await subjectsOf(who.email)).toEqual([
      'Your balance will not cover your Pro plan on February 1, 2029',
    ]);
  });

  it('is looked for only where something will be charged', async () => {
    const who = await newCustomer(t, 'free-of-charge@example.com');
    await remind(25);
    const row = await t.kernel.database.write
      .selectFrom('subscription')
      .select('balance_checked_at')
      .where('account_id', '=', who.accountId)
      .executeTakeFirstOrThrow();
    expect(row.balance_checked_at).toBeNull();
  });

  it('of a trial says that it ends, in place of the reminder', async () => {
    const who = await newCustomer(t, 'trial-short@example.com');
    await started(t, who, 'starter');
    await remind(7.1);
    await remind(4);
    await remind(1);
    const subjects = await subjectsOf(who.email);
    expect(subjects).toEqual([
      expect.stringMatching(/^Your balance will not cover your Starter plan on /),
      expect.stringMatching(/^Your balance will not cover your Starter plan on /),
    ]);
    const [mail] = await t.mails(who.email);
    expect(mail?.text).toMatch(/your account has the free plan\s+from\s+then\s+on/);
  });
});
