import { beforeAll, describe, expect, test } from 'vitest';
import type {
  FailedPaymentsWire,
  OverduePlanWire,
  ShortBalanceWire,
} from '#areas/figures/wire/index.ts';
import { saveCard } from '#test/factories/cards.ts';
import { askFigures, fetchFigures } from '#test/factories/figures.ts';
import { createCompletedPayment } from '#test/factories/payments.ts';
import {
  addFunds,
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';

const t = useApp();
const db = () => t.kernel.database.write;
type List<T> = { results: T[]; count: number };
const people: Record<string, SignedIn> = {};

async function subscribe(name: string, money: string, plan = 'pro') {
  const who = await createCustomer(t, `${name}@example.com`, money);
  people[name] = who;
  return createSubscription(t, who, plan);
}

beforeAll(async () => {
  t.clock.set(new Date('2027-03-01T12:00:00Z'));
  await subscribe('overdue', '80');
  t.clock.set(new Date('2027-03-30T12:00:00Z'));
  await advanceDays(t, 3);
  t.clock.set(new Date('2027-04-03T12:00:00Z'));
  await subscribe('short', '100');
  await subscribe('rich', '158');
  const leaving = await subscribe('leaving', '79');
  await callSubscriptions(t, people.leaving!, 'POST', `${leaving.id}/cancel/`, {});
  const cheaper = await subscribe('cheaper', '299', 'scale');
  const less = { tariff: 'pro' };
  await callSubscriptions(t, people.cheaper!, 'PATCH', `${cheaper.id}/`, less);
  await addFunds(t, people.cheaper!.accountId, '30');
  await subscribe('trial', '5', 'starter');
  // Its card pays what is missing.
  await subscribe('carded', '100');
  await saveCard(t, people.carded!);
  t.clock.set(new Date('2027-04-06T12:00:00Z'));
});

const shortBalances = () => fetchFigures<List<ShortBalanceWire>>(t, 'short-balances/');

describe('balances that are too low', () => {
  test('are those of renewals and trials within seven days, and of no other', async () => {
    t.clock.set(new Date('2027-04-12T12:00:00Z'));
    const trialOnly = await shortBalances();
    expect(trialOnly.results.map(({ user_email }) => user_email)).toEqual(['trial@example.com']);
    t.clock.set(new Date('2027-04-27T12:00:00Z'));
    const { results, count } = await shortBalances();
    expect(count).toBe(2);
    expect(results).toContainEqual({
      user: people.short!.accountId,
      user_email: 'short@example.com',
      subscription: expect.any(String),
      plan: 'Pro',
      currency: 'USD',
      amount: '79.00',
      available: '21.00',
      missing: '58.00',
      renews_at: '2027-05-03T12:00:00.000Z',
    });
    // What waits for the renewal is what is charged.
    expect(results.find(({ user }) => user === people.cheaper!.accountId)).toMatchObject({
      plan: 'Pro',
      amount: '79.00',
      available: '30.00',
    });
  });

  test('are what the customers are warned of', async () => {
    t.clock.set(new Date('2027-04-27T12:00:00Z'));
    for (const { user, amount, missing } of (await shortBalances()).results) {
      const who = Object.values(people).find(({ accountId }) => accountId === user)!;
      const { next_charge } = await fetchCurrentSubscription(t, who);
      expect(next_charge).toMatchObject({ amount, missing });
    }
  });
});

test('an overdue plan says what is due and when it ends', async () => {
  const { results, count } = await fetchFigures<List<OverduePlanWire>>(t, 'overdue/');
  expect(count).toBe(1);
  const { past_due } = await fetchCurrentSubscription(t, people.overdue!);
  expect(results[0]).toMatchObject({
    user: people.overdue!.accountId,
    plan: 'Pro',
    amount: '79.00',
    available: '1.00',
    missing: '78.00',
    since: past_due!.since,
    attempts: 1,
    ends_at: past_due!.ends_at,
  });
  expect(results[0]!.amount).toBe(past_due!.amount);
});

test('payments that failed or expired count in the month in which they were created', async () => {
  const who = await createCustomer(t, `payer@example.com`);
  const set = async (status: string, is_test: boolean, created_at: string) => {
    const { uuid } = await createCompletedPayment(t, who);
    await db()
      .updateTable('payment')
      .set({ status, is_test, created_at: new Date(created_at) })
      .where('id', '=', uuid)
      .execute();
    return Number((await createdAmount(uuid)) ?? 0);
  };
  const createdAmount = async (id: string) =>
    (await db().selectFrom('payment').select('amount').where('id', '=', id).executeTakeFirst())
      ?.amount;
  const amount = await set('failed', false, '2026-12-31T23:59:59Z');
  await set('failed', true, '2026-12-15T00:00:00Z');
  await set('expired', false, '2026-12-15T00:00:00Z');
  await set('completed', false, '2027-01-01T00:00:00Z');
  const failed = await fetchFigures<FailedPaymentsWire>(
    t,
    'failed-payments/?from=2026-12&to=2027-01',
  );
  expect(failed).toMatchObject({ currency: 'USD', currencies: ['USD'] });
  expect(failed.results).toEqual([
    {
      month: '2026-12',
      partial: false,
      failed: 1,
      expired: 1,
      failed_amount: amount.toFixed(2),
      expired_amount: amount.toFixed(2),
    },
    {
      month: '2027-01',
      partial: false,
      failed: 0,
      expired: 0,
      failed_amount: '0.00',
      expired_amount: '0.00',
    },
  ]);
});

test.each(['failed-payments', 'overdue', 'short-balances'])('%s is a file', async (name) => {
  const { raw, headers } = await askFigures(t, `${name}/?format=csv`);
  expect(headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
  expect(readCsv(raw.body)[0]!.length).toBeGreaterThan(5);
});

test.each(['overdue', 'short-balances'])('%s has no page after the last one', async (name) => {
  expect((await askFigures(t, `${name}/?page=99`)).status).toBe(404);
});
