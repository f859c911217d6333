import { expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';
import { askForPayment } from '#test/sandbox-payments.ts';
import { findPayment } from '../payment-store.ts';
import { alertStaff } from './staff-alerts.ts';

const t = useApp();

test('staff are told of one thing once a day; what was rolled back told nobody', async () => {
  const { uuid } = await askForPayment(t, await t.signIn('ann@example.com'));
  await t.signIn('watch@example.com', { roles: ['finance'] });
  const { database } = t.kernel;
  const payment = await findPayment(database.write, uuid);
  const alert = (words: string) =>
    database.transaction((tx) => alertStaff(t.areas.payments, tx, payment!, words));
  const told = async () => (await t.mails('watch@example.com')).length;

  const rolledBack = database.transaction(async (tx) => {
    await alertStaff(t.areas.payments, tx, payment!, 'It is odd.');
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await told()).toBe(0);
  await alert('It is odd.');
  await alert('It is odd.');
  expect(await told()).toBe(1);
  await alert('It is odd in another way.');
  expect(await told()).toBe(2);
  t.clock.advance(86_400_000);
  await alert('It is odd.');
  expect(await told()).toBe(3);
});
