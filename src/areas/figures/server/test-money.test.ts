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
