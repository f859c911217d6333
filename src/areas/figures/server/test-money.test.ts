import { beforeAll, expect, test } from 'vitest';
import type { FailedPaymentsWire, FunnelWire, RevenueWire } from '#areas/figures/wire/index.ts';
import { fetchFigures } from '#test/factories/figures.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { createCustomer, createSubscription } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();
let accountId: number;

beforeAll(async () => {
  const who = await createCustomer(t, 'evaluator@example.com');
  accountId = who.accountId;
  await createCompletedPayment(t, who, { amount: '100.00' });
  await createSubscription(t, who, 'pro');
  const failed = await createSandboxPayment(t, who, { amount: '80.00' });
  await simulateSandboxAction(t, failed.uuid, 'fail');
});

async function readAll() {
  const revenue = await fetchFigures<RevenueWire>(t, 'revenue/');
  const failed = await fetchFigures<FailedPaymentsWire>(t, 'failed-payments/');
  const month = revenue.results.at(-1);
  return {
    mrr: month?.mrr,
    plans_charged: month?.plans_charged,
    paying: month?.paying,
    test_accounts: revenue.test_accounts,
    movements: (await fetchFigures<{ count: number }>(t, 'movements/')).count,
    first_payment: (await fetchFigures<FunnelWire>(t, 'funnel/')).total.first_payment,
    failed: failed.results.at(-1)?.failed,
    test_payments: failed.test_payments,
  };
}

test('test money is in no figure, and each says what it leaves out, until real money comes', async () => {
  expect(await readAll()).toEqual({
    mrr: '0.00',
    plans_charged: '0.00',
    paying: 0,
    test_accounts: 1,
    movements: 0,
    first_payment: 0,
    failed: 0,
    test_payments: 1,
  });
  await t.kernel.database.write
    .updateTable('payment')
    .set({ is_test: false })
    .where('account_id', '=', accountId)
    .execute();
  expect(await readAll()).toEqual({
    mrr: '79.00',
    plans_charged: '79.00',
    paying: 1,
    test_accounts: 0,
    movements: 1,
    first_payment: 1,
    failed: 1,
    test_payments: 0,
  });
});

test('a plan that was paid partly with test money counts once real money has covered it', async () => {
  const who = await createCustomer(t, 'partly@example.com');
  const own = { amount: '60.00' };
  await createCompletedPayment(t, who, own);
  const real = await createCompletedPayment(t, who, own);
  await markReal(real.uuid);
  const before = await readAll();
  await createSubscription(t, who, 'pro');
  expect(await readAll()).toEqual({ ...before, test_accounts: before.test_accounts + 1 });
  const more = await createCompletedPayment(t, who, { amount: '19.00' });
  await markReal(more.uuid);
  const after = await readAll();
  expect(after.test_accounts).toBe(before.test_accounts);
  expect(Number(after.mrr) - Number(before.mrr)).toBe(79);
});

const markReal = (uuid: string) =>
  t.kernel.database.write
    .updateTable('payment')
    .set({ is_test: false })
    .where('id', '=', uuid)
    .execute();
