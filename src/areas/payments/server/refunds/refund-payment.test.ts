import { describe, expect, test } from 'vitest';
import { charge } from '#areas/ledger/server/index.ts';
import { toAmount } from '#lib/money.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  paymentsPath,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts';

const t = useApp();
const unknownId = '01900000-0000-7000-8000-000000000000';
const reason = 'Ordered twice';

const signInFinance = (name: string) => t.signIn(`${name}@example.com`, { roles: ['finance'] });

async function propose(uuid: string, body: object, who?: SignedIn) {
  const by = who ?? (await signInFinance('finance'));
  return send(t, 'POST', `${paymentsPath}${uuid}/refund/`, body, by);
}

const possible = (uuid: string, by?: SignedIn) =>
  send(t, 'GET', `${paymentsPath}${uuid}/refund/`, undefined, by);

const spend = ({ accountId }: SignedIn, amount: string, idempotencyKey: string) => {
  const of = { accountId, amount: toAmount(amount, 'USD'), idempotencyKey, actor: 'job:test' };
  return t.kernel.work.write((tx) => t.areas.payments.ledger.post(tx, charge(of)));
};

/** One person proposes and another one approves; the payment afterwards, or what was refused. */
async function refund(uuid: string, body: object) {
  const proposed = await propose(uuid, body);
  if (proposed.status !== 202) return proposed;
  const other = await signInFinance('other-finance');
  const url = `/apix/admin/adjustments/${proposed.body.uuid}/approve/`;
  const approved = await send(t, 'POST', url, {}, other);
  if (approved.status !== 200) return approved;
  return send(t, 'GET', `${paymentsPath}${uuid}/`, undefined, other);
}

describe('refunding a payment', () => {
  test('a full refund ends the payment and debits the wallet', async () => {
    const who = await t.signIn('all@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    expect(await refund(uuid, { reason })).toMatchObject({
      status: 200,
      body: {
        status: 'refunded',
        amount_refunded: '25.00',
        returns: [{ kind: 'refund', status: 'done', amount: '25.00', reason }],
      },
    });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
    expect(await refund(uuid, { reason })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', current_status: 'refunded' },
    });
  });

  test('needs a second person, who is not the customer', async () => {
    const who = await t.signIn('two-persons@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    const one = await signInFinance('finance');
    const { status, body } = await propose(uuid, { reason }, one);
    expect([status, body]).toMatchObject([
      202,
      { kind: 'refund', status: 'proposed', payment: uuid, amount: '25.00', reason },
    ]);
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
    const approve = (by: SignedIn) =>
      send(t, 'POST', `/apix/admin/adjustments/${body.uuid}/approve/`, {}, by);
    expect((await approve(one)).body.code).toBe('second_person_needed');
    expect((await propose(uuid, { reason })).body.code).toBe('adjustment_pending');
    const promoted = await t.signIn('two-persons@example.com', { roles: ['finance'] });
    expect((await approve(promoted)).body.code).toBe('second_person_needed');
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
  });

  test('a partial refund keeps the payment completed, and the rest can follow', async () => {
    const who = await t.signIn('part@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    expect((await refund(uuid, { amount: '10.00', reason })).body).toMatchObject({
      status: 'completed',
      amount_refunded: '10.00',
    });
    expect((await refund(uuid, { amount: '15.01', reason })).body).toEqual({
      amount: ['Ensure this value is less than or equal to 15.00.'],
    });
    expect((await refund(uuid, { amount: '15.00', reason })).body.status).toBe('refunded');
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
  });

  test('the provider’s report of our own refund is not recorded twice', async () => {
    const who = await t.signIn('told@example.com');
    const { uuid } = await createCompletedPayment(t, who, { amount: '50.00' });
    await refund(uuid, { amount: '20.00', reason });
    t.clock.advance(10_000);
    const reply = await send(t, 'GET', `${paymentsPath}${uuid}/?refresh=true`, undefined, who);
    expect(reply.body).toMatchObject({ status: 'completed', amount_refunded: '20.00' });
    expect(await fetchAvailableBalance(t, who)).toBe('30.00');
  });

  test('does not refund the fee', async () => {
    const who = await t.signIn('fee@example.com');
    const { uuid } = await createCompletedPayment(t, who, { pay_currency: 'usdttrc20' });
    expect((await refund(uuid, { reason })).body).toMatchObject({ amount_refunded: '25.00' });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
  });

  test('requires the money to be in the wallet', async () => {
    const who = await t.signIn('spent@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    await spend(who, '20', 'spent');
    const tooPoor = { code: 'insufficient_balance', required: '25.00', available: '5.00' };
    expect(await propose(uuid, { reason })).toMatchObject({ status: 400, body: tooPoor });
    expect((await propose(uuid, { reason, amount: '5.01' })).body.code).toBe(tooPoor.code);
    const finance = await signInFinance('finance');
    expect((await possible(uuid, finance)).body).toMatchObject({
      credited: '25.00',
      refunded: '0.00',
      available: '5.00',
      possible: '5.00',
    });
    expect((await refund(uuid, { reason, amount: '5.00' })).body).toMatchObject({
      amount_refunded: '5.00',
    });
    expect((await possible(uuid, finance)).body).toMatchObject({
      refunded: '5.00',
      available: '0.00',
      possible: '0.00',
    });
  });

  test('checks the wallet again on approval', async () => {
    const who = await t.signIn('spent-later@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    const { body } = await propose(uuid, { reason });
    await spend(who, '20', 'spent later');
    const other = await signInFinance('other-finance');
    const url = `/apix/admin/adjustments/${body.uuid}/approve/`;
    expect(await send(t, 'POST', url, {}, other)).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance', required: '25.00', available: '5.00' },
    });
    expect((await fetchPayment(t, who, uuid)).returns).toEqual([]);
  });

  test('returns the refundable amount to finance only', async () => {
    const who = await t.signIn('asked@example.com');
    const finance = await signInFinance('finance');
    const { uuid, internal_id } = await createCompletedPayment(t, who);
    expect((await possible(uuid, finance)).body).toEqual({
      payment: uuid,
      internal_id,
      user: { id: who.accountId, email: 'asked@example.com' },
      currency: 'USD',
      credited: '25.00',
      refunded: '0.00',
      available: '25.00',
      possible: '25.00',
    });
    expect((await possible(uuid)).status).toBe(401);
    expect((await possible(uuid, who)).status).toBe(403);
    expect((await possible(unknownId, finance)).status).toBe(404);
    const pending = await createSandboxPayment(t, who);
    expect((await possible(pending.uuid, finance)).body.code).toBe('invalid_state');
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    sandbox.canRefund = false;
    const unable = await possible(uuid, finance);
    sandbox.canRefund = true;
    expect(unable.body.code).toBe('refund_not_supported');
  });

  test('a refusal by the provider restores the wallet', async () => {
    const who = await t.signIn('refused@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { refund: original } = sandbox;
    sandbox.refund = () => Promise.reject(new ProviderRefused('sandbox', 'Too late.'));
    await refund(uuid, { reason });
    sandbox.refund = original;
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'completed',
      amount_refunded: '0.00',
      returns: [{ status: 'failed' }],
    });
    const path = `${paymentsPath}${uuid}/transactions/balance/`;
    expect((await send(t, 'GET', path, undefined, who)).body).toMatchObject({
      refunded: '0.00',
      net: '25.00',
    });
    const wallet = await send(t, 'GET', '/apix/payments/transactions/balance/', undefined, who);
    expect(wallet.body).toMatchObject({ total_deposited: '25.00', total_spent: '0.00' });
    const mails = await t.mails('finance@example.com');
    expect(mails.map(({ text }) => text).join()).toContain('refused an approved refund');
  });

  test('a dispute that came before the refusal takes the restored money', async () => {
    const who = await t.signIn('disputed@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { refund: original, fetchPayment: fetch } = sandbox;
    sandbox.refund = () => Promise.reject(new ProviderRefused('sandbox', 'It is disputed.'));
    // Without a notification: it was there, and found nothing, while the refund was requested.
    sandbox.fetchPayment = async (id) => ({
      ...(await fetch(id)),
      reversals: [
        {
          id: `${uuid}:dispute`,
          transferId: null,
          kind: 'chargeback',
          currency: 'USD',
          amount: '25.00',
          at: t.clock.now(),
          isUndone: false,
        },
      ],
    });
    await refund(uuid, { reason });
    sandbox.refund = original;
    sandbox.fetchPayment = fetch;
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
    expect((await fetchPayment(t, who, uuid)).amount_refunded).toBe('25.00');
  });

  test('a job retries an unavailable provider', async () => {
    const who = await t.signIn('waits@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { refund: original } = sandbox;
    sandbox.refund = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    expect((await refund(uuid, { reason })).body).toMatchObject({
      status: 'completed',
      returns: [{ status: 'requested' }],
    });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
    sandbox.refund = original;
    await t.jobs.runAll();
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'refunded',
      returns: [{ status: 'done' }],
    });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
  });

  test('a provider without refunds is said so', async () => {
    const who = await t.signIn('unable@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    sandbox.canRefund = false;
    const reply = await refund(uuid, { reason });
    sandbox.canRefund = true;
    expect(reply).toMatchObject({ status: 400, body: { code: 'refund_not_supported' } });
  });

  test('is for finance, of a payment that exists, with a reason', async () => {
    const who = await t.signIn('owner@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    expect((await propose(uuid, { reason }, who)).status).toBe(403);
    expect((await refund(unknownId, { reason })).status).toBe(404);
    expect((await refund(uuid, {})).body).toEqual({ reason: ['This field is required.'] });
    expect((await refund(uuid, { reason })).body.code).toBe('invalid_state');
  });

  test('a refund by the provider itself leaves the wallet once', async () => {
    const who = await t.signIn('theirs@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    await simulateSandboxAction(t, uuid, 'refund');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'refunded',
      amount_refunded: '25.00',
    });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
  });
});
