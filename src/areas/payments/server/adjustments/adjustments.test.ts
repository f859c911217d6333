import { beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { toAmount } from '#lib/money.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';
import { ProviderUnavailable } from '../providers/provider.ts';

const t = useApp();
const path = '/apix/admin/adjustments/';
const unknownId = '01900000-0000-7000-8000-000000000000';
const reason = 'The bank confirms it by letter';
let one: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  one = await t.signIn('one@example.com', { roles: ['finance'] });
  other = await t.signIn('other@example.com', { roles: ['finance'] });
});

const propose = (body: object, who = one) => send(t, 'POST', path, { reason, ...body }, who);
const approve = (uuid: unknown, who = other) => send(t, 'POST', `${path}${uuid}/approve/`, {}, who);
const reject = (uuid: unknown, who = other) =>
  send(t, 'POST', `${path}${uuid}/reject/`, { note: 'Not so' }, who);
const credit = (user: number, amount = '10.00') => ({
  kind: 'adjustment',
  user,
  direction: 'credit',
  amount,
});
const pending = (who: SignedIn) => createSandboxPayment(t, who);

describe('four-eyes principle', () => {
  test('money moves once another person approves', async () => {
    const who = await t.signIn('credited@example.com');
    const created = await propose(credit(who.accountId));
    expect(created).toMatchObject({
      status: 201,
      body: {
        kind: 'adjustment',
        status: 'proposed',
        amount: '10.00',
        currency: 'USD',
        user: { id: who.accountId, email: 'credited@example.com' },
        payment_details: null,
        available: '0.00',
        proposed_by: { email: 'one@example.com' },
        decided_by: null,
      },
    });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
    expect(await approve(created.body.uuid, one)).toMatchObject({
      status: 403,
      body: { code: 'second_person_needed' },
    });
    const answers = await Promise.all([approve(created.body.uuid), approve(created.body.uuid)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'invalid_state',
      current_status: 'approved',
    });
    expect(await fetchAvailableBalance(t, who)).toBe('10.00');
    expect(await t.mails(who.email)).toMatchObject([
      { kind: 'payments.adjusted', subject: '$10.00 was added to your wallet' },
    ]);
    expect(
      (await send(t, 'GET', `${path}${created.body.uuid}/`, undefined, one)).body,
    ).toMatchObject({
      status: 'approved',
      decided_by: { email: 'other@example.com' },
    });
  });

  test('approving money for one’s own wallet is refused', async () => {
    const { body } = await propose(credit(other.accountId));
    expect((await approve(body.uuid)).body.code).toBe('second_person_needed');
  });

  test('a proposal can be rejected or withdrawn, which is final', async () => {
    const who = await t.signIn('rejected@example.com');
    const first = await propose(credit(who.accountId));
    expect(await reject(first.body.uuid)).toMatchObject({
      status: 200,
      body: { status: 'rejected', decision_note: 'Not so' },
    });
    expect((await approve(first.body.uuid)).body.code).toBe('invalid_state');
    expect((await reject(first.body.uuid)).body.code).toBe('invalid_state');
    const second = await propose(credit(who.accountId));
    expect((await reject(second.body.uuid, one)).body.status).toBe('rejected');
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
  });

  test('a debit above the balance is refused when proposed and when approved', async () => {
    const who = await t.signIn('poor@example.com');
    const debit = { ...credit(who.accountId), direction: 'debit' };
    const tooPoor = { code: 'insufficient_balance', required: '10.00', available: '0.00' };
    expect(await propose(debit)).toMatchObject({
      status: 400,
      body: {
        ...tooPoor,
        currency: 'USD',
        non_field_errors: ['The wallet holds $0.00, which is less than $10.00.'],
      },
    });
    await approve((await propose(credit(who.accountId))).body.uuid);
    const first = await propose(debit);
    const second = await propose(debit);
    expect([first.status, first.body.available]).toEqual([201, '10.00']);
    expect((await approve(first.body.uuid)).status).toBe(200);
    expect(await approve(second.body.uuid)).toMatchObject({ status: 400, body: tooPoor });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
    expect((await propose({ ...debit, currency: 'EUR' })).body.currency).toBe('EUR');
  });

  test('held money can not be debited', async () => {
    const who = await t.signIn('held@example.com');
    await approve((await propose(credit(who.accountId))).body.uuid);
    const hold = { idempotencyKey: 'held', actor: 'job:test', accountId: who.accountId };
    await t.kernel.work.write((tx) =>
      t.areas.payments.ledger.hold(tx, { ...hold, amount: toAmount('4', 'USD') }),
    );
    const debit = { ...credit(who.accountId, '6.01'), direction: 'debit' };
    expect((await propose(debit)).body).toMatchObject({ required: '6.01', available: '6.00' });
    expect((await propose({ ...debit, amount: '6.00' })).status).toBe(201);
  });

  test('an adjustment has a limit in US dollars', async () => {
    const who = await t.signIn('ceiling@example.com');
    const amount = ['Ensure this value is less than or equal to 10000.00.'];
    for (const much of ['10000.01', '999999999999999999'])
      expect(await propose(credit(who.accountId, much))).toMatchObject({
        status: 400,
        body: { amount },
      });
    expect((await propose(credit(who.accountId, '10000.00'))).status).toBe(201);
    const euros = { ...credit(who.accountId, '9999.00'), currency: 'EUR' };
    expect((await propose(euros)).body).toEqual({
      amount: ['Ensure this value is less than or equal to $10,000.00 of worth.'],
    });
    expect((await propose({ ...euros, amount: '8000.00' })).status).toBe(201);
  });

  test('an earlier proposal above the limit is not approved', async () => {
    const who = await t.signIn('before@example.com');
    const { body } = await propose(credit(who.accountId));
    await t.kernel.database.write
      .updateTable('adjustment')
      .set({ amount: '999999999999999999' })
      .where('id', '=', String(body.uuid))
      .execute();
    expect(await approve(body.uuid)).toMatchObject({
      status: 400,
      body: { amount: ['Ensure this value is less than or equal to 10000.00.'] },
    });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
  });
});

describe('payments', () => {
  test('completing manually credits the rest, and the provider does not credit it again', async () => {
    const who = await t.signIn('by-hand@example.com');
    const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
    const { body } = await propose({ kind: 'complete', payment: uuid });
    expect(body).toMatchObject({ amount: '25.00', payment: uuid });
    expect((await propose({ kind: 'complete', payment: uuid })).body.code).toBe(
      'adjustment_pending',
    );
    expect((await approve(body.uuid)).status).toBe(200);
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'completed',
      credited_amount: '25.00',
    });
    await simulateSandboxAction(t, uuid, 'pay');
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
    expect((await propose({ kind: 'complete', payment: uuid })).body).toMatchObject({
      code: 'invalid_state',
      current_status: 'completed',
    });
  });

  test('a payment that was paid meanwhile is not completed again', async () => {
    const who = await t.signIn('meanwhile@example.com');
    const { uuid } = await pending(who);
    const { body } = await propose({ kind: 'complete', payment: uuid });
    await simulateSandboxAction(t, uuid, 'pay');
    expect((await approve(body.uuid)).body.code).toBe('invalid_state');
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
  });

  test('a refund leaves the wallet on approval, whatever the provider responds', async () => {
    const who = await t.signIn('refunded@example.com');
    const { uuid } = await createCompletedPayment(t, who);
    const { body } = await propose({ kind: 'refund', payment: uuid, amount: '5.00' });
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { refund } = sandbox;
    sandbox.refund = () => Promise.reject(new ProviderUnavailable('sandbox', 'away'));
    expect(body).toMatchObject({
      payment: uuid,
      payment_details: {
        status: 'completed',
        amount: '25.00',
        credited_amount: '25.00',
        amount_refunded: '0.00',
      },
      available: '25.00',
    });
    sandbox.canRefund = false;
    expect((await approve(body.uuid)).body.code).toBe('refund_not_supported');
    sandbox.canRefund = true;
    expect((await approve(body.uuid)).status).toBe(200);
    sandbox.refund = refund;
    expect(await fetchAvailableBalance(t, who)).toBe('20.00');
    t.clock.advance(61_000);
    await t.jobs.runAll();
    expect((await fetchPayment(t, who, uuid)).returns).toMatchObject([
      { amount: '5.00', status: 'done', reason },
    ]);
  });

  test('impossible proposals are refused', async () => {
    const who = await t.signIn('nothing@example.com');
    const { uuid } = await pending(who);
    expect((await propose({ kind: 'refund', payment: uuid })).body.code).toBe('invalid_state');
    const bank = t.areas.payments.providers.find('sandbox')!;
    Object.assign(bank, { canRefund: false });
    expect((await propose({ kind: 'refund', payment: uuid })).body.code).toBe(
      'refund_not_supported',
    );
    Object.assign(bank, { canRefund: true });
    expect((await propose({ kind: 'refund', payment: unknownId })).body).toEqual({
      payment: ['Unknown payment.'],
    });
    for (const wrong of [{ amount: '0' }, { amount: '1.001' }, { currency: 'BGN' }, { user: 0 }])
      expect((await propose({ ...credit(who.accountId), ...wrong })).status).toBe(400);
  });
});

test('exporting many proposals loads people once', async () => {
  const who = await t.signIn('many@example.com');
  for (let at = 0; at < 8; at++) await propose(credit(who.accountId));
  const { pool } = t.kernel.database;
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  pool.on('acquire', count);
  const { raw } = await send(t, 'GET', `${path}?user=${who.accountId}&format=csv`, undefined, one);
  pool.off('acquire', count);
  expect(raw.body.match(/many@example.com/g)).toHaveLength(8);
  expect(raw.body.match(/one@example.com/g)).toHaveLength(8);
  expect(queries).toBeLessThan(8);
});

test('only finance can list proposals', async () => {
  const customer = await t.signIn('customer@example.com');
  const { body } = await propose(credit(customer.accountId));
  const list = await send(t, 'GET', `${path}?user=${customer.accountId}`, undefined, one);
  expect(list.body).toMatchObject({ count: 1, results: [{ uuid: body.uuid }] });
  const late = await send(
    t,
    'GET',
    `${path}?status=rejected&kind=refund&payment=${unknownId}`,
    undefined,
    one,
  );
  expect(late.body).toMatchObject({ count: 0 });
  const url = `${path}?user=${customer.accountId}&format=csv`;
  const { raw } = await send(t, 'GET', url, undefined, one);
  expect(raw.headers['content-disposition']).toContain('adjustments.csv');
  const [, row, ...more] = readCsv(raw.body);
  expect(row!.join()).toContain(
    `${body.uuid},adjustment,proposed,${customer.accountId},customer@example.com,,,,,credit,10.00,USD`,
  );
  expect(more).toEqual([]);
  expect((await send(t, 'GET', `${path}?page=9`, undefined, one)).status).toBe(404);
  const calls = [
    ['GET', path],
    ['POST', path],
    ['GET', `${path}${body.uuid}/`],
    ['POST', `${path}${body.uuid}/approve/`],
    ['POST', `${path}${body.uuid}/reject/`],
  ] as const;
  for (const [method, url] of calls) {
    expect((await send(t, method, url, {})).status).toBe(401);
    expect((await send(t, method, url, {}, customer)).status).toBe(403);
  }
  for (const id of [unknownId, 'x']) {
    expect((await send(t, 'GET', `${path}${id}/`, undefined, one)).status).toBe(404);
    expect((await approve(id)).status).toBe(404);
    expect((await reject(id)).status).toBe(404);
  }
  expect((await send(t, 'POST', `${path}${body.uuid}/approve/`, { note: 1 }, other)).status).toBe(
    400,
  );
  expect((await send(t, 'POST', `${path}${body.uuid}/reject/`, {}, other)).status).toBe(400);
});

test('the ledger is sound afterwards', async () => {
  expect((await verifyLedger(t.kernel)).isSound).toBe(true);
});
