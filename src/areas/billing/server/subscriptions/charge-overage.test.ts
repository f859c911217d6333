import { expect, test } from 'vitest';
import tariffs from '#areas/billing/tariffs.json' with { type: 'json' };
import { type SignedIn, useApp } from '#test/harness.ts';
import { balanceOf, currentOf, fund, newCustomer, started } from '#test/plans.ts';

const t = useApp();
const minuteMs = 60_000;

/** Requests counted for the month that runs now. */
async function use(who: SignedIn, units: number): Promise<void> {
  const { current_period_start } = await currentOf(t, who);
  await t.kernel.database.write
    .insertInto('usage_counter')
    .values({
      account_id: who.accountId,
      metric: 'request',
      span: 'month',
      starts_at: new Date(current_period_start),
      used: String(units),
    })
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
