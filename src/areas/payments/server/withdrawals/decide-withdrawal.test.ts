import { beforeAll, describe, expect, test } from 'vitest';
import { charge, verifyLedger } from '#areas/ledger/server/index.ts';

import { toAmount } from '#lib/money.ts';
import {
  createCompletedPayment,
  fetchAvailableBalance,
  fetchPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { recordEvents } from '#test/factories/webhooks.ts';
import {
  bankAccount,
  createWithdrawal,
  decideWithdrawal,
  fetchStaffWithdrawal,
  requestWithdrawal,
  staffWithdrawalsPath,
  withdrawalsPath,
} from '#test/factories/withdrawals.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts';

const t = useApp();
const unknownId = '01900000-0000-7000-8000-000000000000';
const reason = 'The name on the account differs';
let one: SignedIn;
let other: SignedIn;
let names = 0;

beforeAll(async () => {
  one = await t.signIn('one@example.com', { roles: ['finance'] });
  other = await t.signIn('other@example.com', { roles: ['finance'] });
});

/** A new customer with money from a payment that can be refunded. */
async function customerWith(amount = '50.00') {
  const who = await t.signIn(`customer-${++names}@example.com`);
  const payment = await createCompletedPayment(t, who, { amount });
  return { who, payment };
}
const read = (who: SignedIn, uuid: unknown) =>
  send(t, 'GET', `${withdrawalsPath}${uuid}/`, undefined, who);
const cancel = (who: SignedIn, uuid: unknown) =>
  send(t, 'POST', `${withdrawalsPath}${uuid}/cancel/`, undefined, who);
const options = (who: SignedIn, query = '') =>
  send(t, 'GET', `${withdrawalsPath}options/${query}`, undefined, who);
const approve = (uuid: unknown, by = one) => decideWithdrawal(t, by, uuid, 'approve');
const reject = (uuid: unknown, by = one) => decideWithdrawal(t, by, uuid, 'reject', { reason });
const settle = (uuid: unknown, reference = 'SEPA 4711', by = other) =>
  decideWithdrawal(t, by, uuid, 'settle', { reference });
const giveBack = (uuid: unknown, by = one) => decideWithdrawal(t, by, uuid, 'return', { reason });

async function wallet(who: SignedIn) {
  const [balance] = await t.areas.payments.ledger.balances(t.kernel.database.write, who.accountId);
  return [balance!.available, balance!.reserved, balance!.total].map(({ minor }) => Number(minor));
}
const mailKinds = async (who: SignedIn) =>
  (await t.mails(who.email))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('payments.withdrawal_'));

/** The sandbox answers refunds with an error while `act` runs. */
async function whileRefusing<T>(error: Error, act: () => Promise<T>): Promise<T> {
  const sandbox = t.areas.payments.providers.find('sandbox')!;
  const { refund } = sandbox;
  sandbox.refund = () => Promise.reject(error);
  return act().finally(() => {
    sandbox.refund = refund;
  });
}

describe('review', () => {
  test('one person approves, another pays out, and the money leaves the wallet', async () => {
    const { who } = await customerWith();
    const events = recordEvents(t.kernel);
    const { uuid, internal_id } = await createWithdrawal(t, who);
    expect(await fetchStaffWithdrawal(t, one, uuid)).toMatchObject({
      user: { id: who.accountId, email: who.email },
      available: '30.00',
      details: [
        { name: 'Account holder', value: bankAccount.holder },
        { name: 'IBAN', value: bankAccount.iban },
      ],
    });
    expect(await approve(uuid)).toMatchObject({
      status: 200,
      body: { status: 'approved', approved_by: { email: one.email }, settled_by: null },
    });
    t.clock.advance(1000);
    expect((await settle(uuid, 'SEPA 1', one)).body.code).toBe('second_person_needed');
    expect((await settle(uuid, ' ')).body).toEqual({ reference: ['This field is required.'] });
    expect((await settle(uuid)).body).toMatchObject({
      status: 'settled',
      reference: 'SEPA 4711',
      settled_by: { email: other.email },
      journal: expect.any(String),
    });
    expect(await wallet(who)).toEqual([3000, 0, 3000]);
    expect(events.listTypes(who.accountId)).toEqual(['withdrawal.requested', 'withdrawal.settled']);
    expect(events.list(who.accountId, 'withdrawal.settled')).toMatchObject([
      { uuid, amount: '20.00', reference: 'SEPA 4711', is_final: true },
    ]);
    const listed = await send(
      t,
      'GET',
      '/apix/payments/transactions/?type=withdrawal',
      undefined,
      who,
    );
    expect(listed.body.results).toMatchObject([{ amount: '-20.00', reference: internal_id }]);
    expect(await mailKinds(who)).toEqual([
      'payments.withdrawal_requested',
      'payments.withdrawal_approved',
      'payments.withdrawal_settled',
    ]);
    const entries = await t.kernel.database.write
      .selectFrom('audit_entry')
      .select(['path', 'before', 'after'])
      .where('subject_id', '=', uuid)
      .where('after', 'is not', null)
      .orderBy('occurred_at')
      .execute();
    expect(entries.map(({ after }) => after)).toMatchObject([
      { status: 'approved' },
      { status: 'settled', reference: 'SEPA 4711' },
    ]);
  });

  test('what a chargeback took meanwhile is not paid out', async () => {
    const { who, payment } = await customerWith('30.00');
    const { uuid } = await createWithdrawal(t, who);
    await approve(uuid);
    const events = recordEvents(t.kernel);
    await simulateSandboxAction(t, payment.uuid, 'chargeback');
    expect(events.listTypes(who.accountId)).toEqual(['payment.refunded', 'payment.disputed']);
    expect(await settle(uuid)).toMatchObject({
      status: 400,
      body: {
        code: 'insufficient_balance',
        non_field_errors: ['The wallet holds $0.00, which is less than $20.00.'],
      },
    });
    expect(await wallet(who)).toEqual([-2000, 2000, 0]);
    expect((await reject(uuid)).body).toMatchObject({ status: 'rejected' });
    expect(events.list(who.accountId, 'withdrawal.closed')).toMatchObject([
      { uuid, status: 'rejected' },
    ]);
    expect(await wallet(who)).toEqual([0, 0, 0]);
  });

  test('paying out twice at once captures once', async () => {
    const { who } = await customerWith();
    const { uuid } = await createWithdrawal(t, who);
    await approve(uuid);
    const done = await Promise.all([settle(uuid), settle(uuid)]);
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await wallet(who)).toEqual([3000, 0, 3000]);
  });

  test('the owner takes no part', async () => {
    const { who } = await customerWith();
    const { uuid } = await createWithdrawal(t, who);
    const promoted = await t.signIn(who.email, { roles: ['finance'] });
    const calls = [approve, reject, giveBack].map((act) => act(uuid, promoted));
    for (const { status, body } of [
      ...(await Promise.all(calls)),
      await settle(uuid, 'x', promoted),
    ])
      expect([status, body.code]).toEqual([403, 'second_person_needed']);
  });

  test('a rejection needs a reason, frees the money and tells the customer', async () => {
    const { who } = await customerWith();
    const { uuid } = await createWithdrawal(t, who);
    expect((await decideWithdrawal(t, one, uuid, 'reject', { reason: ' ' })).status).toBe(400);
    expect((await reject(uuid)).body).toMatchObject({
      status: 'rejected',
      history: [{ status: 'requested' }, { status: 'rejected', source: 'staff', note: reason }],
    });
    expect(await wallet(who)).toEqual([5000, 0, 5000]);
    expect((await t.mails(who.email)).at(-1)?.text).toContain(reason);
    expect((await reject(uuid)).body.code).toBe('invalid_state');
    expect((await approve(uuid)).body.code).toBe('invalid_state');
    expect((await settle(uuid)).body.code).toBe('invalid_state');
  });

  test('an approved one may still be rejected', async () => {
    const { who } = await customerWith();
    const { uuid } = await createWithdrawal(t, who);
    await approve(uuid);
    expect((await reject(uuid, other)).body.status).toBe('rejected');
    expect(await wallet(who)).toEqual([5000, 0, 5000]);
  });

  test('is for finance only, of a withdrawal that exists', async () => {
    const { who } = await customerWith();
    const { uuid } = await createWithdrawal(t, who);
    const support = await t.signIn('support@example.com', { roles: ['support'] });
    for (const path of ['', `${uuid}/`])
      for (const by of [who, support])
        expect((await send(t, 'GET', staffWithdrawalsPath + path, undefined, by)).status).toBe(403);
    for (const id of [unknownId, 'no-uuid']) {
      expect((await send(t, 'GET', `${staffWithdrawalsPath}${id}/`, undefined, one)).status).toBe(
        404,
      );
      const calls = [approve(id), reject(id), settle(id), giveBack(id)];
      for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
    }
  });

  test('all of them are listed, also as CSV', async () => {
    const { who } = await customerWith();
    const { internal_id } = await createWithdrawal(t, who);
    const url = `${staffWithdrawalsPath}?user=${who.accountId}`;
    const listed = await send(t, 'GET', `${url}&status=requested`, undefined, one);
    expect(listed.body).toMatchObject({ count: 1, results: [{ internal_id }] });
    const { raw } = await send(t, 'GET', `${url}&format=csv`, undefined, one);
    expect(raw.headers['content-disposition']).toContain('withdrawals.csv');
    const [, row] = readCsv(raw.body);
    expect(row).toEqual(expect.arrayContaining([internal_id, who.email, 'bank', 'DE...3000']));
    const late = await send(t, 'GET', `${staffWithdrawalsPath}?page=9000`, undefined, one);
    expect(late.status).toBe(404);
  });
});

describe('back to a payment', () => {
  const toPayment = (payment: { uuid: string }, amount = '20.00') => ({
    destination: 'payment',
    payment: payment.uuid,
    amount,
  });

  test('its provider refunds it', async () => {
    const { who, payment } = await customerWith();
    const { uuid, destination } = await createWithdrawal(t, who, toPayment(payment));
    expect(destination).toEqual({
      kind: 'payment',
      masked: payment.internal_id,
      payment: payment.uuid,
    });
    await approve(uuid);
    expect((await settle(uuid)).body.status).toBe('paying');
    expect((await read(who, uuid)).body).toMatchObject({
      status: 'settled',
      history: [
        { status: 'requested' },
        { status: 'approved' },
        { status: 'paying', source: 'staff' },
        { status: 'settled', source: 'provider' },
      ],
    });
    expect(await fetchPayment(t, who, payment.uuid)).toMatchObject({
      status: 'completed',
      amount_refunded: '20.00',
    });
    expect(await wallet(who)).toEqual([3000, 0, 3000]);
    // The provider's report of the same refund changes nothing.
    await t.jobs.runAll();
    await simulateSandboxAction(t, payment.uuid, 'refund');
    expect(await wallet(who)).toEqual([0, 0, 0]);
    expect((await giveBack(uuid)).body.code).toBe('invalid_state');
  });

  test('a provider that does not respond is asked again by a job', async () => {
    const { who, payment } = await customerWith();
    const { uuid } = await createWithdrawal(t, who, toPayment(payment));
    await approve(uuid);
    await whileRefusing(new ProviderUnavailable('sandbox', 'timeout'), () => settle(uuid));
    expect((await read(who, uuid)).body.status).toBe('paying');
    expect(await wallet(who)).toEqual([3000, 0, 3000]);
    await t.jobs.runAll();
    expect((await read(who, uuid)).body.status).toBe('settled');
  });

  test('a refusal by the provider holds the money again, and another try is possible', async () => {
    const { who, payment } = await customerWith();
    const { uuid } = await createWithdrawal(t, who, toPayment(payment));
    await approve(uuid);
    await whileRefusing(new ProviderRefused('sandbox', 'Too late.'), () => settle(uuid));
    expect((await read(who, uuid)).body).toMatchObject({
      status: 'approved',
      history: [
        {},
        {},
        { status: 'paying' },
        { status: 'approved', source: 'provider', note: expect.stringContaining('did not accept') },
      ],
    });
    expect(await wallet(who)).toEqual([3000, 2000, 5000]);
    expect((await t.mails(who.email)).at(-1)?.subject).toContain('could not be paid out');
    await settle(uuid);
    expect((await read(who, uuid)).body.status).toBe('settled');
    expect(await wallet(who)).toEqual([3000, 0, 3000]);
  });

  test('a refusal leaves nothing to hold when the wallet is in debt meanwhile', async () => {
    const { who, payment } = await customerWith();
    const { uuid } = await createWithdrawal(t, who, toPayment(payment, '50.00'));
    const owed = {
      accountId: who.accountId,
      amount: toAmount('10.00', 'USD'),
      idempotencyKey: 'debt',
      actor: 'test',
      mayOverdraw: true,
    };
    await approve(uuid);
    await whileRefusing(new ProviderUnavailable('sandbox', 'timeout'), () => settle(uuid));
    await t.kernel.work.write((tx) => t.areas.payments.ledger.post(tx, charge(owed)));
    await whileRefusing(new ProviderRefused('sandbox', 'Too late.'), () => t.jobs.runAll());
    expect((await read(who, uuid)).body).toMatchObject({ status: 'rejected', is_final: true });
    expect(await wallet(who)).toEqual([4000, 0, 4000]);
  });

  test('only as much as the payment can give back, and one at a time', async () => {
    const { who, payment } = await customerWith('30.00');
    await createCompletedPayment(t, who, { amount: '30.00' });
    expect(await requestWithdrawal(t, who, { ...toPayment(payment, '30.01') })).toMatchObject({
      status: 400,
      body: { code: 'refund_exceeded', possible: '30.00', currency: 'USD' },
    });
    await createWithdrawal(t, who, toPayment(payment));
    expect(await requestWithdrawal(t, who, toPayment(payment, '5.00'))).toMatchObject({
      status: 409,
      body: { code: 'withdrawal_pending' },
    });
    expect(await wallet(who)).toEqual([4000, 2000, 6000]);
  });

  test('what was refunded meanwhile is not refunded again', async () => {
    const { who, payment } = await customerWith('30.00');
    await createCompletedPayment(t, who, { amount: '30.00' });
    const { uuid } = await createWithdrawal(t, who, toPayment(payment));
    await approve(uuid);
    await simulateSandboxAction(t, payment.uuid, 'refund');
    expect((await settle(uuid)).body.code).toBe('invalid_state');
    expect((await requestWithdrawal(t, who, toPayment(payment))).body.code).toBe('invalid_state');
    expect(await wallet(who)).toEqual([1000, 2000, 3000]);
    await reject(uuid);
    expect(await fetchAvailableBalance(t, who)).toBe('30.00');
  });

  test('partly refunded meanwhile', async () => {
    const { who, payment } = await customerWith('30.00');
    await createCompletedPayment(t, who, { amount: '30.00' });
    const { uuid } = await createWithdrawal(t, who, toPayment(payment));
    await approve(uuid);
    const { body } = await send(
      t,
      'POST',
      `/apix/payments/payments/${payment.uuid}/refund/`,
      { amount: '15.00', reason },
      one,
    );
    await send(t, 'POST', `/apix/admin/adjustments/${body.uuid}/approve/`, {}, other);
    expect((await settle(uuid)).body).toMatchObject({ code: 'refund_exceeded', possible: '15.00' });
  });

  test('a provider without refunds is said so', async () => {
    const { who, payment } = await customerWith();
    const { uuid } = await createWithdrawal(t, who, toPayment(payment));
    await approve(uuid);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    sandbox.canRefund = false;
    const replies = [await settle(uuid), await requestWithdrawal(t, who, toPayment(payment, '5'))];
    const listed = await options(who);
    sandbox.canRefund = true;
    expect(replies.map(({ body }) => body.code)).toEqual([
      'refund_not_supported',
      'refund_not_supported',
    ]);
    expect(listed.body.refundable).toEqual([]);
  });
});

describe('money that came back from the bank', () => {
  test('is held again, by another person than the one who paid it out', async () => {
    const { who } = await customerWith();
    const { uuid } = await createWithdrawal(t, who);
    await approve(uuid);
    expect((await giveBack(uuid)).body.code).toBe('invalid_state');
    await settle(uuid);
    expect((await giveBack(uuid, other)).body.code).toBe('second_person_needed');
    expect((await giveBack(uuid)).body).toMatchObject({
      status: 'approved',
      reference: '',
      journal: null,
      settled_by: null,
    });
    expect(await wallet(who)).toEqual([3000, 2000, 5000]);
    await settle(uuid, 'SEPA 4712');
    expect(await wallet(who)).toEqual([3000, 0, 3000]);
  });
});

describe('an account with an open withdrawal', () => {
  test('is neither deleted nor erased; without one, the destinations are', async () => {
    const { who } = await customerWith();
    const admin = await t.signIn('admin@example.com', { roles: ['admin'] });
    const ended = await createWithdrawal(t, who);
    await cancel(who, ended.uuid);
    const { uuid } = await createWithdrawal(t, who);
    const erase = () =>
      send(
        t,
        'POST',
        `/apix/admin/users/${who.accountId}/erase/`,
        { email: who.email, reason },
        admin,
      );
    expect(await erase()).toMatchObject({ status: 409, body: { code: 'withdrawal_open' } });
    expect((await read(who, uuid)).status).toBe(200);
    await reject(uuid);
    expect((await erase()).status).toBe(200);
    expect(await fetchStaffWithdrawal(t, one, ended.uuid)).toMatchObject({
      details: [],
      destination: { masked: '' },
    });
  });
});

test('the customer’s page and the queue of staff have it', async () => {
  const { who } = await customerWith();
  const { uuid } = await createWithdrawal(t, who);
  const queue = async () => {
    const { body } = await send(t, 'GET', '/apix/admin/open-work/', undefined, one);
    return (body.results as { id: string; task: string }[]).find(({ id }) => id === uuid)?.task;
  };
  expect(await queue()).toBe('Approve or reject');
  await approve(uuid);
  expect(await queue()).toBe('Pay out');
  const page = await send(t, 'GET', `/apix/admin/users/${who.accountId}/`, undefined, one);
  expect(page.body.withdrawals).toMatchObject([{ uuid, status: 'approved', amount: '20.00' }]);
  await settle(uuid);
  expect(await queue()).toBeUndefined();
});

test('the ledger is sound after all tests', async () => {
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});
