import { expect, test } from 'vitest';
import {
  createCompletedPayment,
  createSandboxPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { setPaymentSettings } from '#test/factories/settings.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { reconcilePayment } from '../settlement/reconcile-payment.ts';

const t = useApp();

/** The customer's mails of payments, oldest first. */
const paymentMails = async (address: string) =>
  (await t.mails(address)).filter(({ kind }) => kind.startsWith('payments.'));

test('a completed payment is mailed once, with a link to its receipt', async () => {
  const who = await t.signIn('paid@example.com');
  const { uuid, internal_id } = await createSandboxPayment(t, who);
  await simulateSandboxAction(t, uuid, 'pay');
  await simulateSandboxAction(t, uuid, 'pay');
  const mails = await paymentMails('paid@example.com');
  expect(mails).toMatchObject([
    { kind: 'payments.completed', subject: '$25.00 is in your wallet' },
  ]);
  expect(mails[0]?.text).toContain(`/dashboard/payments/${uuid}`);
  expect(mails[0]?.text).toContain(internal_id);
});

test('receipts can be switched off, but not what is not one', async () => {
  const who = await t.signIn('quiet@example.com');
  const { uuid } = await createCompletedPayment(t, who);
  const [receipt] = await paymentMails(who.email);
  expect(receipt?.text).toContain('/dashboard/wallet/payment-methods');
  await setPaymentSettings(t, who, { mails_receipts: false });
  await createCompletedPayment(t, who);
  expect(await paymentMails(who.email)).toHaveLength(1);
  await simulateSandboxAction(t, uuid, 'refund');
  const mails = await paymentMails(who.email);
  expect(mails.map(({ kind }) => kind)).toEqual(['payments.completed', 'payments.refunded']);
  expect(mails[1]?.text).not.toContain('Switch off');
});

test('a short payment is mailed with the missing amount, and again when it expires', async () => {
  const who = await t.signIn('short@example.com');
  const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
  await simulateSandboxAction(t, uuid, 'pay_part', '10');
  t.clock.advance(3_600_001);
  await t.jobs.runSchedule('payments.expire');
  const mails = await paymentMails('short@example.com');
  expect(mails.map(({ kind }) => kind)).toEqual(['payments.short', 'payments.expired']);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your payment is short by 15\.\d+ USDT$/),
    expect.stringMatching(/^Your payment ended with \$9\.\d\d$/),
  ]);
});

test('the mail about a short payment says where to pay the rest', async () => {
  for (const [name, pay_currency, words] of [
    ['coins', 'usdttrc20', /Send the remaining .* to the same address before/],
    ['card', 'USD', /Pay the remaining \$15\.00 on the payment page before/],
  ] as const) {
    const who = await t.signIn(`${name}@example.com`);
    const { uuid } = await createSandboxPayment(t, who, { pay_currency });
    await simulateSandboxAction(t, uuid, 'pay_part', '10');
    expect((await paymentMails(who.email))[0]?.text).toMatch(words);
  }
});

test.each([
  ['refund', 'Refunded'],
  ['chargeback', 'Charged back'],
] as const)('after a %s the payment and its lists say %s', async (action, words) => {
  const who = await t.signIn(`words-${action}@example.com`);
  const { uuid } = await createCompletedPayment(t, who);
  await simulateSandboxAction(t, uuid, action);
  const status = { status: 'refunded', status_display: words };
  const read = (path: string, { headers } = who) => send(t, 'GET', path, undefined, { headers });
  expect((await read(`/apix/payments/payments/${uuid}/`)).body).toMatchObject(status);
  expect((await read('/apix/payments/payments/')).body.results).toMatchObject([status]);
  const finance = await t.signIn('words@example.com', { roles: ['finance'] });
  const reviewed = await read(`/apix/admin/payments/?user=${who.accountId}`, finance);
  expect(reviewed.body.results).toMatchObject([status]);
});

test.each([
  ['refund', 'payments.refunded', 'We refunded $25.00 of your payment'],
  ['chargeback', 'payments.charged_back', 'Your bank took back $25.00 of your payment'],
] as const)('a %s is mailed once', async (action, kind, subject) => {
  const who = await t.signIn(`${action}@example.com`);
  const { uuid, internal_id } = await createCompletedPayment(t, who);
  await simulateSandboxAction(t, uuid, action);
  await reconcilePayment(t.areas.payments, uuid, 'poll');
  const mails = (await paymentMails(who.email)).filter(
    (mail) => mail.kind !== 'payments.completed',
  );
  expect(mails).toMatchObject([{ kind, subject }]);
  expect(mails[0]?.text).toContain(internal_id);
  expect(mails[0]?.text).toContain('Returned');
});

test('a payment that expires without money sends no mail', async () => {
  const who = await t.signIn('unpaid@example.com');
  await createSandboxPayment(t, who);
  t.clock.advance(3_600_001);
  await t.jobs.runSchedule('payments.expire');
  expect(await paymentMails('unpaid@example.com')).toEqual([]);
});
