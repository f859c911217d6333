// Money that comes at odd times, in odd amounts and in odd coins.

import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import {
  applySandboxAction,
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  paymentsPath,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { ProviderTransfer } from '../providers/provider.ts';
import { reconcilePayment } from './reconcile-payment.ts';

const t = useApp();
const sandbox = () => t.areas.payments.providers.find('sandbox')!;
const review = (uuid: string) => reconcilePayment(t.areas.payments, uuid, 'poll');
afterEach(() => {
  vi.restoreAllMocks();
});
beforeAll(() => t.signIn('finance@example.com', { roles: ['finance'] }));

/** From now on the provider tells of every transfer with these changes. */
function retell(change: Partial<ProviderTransfer>) {
  const ask = sandbox().fetchPayment;
  vi.spyOn(sandbox(), 'fetchPayment').mockImplementation(async (id) => {
    const snapshot = await ask(id);
    return { ...snapshot, transfers: snapshot.transfers.map((one) => ({ ...one, ...change })) };
  });
}

/** The wallet's session has run out when the clock was put forward. */
const again = ({ email }: SignedIn) => t.signIn(email);

describe('the rate of money that was in flight at the deadline', () => {
  const halve = () =>
    vi
      .spyOn(sandbox(), 'fetchRate')
      .mockResolvedValue({ rate: '0.5', source: 'sandbox', at: t.clock.now() });

  test('is the locked one, although the provider reports a later time', async () => {
    const who = await t.signIn('under-way@example.com');
    const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
    await simulateSandboxAction(t, uuid, 'send');
    t.clock.advance(2 * hourMs);
    await applySandboxAction(t, uuid, 'finish');
    retell({ at: t.clock.now() });
    const ask = halve();
    await review(uuid);
    expect(ask).not.toHaveBeenCalled();
    const found = await fetchPayment(t, await again(who), uuid);
    expect(found).toMatchObject({ status: 'completed', late: false, credited_amount: '25.00' });
    expect(found.transfers).toMatchObject([{ late: false }]);
  });

  test('is that of its arrival if it was not seen before', async () => {
    const who = await t.signIn('unseen@example.com');
    const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
    t.clock.advance(2 * hourMs);
    await applySandboxAction(t, uuid, 'pay');
    retell({ at: t.clock.now() });
    halve();
    await review(uuid);
    const found = await fetchPayment(t, await again(who), uuid);
    expect(found).toMatchObject({ status: 'partially_paid', credited_amount: '12.50' });
    expect(found.transfers).toMatchObject([{ late: true }]);
  });
});

test('an amount with too many decimals is shown rounded, in the receipt as well', async () => {
  const who = await t.signIn('fine@example.com');
  const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
  await applySandboxAction(t, uuid, 'pay');
  retell({ amount: '25.1250004999' });
  await review(uuid);
  expect(await fetchPayment(t, who, uuid)).toMatchObject({
    status: 'completed',
    actually_paid: '25.125000',
    transfers: [{ amount: '25.125000' }],
  });
  const url = `${paymentsPath}${uuid}/receipt/`;
  const receipt = await t.app.inject({ url, headers: who.headers });
  expect(receipt.statusCode).toBe(200);
});

test.each([
  ['the converted price', '13.27', 'completed'],
  ['another price', '13.28', 'pending'],
])('a payment that its provider has in another currency needs %s', async (name, amount, status) => {
  const who = await t.signIn(`${name.replaceAll(' ', '-')}@example.com`);
  const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
  const converted = { provider_price: '13.27', provider_price_currency: 'EUR' };
  const { write } = t.kernel.database;
  await write.updateTable('payment').set(converted).where('id', '=', uuid).execute();
  await applySandboxAction(t, uuid, 'pay');
  const fetch = sandbox().fetchPayment;
  vi.spyOn(sandbox(), 'fetchPayment').mockImplementation(async (id) => ({
    ...(await fetch(id)),
    price: { currency: 'EUR', amount },
  }));
  await review(uuid);
  expect((await fetchPayment(t, who, uuid)).status).toBe(status);
});

test('a payment above what its provider collects is refused with the largest amount', async () => {
  const who = await t.signIn('large@example.com');
  vi.spyOn(sandbox(), 'maximumAmount').mockReturnValue(toAmount('30.00', 'USD'));
  const { uuid } = await createSandboxPayment(t, who, { amount: '29.00', pay_currency: 'USD' });
  expect(uuid).toBeDefined();
  await expect(
    createSandboxPayment(t, who, { amount: '30.01', pay_currency: 'USD' }),
  ).rejects.toThrow('less than or equal to 30.00');
});

test('a hidden payment becomes visible when money arrives', async () => {
  const who = await t.signIn('hidden@example.com');
  const { uuid } = await createSandboxPayment(t, who);
  await send(t, 'POST', `${paymentsPath}${uuid}/cancel/`, {}, who);
  await send(t, 'DELETE', `${paymentsPath}${uuid}/`, undefined, who);
  expect((await send(t, 'GET', paymentsPath, undefined, who)).body.count).toBe(0);
  await simulateSandboxAction(t, uuid, 'pay');
  expect(await fetchPayment(t, who, uuid)).toMatchObject({ status: 'completed', late: true });
  expect((await send(t, 'GET', paymentsPath, undefined, who)).body.count).toBe(1);
});

test('money in an unknown coin alerts staff and sends the customer to support', async () => {
  const who = await t.signIn('strange@example.com');
  const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
  await applySandboxAction(t, uuid, 'pay');
  retell({ currency: 'shib', amount: '1200' });
  await review(uuid);
  await review(uuid);
  const found = await fetchPayment(t, who, uuid);
  expect(found).toMatchObject({ credited_amount: null, next_step: 'contact_support' });
  expect(found.transfers).toMatchObject([{ currency: 'shib', amount: '1200', credited_at: null }]);
  expect(await fetchAvailableBalance(t, who)).toBe('0.00');
  const mails = await t.mails('finance@example.com');
  const about = mails.filter(({ subject }) => subject.includes(found.internal_id));
  expect(about).toHaveLength(1);
  expect(about[0]!.text).toContain('1200 shib');
});
