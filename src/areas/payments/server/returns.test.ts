// Money that had gone back to a customer and came to us again.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import {
  askForPayment,
  availableOf,
  completedPayment,
  play,
  readBack,
} from '#test/sandbox-payments.ts';
import { paymentCompleted } from './payments.ts';
import type { Move } from './providers/sandbox-moves.ts';
import { reviewPayment } from './review-payment.ts';

const t = useApp();
const review = (uuid: string) => reviewPayment(t.areas.payments, uuid, 'webhook');
beforeAll(() => t.signIn('finance@example.com', { roles: ['finance'] }));
afterEach(() => {
  vi.restoreAllMocks();
});

/** The refund failed, or the dispute was won: the provider has the money again. */
function undoReturns() {
  const sandbox = t.areas.payments.providers.find('sandbox')!;
  const ask = sandbox.fetchPayment;
  vi.spyOn(sandbox, 'fetchPayment').mockImplementation(async (id) => {
    const truth = await ask(id);
    const returns = truth.returns.map((one) => ({ ...one, isUndone: true }));
    return { ...truth, status: 'completed', returns };
  });
}

test.each([
  ['a won dispute', 'chargeback'],
  ['a refund that failed', 'refund'],
] as [string, Move][])('%s puts the money into the wallet again, once', async (words, move) => {
  const who = await t.signIn(`${move}@example.com`);
  const { uuid, internal_id, completed_at } = await completedPayment(t, who);
  await play(t, uuid, move);
  expect((await readBack(t, who, uuid)).status, words).toBe('refunded');
  const mails = (await t.mails(who.email)).length;
  const publish = vi.spyOn(t.kernel.events, 'publish');
  undoReturns();
  await review(uuid);
  await review(uuid);
  expect(await readBack(t, who, uuid)).toMatchObject({
    status: 'completed',
    completed_at,
    amount_refunded: '0.00',
    returns: [{ kind: move, status: 'failed' }],
  });
  expect(await availableOf(t, who)).toBe('25.00');
  expect(publish.mock.calls.filter(([, event]) => event === paymentCompleted)).toEqual([]);
  expect(await t.mails(who.email)).toHaveLength(mails);
  const alerts = (await t.mails('finance@example.com')).filter(
    ({ subject, text }) => subject.includes(internal_id) && text.includes('came to us again'),
  );
  expect(alerts).toHaveLength(1);
  const balance = await send(t, 'GET', '/apix/payments/transactions/balance/', undefined, who);
  expect(balance.body).toMatchObject({ total_deposited: '25.00', total_spent: '0.00' });
  expect((await verifyLedger(t.kernel)).isSound).toBe(true);
});

test('a short payment is short again', async () => {
  const who = await t.signIn('short@example.com');
  const { uuid } = await askForPayment(t, who);
  await play(t, uuid, 'pay_part', '10.00');
  await play(t, uuid, 'refund');
  expect((await readBack(t, who, uuid)).status).toBe('refunded');
  undoReturns();
  await review(uuid);
  expect((await readBack(t, who, uuid)).status).toBe('partially_paid');
  expect(await availableOf(t, who)).toBe('10.00');
});

test('a return that came to nothing before we heard of it moves nothing', async () => {
  const who = await t.signIn('unheard@example.com');
  const { uuid } = await completedPayment(t, who);
  undoReturns();
  await play(t, uuid, 'refund');
  expect(await readBack(t, who, uuid)).toMatchObject({ status: 'completed', returns: [] });
  expect(await availableOf(t, who)).toBe('25.00');
});
