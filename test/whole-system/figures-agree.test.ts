// One figure is the same wherever it is shown: in the overview, the lists, the charts, the balance and
// the wallet's statistics.
import { beforeAll, expect, test } from 'vitest';
import type { ChartWire, OverviewWire } from '#areas/billing/wire/index.ts';
import { charge, creditCharge } from '#areas/ledger/server/index.ts';
import type { BalanceWire } from '#areas/payments/wire/transaction-schemas.ts';
import { createId } from '#kernel/ids.ts';
import { addAmounts, amountOf, toDecimalText, zero } from '#lib/money.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  fetchPayment,
  paymentsPath,
  simulateSandboxAction,
} from '../factories/payments.ts';
import { createWithdrawal, decideWithdrawal } from '../factories/withdrawals.ts';
import { type SignedIn, useApp } from '../harness.ts';
import { send } from '../requests.ts';

const t = useApp();
let who: SignedIn;
async function get<T>(path: string): Promise<T> {
  const { status, body } = await send(t, 'GET', path, undefined, who);
  expect(status).toBe(200);
  return body as T;
}
const readOverview = () => get<OverviewWire>('/apix/billing/dashboard/overview/');
const readChart = (metric: string) =>
  get<ChartWire>(`/apix/billing/charts/?period=7d&metric=${metric}`);

async function post(write: typeof charge, amount: string) {
  const draft = write({
    accountId: who.accountId,
    amount: amountOf(amount, 'USD'),
    idempotencyKey: createId(),
    description: 'Usage',
    actor: 'test',
  });
  await t.areas.payments.ledger.post(t.kernel.database.write, draft);
}

/** Payments of every end, a charge with a credit, and a withdrawal that was paid out. */
beforeAll(async () => {
  who = await t.signIn('figures@example.com');
  const pay = (amount: string) => createCompletedPayment(t, who, { amount });
  await pay('100.00');
  const refunded = await pay('14.00');
  await simulateSandboxAction(t, refunded.uuid, 'refund');
  const disputed = await pay('15.00');
  await simulateSandboxAction(t, disputed.uuid, 'chargeback');
  await pay('30.00');
  await createSandboxPayment(t, who, { amount: '70.00' });
  const failed = await createSandboxPayment(t, who, { amount: '80.00' });
  await simulateSandboxAction(t, failed.uuid, 'fail');
  await post(charge, '20.00');
  await post(creditCharge, '5.00');
  const withdrawal = await createWithdrawal(t, who, { amount: '20.00' });
  const [one, other] = [
    await t.signIn('one@example.com', { roles: ['finance'] }),
    await t.signIn('other@example.com', { roles: ['finance'] }),
  ];
  await decideWithdrawal(t, one, withdrawal.uuid, 'approve');
  await decideWithdrawal(t, other, withdrawal.uuid, 'settle', { reference: 'SEPA 1' });
  t.clock.advance(1000);
});

test('what was spent', async () => {
  const balance = await get<BalanceWire>('/apix/payments/transactions/balance/');
  const spent = [
    (await readOverview()).metrics.balance?.total_spent,
    balance.total_spent,
    (await readChart('spend')).totals.total_amount,
  ];
  expect(spent).toEqual(['15.00', '15.00', '15.00']);
});

test('which payments are completed, and what they brought', async () => {
  const list = await get<{ count: number; results: { uuid: string }[] }>(
    `${paymentsPath}?status=completed`,
  );
  const rows = await Promise.all(list.results.map(({ uuid }) => fetchPayment(t, who, uuid)));
  const brought = rows
    .flatMap((row) => [row.credited_amount!, `-${row.amount_refunded}`])
    .map((text) => amountOf(text, 'USD'))
    .reduce(addAmounts, zero('USD'));
  expect([list.count, toDecimalText(brought)]).toEqual([2, '130.00']);
  expect((await readOverview()).metrics.payments).toMatchObject({
    completed_payments: 2,
    completed_amount: '130.00',
    amount_this_month: '130.00',
    average_payment: '65.00',
    // Of the five that ended.
    success_rate: 0.4,
  });
  expect((await readChart('payments')).totals).toMatchObject({
    total_payments: 2,
    total_amount: '130.00',
    success_rate: 0.4,
  });
});
