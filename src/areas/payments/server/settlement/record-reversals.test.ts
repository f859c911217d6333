// Refunds and chargebacks that were undone.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { paymentCompleted } from '../context.ts';
import type { ProviderReversal } from '../providers/provider.ts';
import type { SandboxAction } from '../providers/sandbox/sandbox-actions.ts';
import { reconcilePayment } from './reconcile-payment.ts';

const t = useApp();
const reconcile = (uuid: string) => reconcilePayment(t.areas.payments, uuid, 'webhook');
beforeAll(() => t.signIn('finance@example.com', { roles: ['finance'] }));
afterEach(() => {
  vi.restoreAllMocks();
});

/** The refund failed, or the dispute was won: the provider has the money again. */
function undoReversals() {
  const sandbox = t.areas.payments.providers.find('sandbox')!;
  const ask = sandbox.fetchPayment;
  vi.spyOn(sandbox, 'fetchPayment').mockImplementation(async (id) => {
    const snapshot = await ask(id);
    const reversals = snapshot.reversals.map((one) => ({ ...one, isUndone: true }));
    return { ...snapshot, status: 'completed', reversals };
  });
}

test.each([
  ['a won dispute', 'chargeback'],
  ['a failed refund', 'refund'],
] as [string, SandboxAction][])('%s restores the wallet, once', async (words, move) => {
  const who = await t.signIn(`${move}@example.com`);
  const { uuid, internal_id, completed_at } = await createCompletedPayment(t, who);
  await simulateSandboxAction(t, uuid, move);
  expect((await fetchPayment(t, who, uuid)).status, words).toBe('refunded');
  const mails = (await t.mails(who.email)).length;
  const publish = vi.spyOn(t.kernel.events, 'publish');
  undoReversals();
  await reconcile(uuid);
  await reconcile(uuid);
  expect(await fetchPayment(t, who, uuid)).toMatchObject({
    status: 'completed',
    completed_at,
    amount_refunded: '0.00',
    returns: [{ kind: move, status: 'failed' }],
  });
  expect(await fetchAvailableBalance(t, who)).toBe('25.00');
  expect(publish.mock.calls.filter(([, event]) => event === paymentCompleted)).toEqual([]);
  const kinds = (await t.mails(who.email)).map(({ kind }) => kind);
  expect(kinds).toHaveLength(mails + 1);
  expect(kinds).toContain('payments.reinstated');
  const alerts = (await t.mails('finance@example.com')).filter(
    ({ subject, text }) => subject.includes(internal_id) && text.includes('was reinstated'),
  );
  expect(alerts).toHaveLength(1);
  const balance = await send(t, 'GET', '/apix/payments/transactions/balance/', undefined, who);
  expect(balance.body).toMatchObject({ total_deposited: '25.00', total_spent: '0.00' });
  expect((await verifyLedger(t.kernel)).isSound).toBe(true);
});

test('a restored short payment is short again', async () => {
  const who = await t.signIn('short@example.com');
  const { uuid } = await createSandboxPayment(t, who);
  await simulateSandboxAction(t, uuid, 'pay_part', '10.00');
  await simulateSandboxAction(t, uuid, 'refund');
  expect((await fetchPayment(t, who, uuid)).status).toBe('refunded');
  undoReversals();
  await reconcile(uuid);
  expect((await fetchPayment(t, who, uuid)).status).toBe('partially_paid');
  expect(await fetchAvailableBalance(t, who)).toBe('10.00');
});

test('a refund that failed before we saw it moves nothing', async () => {
  const who = await t.signIn('unheard@example.com');
  const { uuid } = await createCompletedPayment(t, who);
  undoReversals();
  await simulateSandboxAction(t, uuid, 'refund');
  expect(await fetchPayment(t, who, uuid)).toMatchObject({ status: 'completed', returns: [] });
  expect(await fetchAvailableBalance(t, who)).toBe('25.00');
});

test('a dispute that was won in part and lost on appeal takes the money of each decision', async () => {
  const who = await t.signIn('appeal@example.com');
  const { uuid } = await createCompletedPayment(t, who);
  const sandbox = t.areas.payments.providers.find('sandbox')!;
  const fetch = sandbox.fetchPayment;
  let decisions = 0;
  const decide = async (amount: string, isUndone = false, at = ++decisions) => {
    const dispute: ProviderReversal = {
      id: `dispute:${uuid}`,
      transferId: null,
      kind: 'chargeback',
      currency: 'USD',
      amount,
      at: new Date(t.clock.now().getTime() + at * 1000),
      isUndone,
    };
    vi.spyOn(sandbox, 'fetchPayment').mockImplementation(async (id) => ({
      ...(await fetch(id)),
      reversals: [dispute],
    }));
    await reconcile(uuid);
    await reconcile(uuid);
    const { status, amount_refunded } = await fetchPayment(t, who, uuid);
    return [status, amount_refunded, await fetchAvailableBalance(t, who)];
  };
  expect(await decide('25.00')).toEqual(['refunded', '25.00', '0.00']);
  expect(await decide('10.00')).toEqual(['completed', '10.00', '15.00']);
  expect(await decide('10.00', true)).toEqual(['completed', '0.00', '25.00']);
  expect(await decide('25.00')).toEqual(['refunded', '25.00', '0.00']);
  expect(await decide('10.00', true, 3), 'an older report').toEqual(['refunded', '25.00', '0.00']);
  expect((await verifyLedger(t.kernel)).isSound).toBe(true);
});
