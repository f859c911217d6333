// Money that arrived and is not credited, and rests that can't be sent.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import {
  applySandboxAction,
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  ProviderRefused,
  type ProviderSnapshot,
  type ProviderTransfer,
  ProviderUnavailable,
} from '../providers/provider.ts';
import { reconcilePayment } from './reconcile-payment.ts';

const t = useApp();
const sandbox = () => t.areas.payments.providers.find('sandbox')!;
const reconcile = (uuid: string) => reconcilePayment(t.areas.payments, uuid, 'webhook');
afterEach(() => {
  vi.restoreAllMocks();
});
beforeAll(() => t.signIn('finance@example.com', { roles: ['finance'] }));

const start = async (name: string) => {
  const who = await t.signIn(`${name}@example.com`);
  const payment = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
  return { who, uuid: payment.uuid, number: payment.internal_id };
};

/** From now on the provider reports this. */
function report(change: Partial<ProviderSnapshot>, transfers?: Partial<ProviderTransfer>[]) {
  vi.restoreAllMocks();
  const fetch = sandbox().fetchPayment;
  vi.spyOn(sandbox(), 'fetchPayment').mockImplementation(async (id) => {
    const snapshot = await fetch(id);
    const money = transfers?.map((one, at) => ({
      id: `${id}:${at}`,
      currency: 'usdttrc20',
      amount: '25.125',
      at: t.clock.now(),
      confirmations: null,
      hash: null,
      isSettled: false,
      ...one,
    }));
    return { ...snapshot, ...change, ...(money && { transfers: money }) };
  });
}

/** Their lines are broken at 80 columns. */
const mailsTo = async (address: string) =>
  (await t.mails(address)).map((mail) => ({ ...mail, text: mail.text.replaceAll(/\s+/g, ' ') }));
const customerMails = async ({ email }: SignedIn) =>
  (await mailsTo(email)).filter(({ kind }) => kind.startsWith('payments.'));
const alertsAbout = async (number: string) =>
  (await mailsTo('finance@example.com')).filter(({ subject }) => subject.includes(number));

test('money of a failed payment is somebody’s work, until the provider recovers it', async () => {
  const { who, uuid, number } = await start('failed');
  report({ status: 'failed' }, [{ isStuck: true }]);
  await reconcile(uuid);
  await reconcile(uuid);
  expect(await fetchPayment(t, who, uuid)).toMatchObject({
    status: 'failed',
    problem: 'not_settled',
    next_step: 'contact_support',
    credited_amount: null,
  });
  const [mail, ...others] = await customerMails(who);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ kind: 'payments.problem' });
  expect(mail!.text).toContain('Do not pay again');
  const [alert, ...more] = await alertsAbout(number);
  expect(more).toEqual([]);
  expect(alert!.text).toContain('Not credited: 25.125 usdttrc20.');
  t.clock.advance(10 * dayMs);
  report({ status: 'completed' }, [{ isSettled: true }]);
  vi.spyOn(sandbox(), 'fetchRate').mockResolvedValue({ rate: '1', source: 'x', at: new Date() });
  await t.jobs.runSchedule('payments.reconcile');
  const again = await t.signIn(who.email);
  expect(await fetchPayment(t, again, uuid)).toMatchObject({
    status: 'completed',
    problem: null,
    next_step: 'none',
  });
  expect(await fetchAvailableBalance(t, again)).toBe('25.00');
});

test.each([
  ['a second deposit that failed', [{ isSettled: true }, { isStuck: true }], 'not_settled'],
  ['a deposit that went back', [{ isSettled: true }, { isStuck: true }], null],
  ['an unknown currency', [{ isSettled: true, currency: 'shib' }], 'unknown_currency'],
  ['an unsettled deposit of today', [{}], null],
  ['an unsettled deposit of two days ago', [{ at: new Date(0) }], 'not_settled'],
] as const)('%s', async (name, transfers, problem) => {
  const { who, uuid } = await start(name.replaceAll(' ', '-'));
  const provider_payment_id = (await fetchPayment(t, who, uuid)).provider_payment_id!;
  const back = {
    id: `${uuid}:refund`,
    transferId: `${provider_payment_id}:1`,
    kind: 'refund',
    currency: 'usdttrc20',
    amount: '25.125',
    at: t.clock.now(),
    isUndone: false,
  } as const;
  report({ reversals: name === 'a deposit that went back' ? [back] : [] }, [...transfers]);
  await reconcile(uuid);
  expect((await fetchPayment(t, who, uuid)).problem).toBe(problem);
});

test('a status that we do not know alerts staff, and the customer does not pay', async () => {
  const { who, uuid, number } = await start('unknown-status');
  report({ hasUnknownStatus: true, providerStatus: 'wrong_asset_confirmed' });
  await reconcile(uuid);
  expect(await fetchPayment(t, who, uuid)).toMatchObject({
    problem: 'unknown_status',
    next_step: 'contact_support',
  });
  expect(await alertsAbout(number)).toHaveLength(1);
  expect((await customerMails(who))[0]!.text).toContain('Do not pay until they have written');
});

test('late money waits in the open while the provider has no rate', async () => {
  const { who, uuid, number } = await start('no-rate');
  t.clock.advance(2 * hourMs);
  await applySandboxAction(t, uuid, 'pay');
  const refusal = new ProviderRefused('sandbox', 'No rate.');
  vi.spyOn(sandbox(), 'fetchRate').mockRejectedValue(refusal);
  await reconcile(uuid);
  const late = await t.signIn(who.email);
  expect(await fetchPayment(t, late, uuid)).toMatchObject({
    problem: 'no_rate',
    next_step: 'wait',
    credited_amount: null,
  });
  expect((await alertsAbout(number))[0]!.text).toContain('has no rate');
  expect((await customerMails(late)).map(({ kind }) => kind)).toEqual(['payments.problem']);
  vi.restoreAllMocks();
  await reconcile(uuid);
  expect(await fetchPayment(t, late, uuid)).toMatchObject({ status: 'completed', problem: null });
});

test('a rest below the minimum of its coin is never asked for', async () => {
  const { who, uuid, number } = await start('small-rest');
  const least = { currency: 'usdttrc20', amount: '13.3' };
  vi.spyOn(sandbox(), 'minimumAmount').mockResolvedValue(least);
  await simulateSandboxAction(t, uuid, 'pay_part', '15');
  expect(await fetchPayment(t, who, uuid)).toMatchObject({
    status: 'partially_paid',
    problem: 'rest_too_small',
    rest_minimum: '13.300000',
    next_step: 'contact_support',
  });
  const [mail, ...others] = await customerMails(who);
  expect(others).toEqual([]);
  expect(mail!.text).toContain('Do not send the rest');
  expect(mail!.text).toContain('a new payment of at least 13.30 USDT');
  expect(mail!.text).not.toContain('Send the remaining');
  expect(await alertsAbout(number)).toHaveLength(1);
});

test('the rest is not asked for before its minimum is known', async () => {
  const { who, uuid } = await start('unknown-minimum');
  const silence = new ProviderUnavailable('sandbox', 'timed out');
  vi.spyOn(sandbox(), 'minimumAmount').mockRejectedValue(silence);
  await simulateSandboxAction(t, uuid, 'pay_part', '15');
  expect(await fetchPayment(t, who, uuid)).toMatchObject({ next_step: 'wait', problem: null });
  expect((await customerMails(who))[0]!.text).toContain('Do not send it before');
  vi.restoreAllMocks();
  await reconcile(uuid);
  expect(await fetchPayment(t, who, uuid)).toMatchObject({
    next_step: 'pay_rest',
    rest_minimum: '5.000000',
  });
});
