import { expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';
import { askForPayment, play } from '#test/sandbox-payments.ts';

const t = useApp();

/** The customer's mails of payments, oldest first. */
const paymentMails = async (address: string) =>
  (await t.mails(address)).filter(({ kind }) => kind.startsWith('payments.'));

test('a completed payment is told once, with the way to its receipt', async () => {
  const who = await t.signIn('paid@example.com');
  const { uuid, internal_id } = await askForPayment(t, who);
  await play(t, uuid, 'pay');
  await play(t, uuid, 'pay');
  const mails = await paymentMails('paid@example.com');
  expect(mails).toMatchObject([
    { kind: 'payments.completed', subject: '$25.00 is in your wallet' },
  ]);
  expect(mails[0]?.text).toContain(`/dashboard/payments/${uuid}`);
  expect(mails[0]?.text).toContain(internal_id);
});

test('a short payment is told with what is missing, and again when time has run out', async () => {
  const who = await t.signIn('short@example.com');
  const { uuid } = await askForPayment(t, who, { pay_currency: 'usdttrc20' });
  await play(t, uuid, 'pay_part', '10');
  t.clock.advance(3_600_001);
  await t.jobs.runSchedule('payments.expire');
  const mails = await paymentMails('short@example.com');
  expect(mails.map(({ kind }) => kind)).toEqual(['payments.short', 'payments.expired']);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your payment is short by 15\.\d+ USDT$/),
    expect.stringMatching(/^Your payment ended with \$9\.\d\d$/),
  ]);
});

test('the rest of a short payment is asked for where it can be paid', async () => {
  for (const [name, pay_currency, words] of [
    ['coins', 'usdttrc20', /Send the remaining .* to the same address before/],
    ['card', 'USD', /Pay the remaining \$15\.00 on the payment page before/],
  ] as const) {
    const who = await t.signIn(`${name}@example.com`);
    const { uuid } = await askForPayment(t, who, { pay_currency });
    await play(t, uuid, 'pay_part', '10');
    expect((await paymentMails(who.email))[0]?.text).toMatch(words);
  }
});

test('a payment that ends without money is nobody told of', async () => {
  const who = await t.signIn('unpaid@example.com');
  await askForPayment(t, who);
  t.clock.advance(3_600_001);
  await t.jobs.runSchedule('payments.expire');
  expect(await paymentMails('unpaid@example.com')).toEqual([]);
});
