import { beforeAll, describe, expect, test } from 'vitest';
import { charge } from '#areas/ledger/server/index.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import {
  createCompletedPayment,
  createSandboxPayment,
  paymentsPath,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import type { TransactionWire } from '../../wire/transaction-schemas.ts';

const t = useApp();
const flat = '/apix/payments/transactions/';
const unknownId = '01900000-0000-7000-8000-000000000000';
let who: SignedIn;
let other: SignedIn;
let payment: PaymentWire;
let second: PaymentWire;
const nested = (uuid = payment.uuid) => `${paymentsPath}${uuid}/transactions/`;
const get = (url: string, by: SignedIn | undefined = who) =>
  send(t, 'GET', url, undefined, by ? { headers: by.headers } : {});

beforeAll(async () => {
  who = await t.signIn('wallet@example.com');
  other = await t.signIn('stranger@example.com');
  payment = await createCompletedPayment(t, who, {
    amount: '100.00',
    description: '=1+1, "quoted"',
  });
  t.clock.advance(minuteMs);
  second = await createCompletedPayment(t, who, {
    amount: '40.00',
    currency: 'EUR',
    pay_currency: 'EUR',
  });
  await t.areas.payments.ledger.post(
    t.kernel.database.write,
    charge({
      accountId: who.accountId,
      amount: toAmount('30', 'USD'),
      idempotencyKey: 'plan',
      reference: 'Plan-7',
      description: 'Starter plan',
      actor: 'job:test',
    }),
  );
});

describe('the list', () => {
  test('shows signed amounts with the balance after each', async () => {
    const { body } = await get(flat);
    expect(body.count).toBe(3);
    expect((body.results as TransactionWire[]).find(({ is_debit }) => is_debit)).toMatchObject({
      transaction_type: 'charge',
      type_display: 'Charge',
      amount: '-30.00',
      amount_display: '-$30.00',
      balance_before: '100.00',
      balance_after: '70.00',
      reference: 'Plan-7',
      user: who.accountId,
    });
  });

  test.each([
    ['type=charge,fee', 1],
    ['direction=credit', 2],
    ['currency=EUR', 1],
    ['reference=PLAN-7', 1],
    ['search=starter', 1],
    ['min_amount=35&max_amount=50', 1],
    ['created_after=2090-01-01T00:00:00Z', 0],
  ])('filtered by %s has %i', async (query, count) => {
    expect((await get(`${flat}?${query}`)).body.count).toBe(count);
  });

  test('of one payment contains only that payment’s, on both paths', async () => {
    for (const url of [nested(), `${flat}?payment=${payment.uuid}`]) {
      const { body } = await get(url);
      expect(body.results).toMatchObject([{ payment: payment.uuid, amount: '100.00' }]);
    }
  });

  test('as CSV streams every row and escapes formulas', async () => {
    const reply = await get(`${flat}?format=csv&ordering=amount`);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toContain('transactions.csv');
    const lines = readCsv(reply.raw.body);
    expect(lines).toHaveLength(4);
    expect(lines[0]!.join()).toMatch(/^created_at,uuid,type,amount,/);
    expect(reply.raw.body).toContain(`"'=1+1, ""quoted"""`);
    const amounts = lines.slice(1).map((line) => line[3]);
    expect(amounts).toEqual(['-30.00', '40.00', '100.00']);
    const own = await get(`${nested()}?format=csv`);
    expect(own.raw.body.trimEnd().split('\r\n')).toHaveLength(2);
  });

  test('calls money of a charge that came back a credit, also as CSV', async () => {
    const ann = await t.signIn('credited@example.com');
    await createCompletedPayment(t, ann);
    const { ledger } = t.areas.payments;
    const { journalId } = await ledger.post(
      t.kernel.database.write,
      charge({
        accountId: ann.accountId,
        amount: toAmount('5', 'USD'),
        idempotencyKey: 'credited',
        description: 'Overage',
        actor: 'job:test',
      }),
    );
    await ledger.reverse(t.kernel.database.write, journalId, { actor: 'job:test' });
    const { body } = await get(`${flat}?type=charge&direction=credit`, ann);
    expect(body.results).toMatchObject([{ type_display: 'Credit', amount_display: '+$5.00' }]);
    const csv = readCsv((await get(`${flat}?type=charge&format=csv`, ann)).raw.body);
    expect(csv.map((line) => line.at(-1)).sort()).toEqual(['Charge', 'Credit', 'type_display']);
  });

  test('refuses an invalid filter and a missing page', async () => {
    expect((await get(`${flat}?type=gift`)).status).toBe(400);
    expect((await get(`${nested()}?type=gift`)).status).toBe(400);
    expect((await get(`${flat}?page=9`)).status).toBe(404);
  });
});

test('only its owner sees a transaction', async () => {
  const { body } = await get(nested());
  const [{ uuid }] = body.results as [TransactionWire];
  expect((await get(`${flat}${uuid}/`)).body).toMatchObject({ uuid, is_credit: true });
  expect((await get(`${nested()}${uuid}/`)).body.uuid).toBe(uuid);
  expect((await get(`${flat}${uuid}/`, other)).status).toBe(404);
  for (const id of [unknownId, 'nonsense']) {
    expect((await get(`${flat}${id}/`)).status).toBe(404);
    expect((await get(`${nested()}${id}/`)).status).toBe(404);
  }
  expect((await get(`${nested(second.uuid)}${uuid}/`)).status).toBe(404);
});

describe('the balance', () => {
  test('covers every currency, with totals of one', async () => {
    expect((await get(`${flat}balance/`)).body).toMatchObject({
      currency: 'USD',
      available: '70.00',
      reserved: '0.00',
      total_deposited: '100.00',
      total_spent: '30.00',
      balance_display: '$70.00',
      is_empty: false,
      balances: [
        { currency: 'EUR', available: '40.00', total: '40.00' },
        { currency: 'USD', available: '70.00', pending: '0.00' },
      ],
    });
  });

  test('contains the first month with a statement', async () => {
    const late = await t.signIn('since@example.com');
    const { body } = await get(`${flat}balance/`, late);
    expect(body.statements_from).toBe(t.clock.now().toISOString().slice(0, 7));
  });

  test('at a time is what it was then', async () => {
    const [row] = (await get(nested())).body.results as [TransactionWire];
    const at = encodeURIComponent(row.created_at);
    expect((await get(`${flat}balance/?at=${at}`)).body).toMatchObject({
      available: '100.00',
      total_spent: '0.00',
      last_transaction_at: row.created_at,
      is_empty: false,
      // The euros came later.
      balances: [{ currency: 'USD', available: '100.00' }],
    });
    expect((await get(`${flat}balance/?at=2020-01-01T00:00:00Z`)).body).toMatchObject({
      available: '0.00',
      total_deposited: '0.00',
      last_transaction_at: null,
      is_empty: true,
      balances: [],
    });
  });

  test('contains pending money', async () => {
    const poor = await t.signIn('onway@example.com');
    const { uuid } = await createSandboxPayment(t, poor, { pay_currency: 'btc' });
    await simulateSandboxAction(t, uuid, 'send');
    expect((await get(`${flat}balance/`, poor)).body).toMatchObject({
      is_empty: true,
      available: '0.00',
      balances: [{ currency: 'USD', pending: '25.00', available: '0.00' }],
    });
  });

  test('of a payment is what it credited', async () => {
    expect((await get(`${nested()}balance/`)).body).toEqual({
      payment: payment.uuid,
      currency: 'USD',
      total_credit: '100.00',
      total_debit: '0.00',
      net: '100.00',
      refunded: '0.00',
      transactions_count: 1,
    });
  });

  test('refuses an invalid currency and time', async () => {
    expect((await get(`${flat}balance/?currency=XXQ`)).body).toEqual({
      currency: ['"XXQ" is not a valid choice.'],
    });
    expect((await get(`${flat}balance/?at=yesterday`)).status).toBe(400);
  });
});

describe('by reference', () => {
  test('is case-insensitive and has totals', async () => {
    expect((await get(`${flat}by_reference/?reference=plan-7`)).body).toMatchObject({
      reference: 'plan-7',
      count: 1,
      total_credit: '0.00',
      total_debit: '30.00',
      net: '-30.00',
    });
    const own = `${nested()}by_reference/?reference=${payment.internal_id}`;
    expect((await get(own)).body).toMatchObject({ count: 1, net: '100.00' });
  });

  test('an unknown one returns an empty list, a missing one is refused', async () => {
    expect((await get(`${flat}by_reference/?reference=nothing`)).body.count).toBe(0);
    expect((await get(`${flat}by_reference/`)).body).toEqual({
      reference: ['This field is required.'],
    });
    expect((await get(`${nested()}by_reference/`)).status).toBe(400);
    expect((await get(`${flat}by_reference/?reference=a&page=7`)).status).toBe(404);
  });
});

describe('totals', () => {
  test('by type contain types without transactions', async () => {
    const { body } = await get(`${flat}by_type/`);
    expect(Object.keys(body.type_stats as object)).toHaveLength(7);
    expect(body.type_stats).toMatchObject({
      deposit: { name: 'Deposit', total_transactions: 1, total_amount: '100.00' },
      charge: { total_amount: '-30.00', average_amount: '-30.00' },
      bonus: { total_transactions: 0, total_amount: '0.00', last_at: null },
    });
    expect((await get(`${nested()}by_type/`)).body.type_stats).toMatchObject({
      deposit: { total_transactions: 1, average_amount: '100.00' },
      charge: { total_transactions: 0 },
    });
    expect((await get(`${flat}by_type/?type=x`)).status).toBe(400);
    expect((await get(`${nested()}by_type/?type=x`)).status).toBe(400);
  });

  test('over a period', async () => {
    const { body } = await get(`${flat}statistics/?period=7d`);
    expect(body).toMatchObject({
      period: '7d',
      total_count: 2,
      total_credit: '100.00',
      total_debit: '30.00',
      net: '70.00',
      time_breakdown: { last_24h: 2 },
      type_breakdown: { deposit: { count: 1 }, charge: { count: 1 } },
      status_breakdown: { posted: 2, reversed: 0 },
    });
    expect((body.series as { balance: string }[]).at(-1)?.balance).toBe('70.00');
    expect((await get(`${nested()}statistics/`)).body).toMatchObject({
      period: '30d',
      total_count: 1,
      net: '100.00',
      largest: { amount: '100.00' },
    });
    expect((await get(`${flat}statistics/?period=2d`)).status).toBe(400);
    expect((await get(`${nested()}statistics/?period=2d`)).status).toBe(400);
  });
});

describe('the series', () => {
  type Series = { x: string; credit: string; debit: string; balance: string }[];
  const readSeries = async (url: string) => (await get(url)).body.series as Series;

  test.each(['7d', '30d', '90d', '1y', 'all'])(
    'of a payment over %s has the same points as the wallet’s',
    async (period) => {
      const whole = await readSeries(`${flat}statistics/?period=${period}`);
      const own = await readSeries(`${nested()}statistics/?period=${period}`);
      expect(own.map(({ x }) => x)).toEqual(whole.map(({ x }) => x));
      expect(own.at(-1)).toMatchObject({ credit: '100.00', debit: '0.00', balance: '100.00' });
      for (const point of own.slice(0, -1))
        expect(point).toMatchObject({ credit: '0.00', debit: '0.00', balance: '0.00' });
    },
  );

  test('of a payment starts with its earlier balance', async () => {
    const payer = await t.signIn('eight-days@example.com');
    const { uuid } = await createCompletedPayment(t, payer);
    t.clock.advance(8 * dayMs);
    const again = await t.signIn('eight-days@example.com');
    const reply = await get(`${nested(uuid)}statistics/?period=7d`, again);
    const series = reply.body.series as Series;
    t.clock.advance(-8 * dayMs);
    expect(series).toHaveLength(7);
    for (const point of series) expect(point).toMatchObject({ credit: '0.00', balance: '25.00' });
  });
});

const views = ['', 'balance/', 'by_reference/?reference=a', 'by_type/', 'statistics/'];

test.each([...views, `${unknownId}/`])(
  '%s of another account’s payment is not found',
  async (view) => {
    expect((await get(`${nested()}${view}`, other)).status).toBe(404);
    expect((await get(`${nested('nonsense')}${view}`)).status).toBe(404);
  },
);

test.each([...views, `${unknownId}/`, 'statement/?month=2026-10'])(
  '%s requires a login',
  async (view) => {
    expect((await send(t, 'GET', `${flat}${view}`)).body.code).toBe('not_authenticated');
    const own = view.startsWith('statement') ? '' : view;
    expect((await send(t, 'GET', `${nested()}${own}`)).body.code).toBe('not_authenticated');
  },
);

test('the API can not write transactions', async () => {
  const reply = await send(t, 'POST', flat, {}, who);
  expect(reply.status).toBe(405);
  expect(reply.headers.allow).toBe('GET, HEAD');
});

describe('finance', () => {
  const month = () => t.clock.now().toISOString().slice(0, 7);
  const calls = () => [
    flat,
    `${flat}balance/`,
    `${flat}by_reference/?reference=plan-7`,
    `${flat}by_type/`,
    `${flat}statistics/`,
    `${flat}statement/?month=${month()}`,
  ];
  const withUser = (url: string) => `${url}${url.includes('?') ? '&' : '?'}user=${who.accountId}`;

  test("sees another account's wallet by its id", async () => {
    const finance = await t.signIn('finance@example.com', { roles: ['finance'] });
    for (const url of calls()) expect((await get(withUser(url), finance)).status).toBe(200);
    expect((await get(withUser(flat), finance)).body).toMatchObject({ count: 3 });
    expect((await get(withUser(`${flat}balance/`), finance)).body.available).toBe('70.00');
    const { uuid } = ((await get(flat)).body.results as TransactionWire[])[0]!;
    expect((await get(withUser(`${flat}${uuid}/`), finance)).status).toBe(200);
    expect((await get(`${flat}${uuid}/`, finance)).body).toMatchObject({
      uuid,
      user: who.accountId,
    });
    const stranger = `${flat}${uuid}/?user=${other.accountId}`;
    expect((await get(stranger, finance)).status).toBe(404);
    expect((await get(`${flat}?user=me`, finance)).status).toBe(400);
  });

  test('only: for others the account id is ignored', async () => {
    for (const roles of [[], ['support']] as const) {
      const by = await t.signIn(`${roles[0] ?? 'nobody'}@example.com`, { roles: [...roles] });
      expect((await get(withUser(flat), by)).body).toMatchObject({ count: 0 });
      const { uuid } = ((await get(flat)).body.results as TransactionWire[])[0]!;
      expect((await get(withUser(`${flat}${uuid}/`), by)).status).toBe(404);
      expect((await get(`${flat}${uuid}/`, by)).status).toBe(404);
    }
  });
});
