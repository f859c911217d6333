// What an account without a country can not do, and what becomes of plans from before.
import { describe, expect, test } from 'vitest';
import { accountRegistered } from '#areas/accounts/server/index.ts';
import { toAmount } from '#lib/money.ts';
import { createCardSetup } from '#test/factories/cards.ts';
import { profilePath } from '#test/factories/invoices.ts';
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
import { send } from '#test/requests.ts';
import { findTariffById } from '../tariffs/tariff-store.ts';
import { requireCountry } from './require-country.ts';

const t = useApp({ PAYMENTS_SANDBOX: 'on' });
const missing = { status: 400, body: { code: 'billing_country_required' } };

async function createUnknown(email: string, money = '500'): Promise<SignedIn> {
  const who = await t.signIn(email, { country: null });
  await t.kernel.database.transaction((tx) =>
    t.kernel.events.publish(tx, accountRegistered, { accountId: who.accountId, email }),
  );
  await addFunds(t, who.accountId, money);
  return who;
}

/** As for plans that were bought before the country had to be known. */
async function removeCountry({ accountId }: SignedIn): Promise<void> {
  const { write } = t.kernel.database;
  await write.deleteFrom('billing_profile').where('account_id', '=', accountId).execute();
}

async function saveCountry({ email }: SignedIn) {
  const { headers } = await t.signIn(email);
  const body = { kind: 'person', country: 'FR', email };
  expect((await send(t, 'PUT', profilePath, body, { headers })).status).toBe(200);
}

async function offerTrial(slug: string, days: number): Promise<void> {
  await t.kernel.database.write
    .updateTable('tariff')
    .set({ trial_days: days })
    .where('slug', '=', slug)
    .execute();
}

describe('without a country', () => {
  test.each([
    ['from the balance', {}],
    ['by a payment', { payment_source: 'payment', pay_currency: 'USD' }],
    ['by the year', { billing_period: 'yearly' }],
  ])('a plan can not be bought %s, and nothing is charged', async (name, body) => {
    const who = await createUnknown(`buys-${name.replaceAll(' ', '-')}@example.com`);
    const refused = await requestSubscription(t, who, 'pro', body);
    expect(refused).toMatchObject(missing);
    expect(JSON.stringify(refused.body)).toContain('PUT /apix/invoices/billing-profile/');
    expect(await readWalletBalance(t, who)).toBe('500.00');
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
    const { headers } = await t.signIn(who.email);
    const payments = await send(t, 'GET', '/apix/payments/payments/', undefined, { headers });
    expect(payments.body.results).toEqual([]);
  });

  test('what a plan would cost is said all the same, and it is bought once it is known', async () => {
    const who = await createUnknown('previews@example.com');
    const preview = await callSubscriptions(t, who, 'POST', '?preview=true', { tariff: 'pro' });
    expect(preview).toMatchObject({ status: 200, body: { charge_now: '79.00' } });
    await saveCountry(who);
    expect((await requestSubscription(t, who, 'pro')).status).toBe(201);
  });

  test.each([
    ['a plan with a price', '79', null, 'start', true],
    ['a plan whose use over the quota has a price', '0', '0.001', 'start', true],
    ['a plan without either', '0', null, 'start', false],
    ['the plan that one has', '79', null, 'none', false],
  ] as const)('%s is refused or not', async (_, price, overage, kind, isRefused) => {
    const tariff = await t.kernel.work.read((db) => findTariffById(db, 1));
    const order = requireCountry(
      { payments: { hasBillingCountry: async () => false } },
      t.kernel.database.write,
      { accountId: 1 },
      { kind, price: toAmount(price, 'USD'), tariff: { ...tariff, overage_price: overage } },
    );
    const outcome = order.then(() => 'allowed').catch(({ declaration }) => declaration.code);
    expect(await outcome).toBe(isRefused ? 'billing_country_required' : 'allowed');
  });

  test('a card can not be saved', async () => {
    const who = await createUnknown('card@example.com');
    await expect(createCardSetup(t, who)).rejects.toThrow('billing_country_required');
    await saveCountry(who);
    expect((await createCardSetup(t, who)).status).toBe('open');
  });

  test('money can be added: it is an advance, and taxed when it is spent', async () => {
    const who = await createUnknown('adds@example.com');
    const body = { amount: '20', pay_currency: 'USD' };
    const { status } = await send(t, 'POST', '/apix/payments/payments/', body, who);
    expect(status).toBe(201);
  });
});

describe('a plan from before the country had to be known', () => {
  test('is renewed, but not changed to another paid plan', async () => {
    const who = await createCustomer(t, 'renews@example.com', '500');
    const { id } = await createSubscription(t, who, 'pro');
    await removeCountry(who);
    for (const method of ['PATCH', 'PUT'] as const)
      for (const body of [{ tariff: 'scale' }, { tariff: 'starter' }])
        expect(await callSubscriptions(t, who, method, `${id}/`, body)).toMatchObject(missing);
    const paid = { tariff: 'scale', payment_source: 'payment', pay_currency: 'USD' };
    expect(await callSubscriptions(t, who, 'PATCH', `${id}/`, paid)).toMatchObject(missing);
    const unchanged = await callSubscriptions(t, who, 'PATCH', `${id}/`, { auto_renew: true });
    expect(unchanged.status).toBe(200);
    const overview = await send(
      t,
      'GET',
      '/apix/billing/dashboard/overview/',
      undefined,
      await t.signIn(who.email),
    );
    expect(overview.body.alerts).toContainEqual(
      expect.objectContaining({ code: 'billing_country_missing', level: 'warning' }),
    );
    await advanceDays(t, 32);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ status: 'active' });
    expect(await readWalletBalance(t, who)).toBe('342.00');
    await t.jobs.runSchedule('invoices.issue');
    const kinds = (await t.mails(who.email)).map(({ kind }) => kind);
    expect(kinds).toContain('invoices.country_missing');
  });

  test('ends with its trial, uncharged and with the reason', async () => {
    await offerTrial('starter', 14);
    const who = await createCustomer(t, 'trial@example.com', '500');
    const plan = await createSubscription(t, who, 'starter');
    expect(plan.status).toBe('trialing');
    await removeCountry(who);
    await advanceDays(t, 12);
    await t.jobs.runSchedule('billing.remind');
    const reminders = (await t.mails(who.email)).map(({ text }) => text);
    expect(reminders.join()).toContain('country that you are billed in');
    await advanceDays(t, 3);
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
    expect(await readWalletBalance(t, who)).toBe('500.00');
    const ended = (await t.mails(who.email)).find(({ kind }) => kind === 'billing.plan_ended');
    expect(ended!.text).toContain('we do not know the country');
  });
});
