import { beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { budgets } from '#lib/budgets.ts';

import { createCompletedPayment, createSandboxPayment } from '#test/factories/payments.ts';
import {
  createWithdrawal,
  decideWithdrawal,
  fetchStaffWithdrawal,
  requestWithdrawal,
  withdrawalsPath,
} from '#test/factories/withdrawals.ts';
import { type SignedIn, useApp } from '#test/harness.ts';

import { send } from '#test/requests.ts';

const t = useApp();
const unknownId = '01900000-0000-7000-8000-000000000000';
let one: SignedIn;
let names = 0;

beforeAll(async () => {
  one = await t.signIn('one@example.com', { roles: ['finance'] });
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

async function wallet(who: SignedIn) {
  const [balance] = await t.areas.payments.ledger.balances(t.kernel.database.write, who.accountId);
  return [balance!.available, balance!.reserved, balance!.total].map(({ minor }) => Number(minor));
}
const mailKinds = async (who: SignedIn) =>
  (await t.mails(who.email))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('payments.withdrawal_'));

describe('a request', () => {
  test('holds the amount and hides the destination', async () => {
    const { who } = await customerWith();
    const created = await requestWithdrawal(t, who, { note: 'Moving abroad' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        internal_id: expect.stringMatching(/^WDR_\d{8}_[0-9A-F]{8}$/),
        status: 'requested',
        status_display: 'Waiting for review',
        amount: '20.00',
        fee: '0.00',
        net: '20.00',
        currency: 'USD',
        destination: { kind: 'bank', masked: 'DE...3000', payment: null },
        note: 'Moving abroad',
        can_cancel: true,
        is_final: false,
        history: [{ status: 'requested', source: 'user' }],
      },
    });
    expect(JSON.stringify(created.body)).not.toContain('0532');
    expect(await wallet(who)).toEqual([3000, 2000, 5000]);
    const listed = await send(t, 'GET', `${withdrawalsPath}?status=requested`, undefined, who);
    expect(listed.body).toMatchObject({ count: 1, results: [{ uuid: created.body.uuid }] });
    expect((await read(who, created.body.uuid)).body).toEqual(created.body);
    expect(await mailKinds(who)).toEqual(['payments.withdrawal_requested']);
  });

  test('for more than the balance is refused with the balance', async () => {
    const { who } = await customerWith();
    expect(await requestWithdrawal(t, who, { amount: '50.01' })).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance', required: '50.01', available: '50.00' },
    });
    expect(await wallet(who)).toEqual([5000, 0, 5000]);
  });

  test('of two for the same money one is refused', async () => {
    const { who } = await customerWith();
    const created = await Promise.all([
      requestWithdrawal(t, who, { amount: '30.00' }),
      requestWithdrawal(t, who, { amount: '30.00' }),
    ]);
    expect(created.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await wallet(who)).toEqual([2000, 3000, 5000]);
  });

  test('repeated with its idempotency key holds once', async () => {
    const { who } = await customerWith();
    const headers = { ...who.headers, 'idempotency-key': 'withdraw-once' };
    const first = await requestWithdrawal(t, { ...who, headers });
    const again = await requestWithdrawal(t, { ...who, headers });
    expect(again.body).toEqual(first.body);
    expect(await wallet(who)).toEqual([3000, 2000, 5000]);
  });

  test('is limited in number per currency', async () => {
    const { who } = await customerWith('400.00');
    const limit = budgets.openWithdrawalsPerCurrency;
    for (let n = 0; n < limit; n++) await createWithdrawal(t, who);
    expect(await requestWithdrawal(t, who)).toMatchObject({
      status: 400,
      body: { code: 'withdrawal_limit_reached', limit },
    });
    expect(await wallet(who)).toEqual([30_000, 10_000, 40_000]);
  });

  const invalid: [string, object, object][] = [
    ['a wrong IBAN', { iban: 'DE89370400440532013001' }, { iban: [expect.any(String)] }],
    ['no holder', { holder: ' ' }, { holder: ['This field may not be blank.'] }],
    ['a wrong BIC', { bic: 'DEUTDE' }, { bic: ['A BIC has 8 or 11 characters.'] }],
    ['too little', { amount: '19.99' }, { amount: [expect.stringContaining('$20.00')] }],
    ['nothing', { amount: '0' }, { amount: ['A valid number is required.'] }],
    ['an unknown currency', { currency: 'XXX' }, { currency: ['"XXX" is not a valid choice.'] }],
    ['a coin to a bank', { currency: 'btc', amount: '1' }, { destination: [expect.any(String)] }],
    [
      'an address of another network',
      {
        destination: 'crypto',
        pay_currency: 'usdttrc20',
        address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      },
      { address: ['This is not a valid address for Tether (Tron).'] },
    ],
    [
      'a currency that is no coin',
      { destination: 'crypto', pay_currency: 'EUR', address: 'DE89370400440532013000' },
      { pay_currency: ['"EUR" is not a valid choice.'] },
    ],
    [
      'another coin than that of the wallet',
      {
        destination: 'crypto',
        currency: 'btc',
        amount: '1',
        pay_currency: 'eth',
        address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      },
      { pay_currency: ['"eth" is not a valid choice.'] },
    ],
    [
      'an unknown payment',
      { destination: 'payment', payment: unknownId },
      { payment: ['Unknown payment.'] },
    ],
  ];
  test.each(invalid)('with %s is refused at its field', async (_, body, fields) => {
    const who = await t.signIn('invalid@example.com');
    expect(await requestWithdrawal(t, who, body)).toMatchObject({ status: 400, body: fields });
  });

  test('may go to an address', async () => {
    const { who } = await customerWith();
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const { uuid, destination } = await createWithdrawal(t, who, {
      destination: 'crypto',
      pay_currency: 'usdttrc20',
      address,
    });
    expect(destination.masked).toBe('USDT TR7NH...jLj6t');
    expect((await fetchStaffWithdrawal(t, one, uuid)).details).toEqual([
      { name: 'Currency', value: expect.stringContaining('trx') },
      { name: 'Address', value: address },
    ]);
  });
});

describe('the options', () => {
  test('list the payments that can be refunded, and what is left of them', async () => {
    const { who, payment } = await customerWith();
    await createSandboxPayment(t, who);
    expect((await options(who)).body).toMatchObject({
      currency: 'USD',
      available: '50.00',
      open: 0,
      open_max: budgets.openWithdrawalsPerCurrency,
      refundable: [{ payment: payment.uuid, possible: '50.00', provider: 'sandbox' }],
      terms: [
        { kind: 'payment', least: '0.00', fee: '0.00' },
        { kind: 'bank', least: '20.00', fee: '0.00' },
        { kind: 'crypto', least: '20.00', fee: '0.00' },
      ],
    });
    await createWithdrawal(t, who, { destination: 'payment', payment: payment.uuid });
    expect((await options(who)).body).toMatchObject({
      available: '30.00',
      open: 1,
      refundable: [],
    });
    expect((await options(who, '?currency=btc')).body).toMatchObject({
      available: '0.00000000',
      refundable: [],
    });
  });

  test('are those of the caller', async () => {
    await customerWith();
    const stranger = await t.signIn('empty-wallet@example.com');
    expect((await options(stranger)).body).toMatchObject({ available: '0.00', refundable: [] });
  });
});

test('a withdrawal of somebody else is not found', async () => {
  const { who, payment } = await customerWith();
  const { uuid } = await createWithdrawal(t, who);
  const stranger = await t.signIn('stranger@example.com');
  for (const id of [uuid, unknownId, 'no-uuid']) {
    expect((await read(stranger, id)).status).toBe(404);
    expect((await cancel(stranger, id)).status).toBe(404);
  }
  const listed = await send(t, 'GET', withdrawalsPath, undefined, stranger);
  expect(listed.body.count).toBe(0);
  const theirs = { destination: 'payment', payment: payment.uuid };
  expect((await requestWithdrawal(t, stranger, theirs)).body).toEqual({
    payment: ['Unknown payment.'],
  });
  expect((await read(who, uuid)).status).toBe(200);
});

describe('cancelling', () => {
  test('frees the money, once, and only before the approval', async () => {
    const { who } = await customerWith();
    const { uuid } = await createWithdrawal(t, who);
    expect((await cancel(who, uuid)).body).toMatchObject({ status: 'cancelled', is_final: true });
    expect(await wallet(who)).toEqual([5000, 0, 5000]);
    expect(await cancel(who, uuid)).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', current_status: 'cancelled' },
    });
    const approved = await createWithdrawal(t, who);
    await approve(approved.uuid);
    expect((await cancel(who, approved.uuid)).body.code).toBe('invalid_state');
    expect(await wallet(who)).toEqual([3000, 2000, 5000]);
  });

  test('and approving at once: one of them wins', async () => {
    const { who } = await customerWith();
    const { uuid } = await createWithdrawal(t, who);
    const done = await Promise.all([cancel(who, uuid), approve(uuid)]);
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const { status } = await fetchStaffWithdrawal(t, one, uuid);
    expect(await wallet(who)).toEqual(
      status === 'cancelled' ? [5000, 0, 5000] : [3000, 2000, 5000],
    );
  });
});

test('the ledger is sound after all tests', async () => {
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});
