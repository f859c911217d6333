// Money that comes at odd times, in odd amounts and in odd coins.
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import {
  askForPayment,
  availableOf,
  moveBooks,
  paymentsPath,
  play,
  readBack,
} from '#test/sandbox-payments.ts';
import type { ProviderTransfer } from './providers/provider.ts';
import { reviewPayment } from './review-payment.ts';

const t = useApp();
const sandbox = () => t.areas.payments.providers.find('sandbox')!;
const review = (uuid: string) => reviewPayment(t.areas.payments, uuid, 'poll');
const hourMs = 3_600_000;
afterEach(() => {
  vi.restoreAllMocks();
});
beforeAll(() => t.signIn('finance@example.com', { roles: ['finance'] }));

/** From now on the provider tells of every transfer with these changes. */
function retell(change: Partial<ProviderTransfer>) {
  const ask = sandbox().fetchPayment;
  vi.spyOn(sandbox(), 'fetchPayment').mockImplementation(async (id) => {
    const truth = await ask(id);
    return { ...truth, transfers: truth.transfers.map((one) => ({ ...one, ...change })) };
  });
}

/** The wallet's session has run out when the clock was put forward. */
const again = ({ email }: SignedIn) => t.signIn(email);

describe('the rate of money that was under way when time ran out', () => {
  const halve = () =>
    vi
      .spyOn(sandbox(), 'fetchRate')
      .mockResolvedValue({ rate: '0.5', source: 'sandbox', at: t.clock.now() });

  test('is the locked one, although the provider names the time of its last word', async () => {
    const who = await t.signIn('under-way@example.com');
    const { uuid } = await askForPayment(t, who, { pay_currency: 'usdttrc20' });
    await play(t, uuid, 'send');
    t.clock.advance(2 * hourMs);
    await moveBooks(t, uuid, 'finish');
    retell({ at: t.clock.now() });
    const ask = halve();
    await review(uuid);
    expect(ask).not.toHaveBeenCalled();
    const found = await readBack(t, await again(who), uuid);
    expect(found).toMatchObject({ status: 'completed', late: false, credited_amount: '25.00' });
    expect(found.transfers).toMatchObject([{ late: false }]);
  });

  test('is that of its arrival when nobody had seen it before', async () => {
    const who = await t.signIn('unseen@example.com');
    const { uuid } = await askForPayment(t, who, { pay_currency: 'usdttrc20' });
    t.clock.advance(2 * hourMs);
    await moveBooks(t, uuid, 'pay');
    retell({ at: t.clock.now() });
    halve();
    await review(uuid);
    const found = await readBack(t, await again(who), uuid);
    expect(found).toMatchObject({ status: 'partially_paid', credited_amount: '12.50' });
    expect(found.transfers).toMatchObject([{ late: true }]);
  });
});

test('an amount finer than the coin can be is shown rounded, in the receipt as well', async () => {
  const who = await t.signIn('fine@example.com');
  const { uuid } = await askForPayment(t, who, { pay_currency: 'usdttrc20' });
  await moveBooks(t, uuid, 'pay');
  retell({ amount: '25.1250004999' });
  await review(uuid);
  expect(await readBack(t, who, uuid)).toMatchObject({
    status: 'completed',
    actually_paid: '25.125000',
    transfers: [{ amount: '25.125000' }],
  });
  const url = `${paymentsPath}${uuid}/receipt/`;
  const receipt = await t.app.inject({ url, headers: who.headers });
  expect(receipt.statusCode).toBe(200);
});

test('a hidden payment is seen again when money comes', async () => {
  const who = await t.signIn('hidden@example.com');
  const { uuid } = await askForPayment(t, who);
  await send(t, 'POST', `${paymentsPath}${uuid}/cancel/`, {}, who);
  await send(t, 'DELETE', `${paymentsPath}${uuid}/`, undefined, who);
  expect((await send(t, 'GET', paymentsPath, undefined, who)).body.count).toBe(0);
  await play(t, uuid, 'pay');
  expect(await readBack(t, who, uuid)).toMatchObject({ status: 'completed', late: true });
  expect((await send(t, 'GET', paymentsPath, undefined, who)).body.count).toBe(1);
});

test('money in a coin that nobody knows is told to staff, and sends the customer to support', async () => {
  const who = await t.signIn('strange@example.com');
  const { uuid } = await askForPayment(t, who, { pay_currency: 'usdttrc20' });
  await moveBooks(t, uuid, 'pay');
  retell({ currency: 'shib', amount: '1200' });
  await review(uuid);
  await review(uuid);
  const found = await readBack(t, who, uuid);
  expect(found).toMatchObject({ credited_amount: null, next_step: 'contact_support' });
  expect(found.transfers).toMatchObject([{ currency: 'shib', amount: '1200', credited_at: null }]);
  expect(await availableOf(t, who)).toBe('0.00');
  const mails = await t.mails('finance@example.com');
  const about = mails.filter(({ subject }) => subject.includes(found.internal_id));
  expect(about).toHaveLength(1);
  expect(about[0]!.text).toContain('1200 shib');
});
