import { expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { createSandboxPayment } from '#test/factories/payments.ts';
import { useApp } from '#test/harness.ts';
import { findPayment } from '../payments/payment-store.ts';
import { alertStaff } from './staff-alerts.ts';

const t = useApp();

test('staff get one alert per subject and day, and none after a rollback', async () => {
  const { uuid } = await createSandboxPayment(t, await t.signIn('ann@example.com'));
  await t.signIn('watch@example.com', { roles: ['finance'] });
  const { database } = t.kernel;
  const payment = await findPayment(database.write, uuid);
  const alert = (words: string) =>
    database.transaction((tx) => alertStaff(t.areas.payments, tx, payment!, words));
  const countMails = async () => (await t.mails('watch@example.com')).length;

  const rolledBack = database.transaction(async (tx) => {
    await alertStaff(t.areas.payments, tx, payment!, 'It is odd.');
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await countMails()).toBe(0);
  await alert('It is odd.');
  await alert('It is odd.');
  expect(await countMails()).toBe(1);
  await alert('It is odd in another way.');
  expect(await countMails()).toBe(2);
  t.clock.advance(dayMs);
  await alert('It is odd.');
  expect(await countMails()).toBe(3);
});
