import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '#test/factories/accounts.ts';
import { saveCard } from '#test/factories/cards.ts';
import { countRequests } from '#test/factories/overage.ts';
import { createCompletedPayment } from '#test/factories/payments.ts';
import { setPaymentSettings } from '#test/factories/settings.ts';
import {
  addFunds,
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  dayMs,
  fetchCurrentSubscription,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readFreeTariff } from '../entitlements.ts';
import { newSubscriptionValues } from '../subscriptions/states/transition-subscription.ts';

const t = useApp();
/** Without the invoices of charges. */
const planMails = async (email: string) =>
  (await t.mails(email)).filter(({ kind }) => kind.startsWith('billing.'));
const listSubjects = async (email: string) =>
  (await planMails(email)).map(({ subject }) => subject);

/** Publishing to these accounts fails, and everything in its transaction with it. */
function failPublishingTo(accountIds: ReadonlySet<number>): void {
  const { live } = t.kernel;
  const { publish } = live;
  live.publish = (tx, message) =>
    accountIds.has(message.accountId) ? Promise.reject(new Error('broken')) : publish(tx, message);
  onTestFinished(() => {
    live.publish = publish;
  });
}

/** Queueing e-mails to these addresses fails, and everything in its transaction with it. */
function failMailsTo(isBroken: (address: string) => boolean): void {
  const { mail } = t.kernel;
  const { send } = mail;
  mail.send = (tx, letter) =>
    isBroken(letter.to.address) ? Promise.reject(new Error('broken')) : send(tx, letter);
  onTestFinished(() => {
    mail.send = send;
  });
}

/** More than a page of the walk over due rows. */
const brokenCount = 300;

/** Accounts `broken<n>@<domain>` with a subscription that started 40 days ago. */
async function insertBroken(domain: string, values: object = {}): Promise<Set<number>> {
  const { write } = t.kernel.database;
  const startedAt = new Date(t.clock.now().getTime() - 40 * dayMs);
  const tariff = await readFreeTariff(write);
  const accountIds = new Set<number>();
  for (let n = 0; n < brokenCount; n++) {
    const accountId = await createAccount(t.kernel, { email: `broken${n}@${domain}` });
    const row = newSubscriptionValues({ accountId, tariff, now: startedAt });
    await write
      .insertInto('subscription')
      .values({ ...row, ...values })
      .execute();
    accountIds.add(accountId);
  }
  onTestFinished(async () => {
    await write
      .deleteFrom('subscription')
      .where('account_id', 'in', [...accountIds])
      .execute();
  });
  return accountIds;
}

describe('a due subscription', () => {
  it('is renewed although 300 subscriptions that are due longer always fail', async () => {
    const now = t.clock.now().toISOString();
    failPublishingTo(await insertBroken('renewal.example.com'));
    const who = await createCustomer(t, 'behind@example.com', '500');
    await createSubscription(t, who, 'pro');
    await advanceDays(t, 31);
    expect((await fetchCurrentSubscription(t, who)).current_period_start > now).toBe(true);
  });

  it.each([
    ['reminded of', '2000', /^Your Pro plan renews on /],
    ['warned about the balance for', '790', /^Your balance will not cover your Pro plan on /],
  ])('is %s although 300 e-mails before it always fail', async (_, balance, subject) => {
    const domain = `reminder${balance}.example.com`;
    const who = await createCustomer(t, `behind@${domain}`, balance);
    await createSubscription(t, who, 'pro', { billing_period: 'yearly' });
    const end = new Date((await fetchCurrentSubscription(t, who)).current_period_end);
    await insertBroken(domain, {
      billing_period: 'yearly',
      price: '10',
      current_period_end: new Date(end.getTime() - 60_000),
    });
    failMailsTo((address) => /^broken/.test(address));
    t.clock.set(new Date(end.getTime() - 6 * dayMs));
    await t.jobs.runSchedule('billing.remind');
    expect(await listSubjects(`broken0@${domain}`)).toEqual([]);
    expect(await listSubjects(who.email)).toEqual([expect.stringMatching(subject)]);
  });

  it('is announced to all customers but the one whose e-mail fails', async () => {
    for (const name of ['first', 'second', 'third']) {
      const who = await createCustomer(t, `${name}@example.com`, '1000');
      await createSubscription(t, who, 'pro', { billing_period: 'yearly' });
      t.clock.advance(60_000);
    }
    t.clock.advance(359 * dayMs);
    failMailsTo((address) => address === 'first@example.com');
    await t.jobs.runSchedule('billing.remind');
    expect(await listSubjects('first@example.com')).toEqual([]);
    for (const name of ['second', 'third'])
      expect(await listSubjects(`${name}@example.com`)).toHaveLength(1);
  });
});

describe('the reminder of a year’s end', () => {
  const endOfYear = new Date('2028-03-02T09:00:00Z');

  /** The e-mail six days before the end of a year of Pro. */
  async function remindAndRead(
    name: string,
    balance: string,
    prepare: (who: SignedIn, id: string) => Promise<unknown> = async () => undefined,
  ) {
    t.clock.set(new Date('2027-03-02T09:00:00Z'));
    const who = await createCustomer(t, `${name}@example.com`, balance);
    const { id } = await createSubscription(t, who, 'pro', { billing_period: 'yearly' });
    t.clock.set(new Date(endOfYear.getTime() - 6 * dayMs));
    await prepare(await t.signIn(who.email), id);
    await t.jobs.runSchedule('billing.remind');
    const mail = (await planMails(who.email)).find(({ kind }) => kind === 'billing.reminder');
    // Long lines of an e-mail are broken.
    return mail?.text.replaceAll('\n', ' ');
  }

  it('says what is charged, and to what', async () => {
    expect(await remindAndRead('year', '2000')).toContain(
      'On 2 Mar 2028 we charge $790.00 to your balance for the next period of Pro.',
    );
  });

  it('names the card that pays, alone or what is missing', async () => {
    const alone = await remindAndRead('year-card', '2000', async (who) => {
      await saveCard(t, who);
      await setPaymentSettings(t, who, { charge_first: 'card' });
    });
    expect(alone).toContain('we charge $790.00 to Visa ending in 4242 for');
    const rest = await remindAndRead('year-rest', '800', (who) => saveCard(t, who));
    expect(rest).toContain(
      'we charge $790.00 to your balance, and what is missing to Visa ending in 4242, for',
    );
    const nothing = await remindAndRead('year-empty', '790', (who) => saveCard(t, who));
    expect(nothing).toContain('we charge $790.00 to Visa ending in 4242 for');
  });

  it('names no card that has expired by then', async () => {
    const text = await remindAndRead('year-expired', '2000', async (who) => {
      await saveCard(t, who, 'expires');
      await setPaymentSettings(t, who, { charge_first: 'card' });
    });
    expect(text).toContain('we charge $790.00 to your balance for');
  });

  it('is about the plan that follows', async () => {
    const smaller = { tariff: 'starter', billing_period: 'monthly' };
    const text = await remindAndRead('year-smaller', '2000', (who, id) =>
      callSubscriptions(t, who, 'PATCH', `${id}/`, smaller),
    );
    expect(text).toContain(
      'On 2 Mar 2028 we charge $19.00 to your balance for the next period of Starter.',
    );
  });
});

describe('a renewal that the balance will not cover', () => {
  const remind = async (days: number) => {
    t.clock.advance(days * dayMs);
    await t.jobs.runSchedule('billing.remind');
    await t.jobs.runSchedule('billing.remind');
  };

  it('is announced 7 and 2 days before, once each', async () => {
    t.clock.set(new Date('2028-04-01T09:00:00Z'));
    const who = await createCustomer(t, 'short@example.com', '85');
    await createSubscription(t, who, 'pro');
    await remind(22);
    expect(await listSubjects(who.email)).toEqual([]);
    await remind(1.1);
    const warning = 'Your balance will not cover your Pro plan on 1 May 2028';
    expect(await listSubjects(who.email)).toEqual([warning]);
    const [mail] = await planMails(who.email);
    for (const amount of ['$79.00', '$6.00', '$73.00']) expect(mail?.text).toContain(amount);
    expect(mail?.text).toContain('Add $73.00');
    expect(mail?.html).toContain('/dashboard/wallet/add?amount=73.00');
    for (const days of [1, 2, 1, 0.95]) await remind(days);
    expect(await listSubjects(who.email)).toEqual([warning, warning]);
    await advanceDays(t, 3);
    expect((await fetchCurrentSubscription(t, who)).status).toBe('past_due');
  });

  it('has a payment ready in what its owner last paid in', async () => {
    t.clock.set(new Date('2028-05-02T09:00:00Z'));
    const who = await createCustomer(t, 'crypto@example.com');
    await createCompletedPayment(t, who, { amount: '85.00', pay_currency: 'usdttrc20' });
    await createSubscription(t, who, 'pro');
    await remind(25);
    const mail = (await planMails(who.email)).at(-1);
    expect(mail?.text).toContain('/dashboard/wallet/add?amount=73.00&currency=usdttrc20');
  });

  it('includes usage over the quota, which is charged by then', async () => {
    t.clock.set(new Date('2028-07-03T09:00:00Z'));
    const who = await createCustomer(t, 'uses@example.com', '160');
    await createSubscription(t, who, 'pro');
    await countRequests(t, who, 1_100_000);
    await remind(24);
    const mail = (await planMails(who.email)).at(-1);
    expect(mail?.subject).toBe('Your balance will not cover your Pro plan on 3 Aug 2028');
    expect(mail?.text).toMatch(/Usage over your quota so far:? +\$20\.00/);
    expect(mail?.text).toContain('Add $18.00');
    expect((await fetchCurrentSubscription(t, who)).next_charge).toMatchObject({
      amount: '79.00',
      overage: '20.00',
      available: '81.00',
      missing: '18.00',
    });
  });

  it('is announced although there is a card, if that expires before', async () => {
    t.clock.set(new Date('2028-09-10T09:00:00Z'));
    const who = await createCustomer(t, 'expires@example.com', '85');
    await createSubscription(t, who, 'pro');
    await saveCard(t, who, 'expires');
    await remind(24);
    const kinds = (await planMails(who.email)).map(({ kind }) => kind);
    expect(kinds).toContain('billing.short_balance');
  });

  it('is announced again for the next period, unless the balance suffices by then', async () => {
    t.clock.set(new Date('2028-06-01T09:00:00Z'));
    const who = await createCustomer(t, 'again@example.com', '79');
    await createSubscription(t, who, 'pro');
    await remind(24);
    expect(await listSubjects(who.email)).toHaveLength(1);
    await addFunds(t, who.accountId, '79');
    await remind(4.5);
    expect(await listSubjects(who.email)).toHaveLength(1);
    await advanceDays(t, 2);
    await remind(24);
    expect(await listSubjects(who.email)).toHaveLength(2);
  });

  it('uses the price of a pending change, and none if the plan is cancelled', async () => {
    t.clock.set(new Date('2028-08-01T09:00:00Z'));
    const who = await createCustomer(t, 'less@example.com', '320');
    const { id } = await createSubscription(t, who, 'scale');
    expect((await fetchCurrentSubscription(t, who)).next_charge).toMatchObject({
      at: '2028-09-01T09:00:00.000Z',
      tariff: { slug: 'scale' },
      amount: '299.00',
      available: '21.00',
      missing: '278.00',
    });
    await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'starter' });
    const changed = (await fetchCurrentSubscription(t, who)).next_charge;
    expect(changed).toMatchObject({
      tariff: { slug: 'starter' },
      amount: '19.00',
      missing: '0.00',
    });
    await remind(25);
    expect(await listSubjects(who.email)).toEqual([]);
    await callSubscriptions(t, who, 'POST', `${id}/cancel/`, {});
    expect((await fetchCurrentSubscription(t, who)).next_charge).toBeNull();
    await remind(4.5);
    expect(await listSubjects(who.email)).toEqual([]);
  });

  it('names the current plan while a change waits for its payment', async () => {
    t.clock.set(new Date('2029-01-01T09:00:00Z'));
    const who = await createCustomer(t, 'unpaid-change@example.com', '79');
    const { id } = await createSubscription(t, who, 'pro');
    await remind(23.9);
    const dearer = { tariff: 'scale', payment_source: 'payment', pay_currency: 'USD' };
    await callSubscriptions(t, who, 'PATCH', `${id}/`, dearer);
    await remind(0.2);
    expect(await listSubjects(who.email)).toEqual([
      'Your balance will not cover your Pro plan on 1 Feb 2029',
    ]);
  });

  it('is checked only for subscriptions that will be charged', async () => {
    const who = await createCustomer(t, 'free-of-charge@example.com');
    await remind(25);
    const row = await t.kernel.database.write
      .selectFrom('subscription')
      .select('balance_checked_at')
      .where('account_id', '=', who.accountId)
      .executeTakeFirstOrThrow();
    expect(row.balance_checked_at).toBeNull();
  });

  it('replaces the reminder of a trial’s end', async () => {
    const who = await createCustomer(t, 'trial-short@example.com');
    await createSubscription(t, who, 'starter');
    await remind(7.1);
    await remind(4);
    await remind(1);
    const subjects = await listSubjects(who.email);
    expect(subjects).toEqual([
      expect.stringMatching(/^Your balance will not cover your Starter plan on /),
      expect.stringMatching(/^Your balance will not cover your Starter plan on /),
    ]);
    const [mail] = await planMails(who.email);
    expect(mail?.text).toMatch(/your account switches to the free\s+plan/);
  });
});
