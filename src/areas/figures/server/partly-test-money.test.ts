import { expect, test } from 'vitest';
import type { RevenueWire } from '#areas/figures/wire/index.ts';
import { fetchFigures } from '#test/factories/figures.ts';
import { createCompletedPayment } from '#test/factories/payments.ts';
import { createCustomer, createSubscription } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();

async function readAll() {
  const { results, test_accounts } = await fetchFigures<RevenueWire>(t, 'revenue/');
  return { mrr: results.at(-1)?.mrr, test_accounts };
}

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
