// The preview of a change says what the change then does, whatever plan, overage and balance.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangePreviewWire } from '#areas/billing/wire/subscription-changes.ts';
import type { SubscriptionWire } from '#areas/billing/wire/subscriptions.ts';
import { dayMs } from '#lib/durations.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import { countRequests } from '#test/factories/overage.ts';
import { simulateSandboxAction } from '#test/factories/payments.ts';
import {
  addFunds,
  callSubscriptions,
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
  readWalletBalance,
} from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();
const target = fc.constantFrom('free', 'starter', 'pro', 'scale', 'scale', 'scale');
/** Mostly the one that can be upgraded and sells overage. */
const current = fc.constantFrom('free', 'starter', 'pro', 'pro', 'pro', 'scale');
const period = fc.constantFrom('monthly', 'yearly');
const prices: Record<string, string> = {
  'starter monthly': '19',
  'starter yearly': '190',
  'pro monthly': '79',
  'pro yearly': '790',
  'scale monthly': '299',
  'scale yearly': '2990',
};
const situation = fc.record({
  from: current,
  fromPeriod: period,
  to: target,
  toPeriod: period,
  days: fc.integer({ min: 0, max: 27 }),
  /** Beyond the quota, in whole units of a price below a cent. */
  unitsOver: fc.constantFrom(0, 25, 76, 1_500, 5_000_001),
  /** Cents by which the balance differs from what the change costs. */
  difference: fc.constantFrom(-100_000, -1, 0, 1, 12_345),
});
const upgradeWithOverage = {
  from: 'pro',
  fromPeriod: 'monthly',
  to: 'scale',
  toPeriod: 'monthly',
  days: 3,
  unitsOver: 1_500,
  difference: -1,
};
const yearlyAtOnce = {
  from: 'pro',
  fromPeriod: 'monthly',
  to: 'scale',
  toPeriod: 'yearly',
  days: 0,
  unitsOver: 0,
  difference: 0,
};
const cents = (text: string) => toAmount(text, 'USD').minor;
const toText = (minor: bigint) => toDecimalText({ currency: 'USD', minor });

let customers = 0;
async function checkChange(one: typeof situation extends fc.Arbitrary<infer T> ? T : never) {
  const money = one.from === 'free' ? undefined : prices[`${one.from} ${one.fromPeriod}`];
  const who = await createCustomer(t, `preview${++customers}@example.com`, money);
  if (one.from !== 'free')
    await createSubscription(t, who, one.from, { billing_period: one.fromPeriod });
  const { id, limits } = await fetchCurrentSubscription(t, who);
  if (one.unitsOver > 0) await countRequests(t, who, limits.requests_per_month! + one.unitsOver);
  t.clock.advance(one.days * dayMs);
  const call = (query: string) =>
    callSubscriptions(t, who, 'PATCH', `${id}/${query}`, {
      tariff: one.to,
      billing_period: one.to === 'free' ? 'monthly' : one.toPeriod,
    });
  const preview = async () => (await call('?preview=true')).body as never as ChangePreviewWire;
  const funds = cents((await preview()).charge_now) + BigInt(one.difference);
  if (funds > 0n) await addFunds(t, who.accountId, toText(funds));

  const { charge_now, lines, balance } = await preview();
  const before = cents(await readWalletBalance(t, who));
  expect(balance.available).toBe(toText(before));
  expect(lines.reduce((sum, { amount }) => sum + cents(amount), 0n)).toBe(cents(charge_now));
  const { status, body } = await call('');
  const after = cents(await readWalletBalance(t, who));
  if (cents(balance.missing) === 0n) {
    expect(status).toBe(200);
    expect(before - after).toBe(cents(charge_now));
  } else {
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'insufficient_balance',
        required: charge_now,
        available: balance.available,
      },
    });
    expect(cents(balance.missing)).toBe(cents(charge_now) - before);
    expect(after).toBe(before);
  }
}

test('a change takes from the wallet what its preview says, or is refused as it says', async () => {
  await fc.assert(fc.asyncProperty(situation, checkChange), {
    numRuns: 40,
    examples: [[upgradeWithOverage], [yearlyAtOnce]],
  });
});

test('a payment for a change is created over what the preview says, overage included', async () => {
  const who = await createCustomer(t, 'by-payment@example.com', '79');
  const { id, limits } = await createSubscription(t, who, 'pro');
  await countRequests(t, who, limits.requests_per_month! + 1_500);
  const body = { tariff: 'scale', payment_source: 'payment', pay_currency: 'USD' };
  const preview = await callSubscriptions(t, who, 'PATCH', `${id}/?preview=true`, body);
  expect(preview.body).toMatchObject({ charge_now: '220.30', overage: '0.30' });
  const { payment } = (await callSubscriptions(t, who, 'PATCH', `${id}/`, body))
    .body as never as SubscriptionWire;
  expect(payment).toMatchObject({ amount: '220.30' });
  await simulateSandboxAction(t, payment!.uuid, 'pay');
  expect(await fetchCurrentSubscription(t, who)).toMatchObject({ tariff: { slug: 'scale' } });
  expect(await readWalletBalance(t, who)).toBe('0.00');
});
