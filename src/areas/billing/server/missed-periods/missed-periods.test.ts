// What an outage costs customers: the period that runs now, and what two people decide.
import { beforeEach, describe, expect, test } from 'vitest';
import type { MissedPeriodWire } from '#areas/billing/wire/index.ts';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { germanCompany, saveProfile } from '#test/factories/invoices.ts';
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
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { renewDue } from '../renewals/renew.ts';

const t = useApp();
const path = '/apix/admin/missed-periods/';
const adjustmentsPath = '/apix/admin/adjustments/';
const reason = 'The platform was off';
const unknownId = '01900000-0000-7000-8000-000000000000';
let names = 0;

beforeEach(() => t.clock.set(new Date('2027-01-10T09:00:00Z')));

/** Signs in again, because tests advance the clock beyond the end of sessions. */
const staff = (name: string, role: Role = 'finance') =>
  t.signIn(`${name}@example.com`, { roles: [role] });

async function subscriber(tariff = 'pro', { money = '500', body = {} } = {}) {
  const who = await createCustomer(t, `missed-${++names}@example.com`, money);
  const plan = await createSubscription(t, who, tariff, body);
  return { who, plan };
}

const listCharges = (id: string) =>
  t.kernel.database.write
    .selectFrom('subscription_charge')
    .selectAll()
    .where('subscription_id', '=', id)
    .orderBy('period_start')
    .execute();

async function listMissed({ accountId }: SignedIn, query = ''): Promise<MissedPeriodWire[]> {
  const url = `${path}?user=${accountId}${query}`;
  const { body } = await send(t, 'GET', url, undefined, await staff('reader'));
  return body.results as MissedPeriodWire[];
}

const propose = async (
  uuid: string,
  action: 'charge' | 'waive',
  who?: SignedIn,
): ReturnType<typeof send> =>
  send(t, 'POST', `${path}${uuid}/propose/`, { action, reason }, who ?? (await staff('one')));

const decide = async (id: unknown, how: 'approve' | 'reject', who?: SignedIn) =>
  send(
    t,
    'POST',
    `${adjustmentsPath}${id}/${how}/`,
    { note: 'Seen' },
    who ?? (await staff('other')),
  );

/** Off for 91 days: the later of two missed periods of a customer with a monthly plan. */
async function missOne(options: Parameters<typeof subscriber>[1] = {}) {
  const { who, plan } = await subscriber('pro', options);
  await advanceDays(t, 91);
  const [missed] = await listMissed(who);
  return { who, plan, missed: missed! };
}

describe('after an outage', () => {
  test.each([
    [91, 2],
    [365, 11],
  ])('of %i days a plan is charged once, for the period that runs now', async (days, missed) => {
    const { who, plan } = await subscriber();
    await advanceDays(t, days);
    await advanceDays(t, 0);
    const now = t.clock.now();
    const charges = await listCharges(plan.id);
    expect(charges).toHaveLength(2);
    expect(charges[1]!.period_start <= now && now < charges[1]!.period_end).toBe(true);
    expect(await readWalletBalance(t, who)).toBe('342.00');
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      id: plan.id,
      status: 'active',
      current_period_start: charges[1]!.period_start.toISOString(),
      current_period_end: charges[1]!.period_end.toISOString(),
    });
    const rows = (await listMissed(who)).toReversed();
    expect(rows).toHaveLength(missed);
    const ends = [plan.current_period_end, ...rows.map((row) => row.period_end)];
    expect(rows.map((row) => row.period_start)).toEqual(ends.slice(0, -1));
    expect(ends.at(-1)).toBe(charges[1]!.period_start.toISOString());
    expect(rows[0]).toMatchObject({
      status: 'open',
      user: { id: who.accountId, email: who.email },
      subscription: plan.id,
      tariff: { slug: 'pro', name: 'Pro' },
      amount: '79.00',
      currency: 'USD',
      available: '342.00',
      proposal: null,
      decided_at: null,
    });
  });

  test('of less than a period nothing is missed', async () => {
    const { who, plan } = await subscriber();
    await advanceDays(t, 50);
    expect(await listCharges(plan.id)).toHaveLength(2);
    expect(await listMissed(who)).toEqual([]);
  });

  test('of a year and a half a yearly plan runs in the second year', async () => {
    const { who, plan } = await subscriber('pro', {
      money: '2000',
      body: { billing_period: 'yearly' },
    });
    await advanceDays(t, 550);
    expect(await listCharges(plan.id)).toHaveLength(2);
    expect(await listMissed(who)).toEqual([]);
    await advanceDays(t, 0);
    expect(await readWalletBalance(t, who)).toBe('420.00');
  });

  test('a free plan is in its current month', async () => {
    const who = await createCustomer(t, 'free-after-outage@example.com');
    await advanceDays(t, 91);
    const plan = await fetchCurrentSubscription(t, who);
    const now = t.clock.now().toISOString();
    expect(plan.tariff.slug).toBe('free');
    expect(plan.current_period_start <= now && now < plan.current_period_end).toBe(true);
    expect(await listMissed(who)).toEqual([]);
  });

  test('a trial that ended meanwhile is charged for the period that runs now', async () => {
    const { who, plan } = await subscriber('starter');
    await advanceDays(t, 91);
    expect(await listCharges(plan.id)).toMatchObject([{ kind: 'start' }]);
    expect(await readWalletBalance(t, who)).toBe('481.00');
    expect(await listMissed(who)).toHaveLength(2);
  });

  test('a plan that was cancelled before ends, and nothing is missed', async () => {
    const { who, plan } = await subscriber();
    await callSubscriptions(t, who, 'POST', `${plan.id}/cancel/`, {});
    await advanceDays(t, 91);
    expect(await listCharges(plan.id)).toHaveLength(1);
    expect(await listMissed(who)).toEqual([]);
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  });

  test('a change that waited for the renewal has the price of what was missed', async () => {
    const { who, plan } = await subscriber();
    await callSubscriptions(t, who, 'PATCH', `${plan.id}/`, { tariff: 'starter' });
    await advanceDays(t, 91);
    expect(await readWalletBalance(t, who)).toBe('402.00');
    expect(await listMissed(who)).toMatchObject([
      { amount: '19.00', tariff: { slug: 'starter' } },
      { amount: '19.00', tariff: { slug: 'starter' } },
    ]);
  });

  test('too low a balance makes the current period overdue, by the usual days', async () => {
    const { who, plan } = await subscriber('pro', { money: '79' });
    await advanceDays(t, 91);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      id: plan.id,
      status: 'past_due',
      past_due: { amount: '79.00' },
    });
    expect(await listMissed(who)).toHaveLength(2);
    await addFunds(t, who.accountId, '79');
    await advanceDays(t, 3);
    const now = t.clock.now().toISOString();
    const renewed = await fetchCurrentSubscription(t, who);
    expect(renewed.status).toBe('active');
    expect(renewed.current_period_start < now && now < renewed.current_period_end).toBe(true);
    expect(await listCharges(plan.id)).toHaveLength(2);
  });

  test('a plan that was overdue before ends by the usual days', async () => {
    const { who, plan } = await subscriber('pro', { money: '79' });
    await advanceDays(t, 31);
    await advanceDays(t, 91);
    expect((await callSubscriptions(t, who, 'GET', `${plan.id}/`)).body.status).toBe('expired');
    expect(await listMissed(who)).toEqual([]);
  });

  test('several processes at once list each period once', async () => {
    const { who, plan } = await subscriber();
    t.clock.advance(91 * dayMs);
    await Promise.all([1, 2, 3].map(() => renewDue(t.areas.subscriptions)));
    expect(await listCharges(plan.id)).toHaveLength(2);
    expect(await listMissed(who)).toHaveLength(2);
  });
});

describe('a missed period', () => {
  test('is charged once another person approves, with its invoice and a mail', async () => {
    const { who, plan, missed } = await missOne();
    await saveProfile(t, await t.signIn(who.email), { ...germanCompany, email: who.email });
    const proposed = await propose(missed.uuid, 'charge');
    expect(proposed.status).toBe(202);
    const { adjustment } = proposed.body;
    expect(await readWalletBalance(t, who)).toBe('342.00');
    expect((await listMissed(who))[0]).toMatchObject({
      status: 'open',
      proposal: { adjustment, action: 'charge', proposed_by: { email: 'one@example.com' } },
    });
    expect(await decide(adjustment, 'approve', await staff('one'))).toMatchObject({
      status: 403,
      body: { code: 'second_person_needed' },
    });
    const replies = await Promise.all([
      decide(adjustment, 'approve'),
      decide(adjustment, 'approve'),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 200)!.body).toMatchObject({
      kind: 'charge_period',
      status: 'approved',
      missed_period: missed.uuid,
      description: expect.stringMatching(/^Pro plan, 10 Mar\s–\s9 Apr 2027$/),
      amount: '79.00',
    });
    expect(await readWalletBalance(t, who)).toBe('263.00');
    const charge = (await listCharges(plan.id)).find(
      ({ period_start }) => period_start.toISOString() === missed.period_start,
    )!;
    expect(charge.period_end.toISOString()).toBe(missed.period_end);
    expect((await listMissed(who))[0]).toMatchObject({ status: 'charged', proposal: null });
    await t.jobs.runSchedule('invoices.issue');
    const invoice = await t.kernel.database.write
      .selectFrom('invoice')
      .select(['gross', 'content'])
      .where('journal_id', '=', charge.journal_id)
      .executeTakeFirstOrThrow();
    expect(invoice).toMatchObject({
      gross: '79.000000000000000000',
      content: { lines: [{ period: { from: '2027-03-10', until: '2027-04-09' } }] },
    });
    const kinds = (await t.mails(who.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'billing.missed_period')).toHaveLength(1);
    expect(kinds).toContain('invoices.issued');
    expect((await verifyLedger(t.kernel)).problems).toEqual([]);
  });

  test('is waived once another person approves, and no money moves', async () => {
    const { who, plan, missed } = await missOne();
    const { body } = await propose(missed.uuid, 'waive');
    expect((await decide(body.adjustment, 'approve', await staff('one'))).status).toBe(403);
    expect(await decide(body.adjustment, 'approve')).toMatchObject({
      status: 200,
      body: { kind: 'waive_period', status: 'approved' },
    });
    expect(await readWalletBalance(t, who)).toBe('342.00');
    expect(await listCharges(plan.id)).toHaveLength(2);
    expect((await listMissed(who))[0]).toMatchObject({ status: 'waived' });
    expect(await listMissed(who, '&status=open')).toHaveLength(1);
  });

  test('that is decided stays so', async () => {
    const { missed } = await missOne();
    const { body } = await propose(missed.uuid, 'waive');
    await decide(body.adjustment, 'approve');
    expect(await propose(missed.uuid, 'charge')).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', current_status: 'waived' },
    });
  });

  test('has one proposal at a time, and another after a rejection', async () => {
    const { missed } = await missOne();
    const { body } = await propose(missed.uuid, 'charge');
    expect(await propose(missed.uuid, 'waive')).toMatchObject({
      status: 409,
      body: { code: 'adjustment_pending' },
    });
    expect((await decide(body.adjustment, 'reject')).status).toBe(200);
    expect((await propose(missed.uuid, 'waive')).status).toBe(202);
  });

  test('is not charged beyond the balance, neither when proposed nor when approved', async () => {
    const { who, missed } = await missOne({ money: '158' });
    const tooPoor = { code: 'insufficient_balance', required: '79.00', currency: 'USD' };
    expect(await propose(missed.uuid, 'charge')).toMatchObject({ status: 400, body: tooPoor });
    await addFunds(t, who.accountId, '79');
    const { body } = await propose(missed.uuid, 'charge');
    const other = (await listMissed(who))[1]!;
    const second = await propose(other.uuid, 'charge');
    expect((await decide(body.adjustment, 'approve')).status).toBe(200);
    expect(await decide(second.body.adjustment, 'approve')).toMatchObject({
      status: 400,
      body: tooPoor,
    });
    expect((await listMissed(who))[1]).toMatchObject({ status: 'open' });
    expect(await readWalletBalance(t, who)).toBe('0.00');
  });

  test('is not decided by its customer', async () => {
    const { who, missed } = await missOne();
    const { body } = await propose(missed.uuid, 'waive');
    const own = await t.signIn(who.email, { roles: ['finance'] });
    expect((await decide(body.adjustment, 'approve', own)).body.code).toBe('second_person_needed');
  });

  test('is for finance only', async () => {
    const { who, missed } = await missOne();
    for (const other of [await staff('helper', 'support'), await t.signIn(who.email)]) {
      expect((await send(t, 'GET', path, undefined, other)).status).toBe(403);
      expect((await propose(missed.uuid, 'waive', other)).status).toBe(403);
    }
    expect((await send(t, 'GET', path)).status).toBe(401);
    expect((await send(t, 'POST', `${path}${missed.uuid}/propose/`, {})).status).toBe(401);
  });

  test('has to exist, and its request has to be complete', async () => {
    const { missed } = await missOne();
    expect((await propose(unknownId, 'waive')).status).toBe(404);
    expect((await propose('nonsense', 'waive')).status).toBe(404);
    const url = `${path}${missed.uuid}/propose/`;
    const reply = await send(t, 'POST', url, { action: 'forget' }, await staff('one'));
    expect([reply.status, Object.keys(reply.body)]).toEqual([
      400,
      expect.arrayContaining(['action', 'reason']),
    ]);
    const page = await send(t, 'GET', `${path}?page=999`, undefined, await staff('one'));
    expect(page.status).toBe(404);
  });

  test('leaves an audit entry for each step', async () => {
    const { missed } = await missOne();
    const { body } = await propose(missed.uuid, 'waive');
    await decide(body.adjustment, 'approve');
    const entries = await t.kernel.database.write
      .selectFrom('audit_entry')
      .select('id')
      .where('subject_id', '=', String(body.adjustment))
      .execute();
    expect(entries).toHaveLength(2);
  });

  test('of a plan that has ended can still be decided', async () => {
    const { who, plan, missed } = await missOne();
    const cancel = { at_period_end: false };
    await callSubscriptions(t, who, 'POST', `${plan.id}/cancel/`, cancel);
    const { body } = await propose(missed.uuid, 'charge');
    expect((await decide(body.adjustment, 'approve')).status).toBe(200);
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  });
});

test('finance finds all that wait among the open work', async () => {
  await missOne();
  const { body } = await send(t, 'GET', '/apix/admin/open-work/', undefined, await staff('reader'));
  expect(body.results).toContainEqual(
    expect.objectContaining({
      kind: 'missed_period',
      title: expect.stringMatching(/^\d+ missed periods$/),
      task: 'Charge or waive',
    }),
  );
});
