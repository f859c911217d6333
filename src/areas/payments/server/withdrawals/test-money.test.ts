// Test money of an installation that takes real money.
import { expect, test } from 'vitest';
import { createCompletedPayment } from '#test/factories/payments.ts';
import { requestWithdrawal, withdrawalsPath } from '#test/factories/withdrawals.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();

test('test money can not be withdrawn, real money beside it can', async () => {
  const who = await t.signIn('test-money@example.com');
  await createCompletedPayment(t, who, { amount: '50.00' });
  const real = await createCompletedPayment(t, who, { amount: '30.00' });
  const { write } = t.kernel.database;
  await write.updateTable('payment').set({ is_test: false }).where('id', '=', real.uuid).execute();
  Object.assign(t.kernel.config, { hasPaymentSandbox: false });
  const options = await send(t, 'GET', `${withdrawalsPath}options/`, undefined, who);
  expect(options.body).toMatchObject({ available: '30.00' });
  expect(await requestWithdrawal(t, who, { amount: '30.01' })).toMatchObject({
    status: 400,
    body: { amount: ['At most $30.00 can be withdrawn: the rest of the balance is test money.'] },
  });
  expect((await requestWithdrawal(t, who, { amount: '30.00' })).status).toBe(201);
});
