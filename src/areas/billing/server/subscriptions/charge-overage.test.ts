import { expect, test } from 'vitest';
import tariffs from '#areas/billing/tariffs.json' with { type: 'json' };
import { type SignedIn, useApp } from '#test/harness.ts';
import { ask, balanceOf, currentOf, dayMs, fund, newCustomer, pass, started } from '#test/plans.ts';
import { askForPayment, completedPayment, play } from '#test/sandbox-payments.ts';
import { readQuotaUse } from '../usage/quota-use.ts';

const t = useApp();
const minuteMs = 60_000;

/** Requests counted for the month that runs now. */
async function use(who: SignedIn, units: number): Promise<void> {
  const { usage } = await currentOf(t, who);
  await t.kernel.database.write
    .insertInto('usage_counter')
    .values({
      account_id: who.accountId,
      metric: 'request',
      span: 'month',
      starts_at: new Date(usage.started_at),
      used: String(units),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'metric', 'span', 'starts_at'])
        .doUpdateSet({ used: String(units) }),
    )
    .execute();
}

async function endMonth(who: SignedIn): Promise<void> {
  const { current_period_end } = await currentOf(t, who);
  t.clock.set(new Date(Date.parse(current_period_end) + 10 * minuteMs));
  await t.jobs.runSchedule('billing.renew');
}

test('use past the quota is charged once, when the month is over', async () => {
  const who = await newCustomer(t, 'past@example.com', '500');
  const { limits } = await started(t, who, 'pro');
  await use(who, limits.requests_per_month! + 100_000);
  await t.jobs.runSchedule('billing.overage');
  const before = await balanceOf(t, who);
  await endMonth(who);
  const renewed = Number(before) - 79;
  for (let again = 0; again < 3; again++) await t.jobs.runSchedule('billing.overage');
  const pro = tariffs.find(({ slug }) => slug === 'pro');
  const owed = Number(pro?.overage?.price) * 100_000;
  expect(owed).toBeGreaterThan(0);
  expect(Number(await balanceOf(t, who))).toBeCloseTo(renewed - owed, 2);
});

test('use within the quota costs nothing', async () => {
  const who = await newCustomer(t, 'within@example.com', '500');
  const { limits } = await started(t, who, 'pro');
  await use(who, limits.requests_per_month!);
  await endMonth(who);
  await t.jobs.runSchedule('billing.overage');
  expect(await balanceOf(t, who)).toBe('342.00');
});

test('a wallet without the money is tried again', async () => {
  const who = await newCustomer(t, 'empty@example.com', '158');
  const { limits } = await started(t, who, 'pro');
  await use(who, limits.requests_per_month! + 100_000);
  await endMonth(who);
  await t.jobs.runSchedule('billing.overage');
  expect(await balanceOf(t, who)).toBe('0.00');
  await fund(t, who.accountId, '1000');
  await t.jobs.runSchedule('billing.overage');
  expect(Number(await balanceOf(t, who))).toBeLessThan(1000);
});

const million = 1_000_000;
const overageJob = () => t.jobs.runSchedule('billing.overage');
const cents = (text: string) => Math.round(Number(text) * 100);

/** What was taken for use past quotas, in cents. */
async function taken(who: SignedIn): Promise<number> {
  const { rows } = await t.kernel.database.pool.query<{ amount: string }>(
    'select coalesce(sum(amount), 0) as amount from overage where account_id = $1 and paid_at is not null',
    [who.accountId],
  );
  return cents(rows[0]!.amount);
}
const goesOn = async ({ accountId }: SignedIn) => {
  const uses = await t.kernel.work.read((db) => readQuotaUse(db, accountId, t.clock.now()));
  return uses.some((use) => use.goesOn);
};
const overageMails = async ({ email }: SignedIn) =>
  (await t.mails(email)).filter(({ subject }) => subject.includes('use past the quota'));

test('what was used before an upgrade is owed by the tariff that held', async () => {
  const who = await newCustomer(t, 'upgrade@example.com', '5000');
  const { id, current_period_end } = await started(t, who, 'pro');
  await use(who, 10 * million);
  t.clock.set(new Date(Date.parse(current_period_end) - 3_600_000));
  const seen = await ask(t, who, 'PATCH', `${id}/?preview=true`, { tariff: 'scale' });
  expect(seen.body).toMatchObject({ kind: 'upgrade', overage: '1800.00' });
  expect((await ask(t, who, 'PATCH', `${id}/`, { tariff: 'scale' })).status).toBe(200);
  expect(await taken(who)).toBe(180_000);
  await use(who, 11 * million);
  await endMonth(who);
  await overageJob();
  await overageJob();
  expect(await taken(who)).toBe(180_000 + 10_000);
});

test('a month that is cut by a year of a dearer plan is charged until then', async () => {
  const who = await newCustomer(t, 'yearly@example.com', '5000');
  const { id, current_period_end } = await started(t, who, 'pro');
  await use(who, 2 * million);
  t.clock.set(new Date(Date.parse(current_period_end) - minuteMs));
  await ask(t, who, 'PATCH', `${id}/`, { tariff: 'scale', billing_period: 'yearly' });
  expect(await taken(who)).toBe(20_000);
  for (let day = 0; day < 40; day++) {
    await pass(t, 1);
    await overageJob();
  }
  expect(await taken(who)).toBe(20_000);
});

test('nor is it forgotten when the plan is free afterwards, or was suspended', async () => {
  const who = await newCustomer(t, 'down@example.com', '5000');
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const { id } = await started(t, who, 'pro');
  t.clock.advance(dayMs);
  await use(who, 2 * million);
  await ask(t, staff, 'POST', `${id}/suspend/`);
  await pass(t, 40);
  await overageJob();
  expect(await taken(who)).toBe(0);
  await ask(t, staff, 'POST', `${id}/resume/`);
  await ask(t, who, 'PATCH', `${id}/`, { tariff: 'free' });
  await endMonth(who);
  expect((await currentOf(t, who)).tariff.slug).toBe('free');
  await overageJob();
  expect(await taken(who)).toBe(20_000);
});

test('what the balance does not cover stays owed, is told once, and makes the quota a wall', async () => {
  const who = await newCustomer(t, 'owing@example.com', '158');
  await started(t, who, 'pro');
  await use(who, 2 * million);
  expect(await goesOn(who)).toBe(true);
  await endMonth(who);
  await overageJob();
  await overageJob();
  expect(await overageMails(who)).toHaveLength(1);
  const { overage_due } = await currentOf(t, who);
  expect(overage_due).toMatchObject({ amount: '200.00', currency: 'USD' });
  expect(await goesOn(who)).toBe(false);
  for (let day = 0; day < 90; day++) {
    await pass(t, 1);
    await overageJob();
  }
  await fund(t, who.accountId, '300');
  await overageJob();
  expect([await taken(who), await balanceOf(t, who)]).toEqual([20_000, '100.00']);
  expect((await currentOf(t, who)).overage_due).toBeNull();
  expect(await overageMails(who)).toHaveLength(1);
});

test('a completed payment pays it at once', async () => {
  const who = await newCustomer(t, 'paying@example.com', '158');
  await started(t, who, 'pro');
  await use(who, 2 * million);
  await endMonth(who);
  await overageJob();
  const { uuid } = await askForPayment(t, await t.signIn(who.email), { amount: '250.00' });
  await play(t, uuid, 'pay');
  expect([await taken(who), await balanceOf(t, who)]).toEqual([20_000, '50.00']);
  expect(await goesOn(who)).toBe(true);
});

test('a payment for a plan is not called applied for the overage that it paid', async () => {
  const who = await newCustomer(t, 'not-applied@example.com', '158');
  const { id } = await started(t, who, 'pro');
  await use(who, 2 * million);
  await endMonth(who);
  await overageJob();
  const fresh = await t.signIn(who.email);
  const plan = { purpose: 'subscription', subscription: id, description: 'Scale plan' };
  const paid = await completedPayment(t, fresh, { ...plan, amount: '250.00' });
  expect(await taken(who)).toBe(20_000);
  expect(paid.is_applied).toBe(false);
});

test('a period that is unpaid sells nothing past the quota', async () => {
  const who = await newCustomer(t, 'late@example.com', '79');
  await started(t, who, 'pro');
  await endMonth(who);
  expect((await currentOf(t, who)).status).toBe('past_due');
  expect(await goesOn(who)).toBe(false);
});
