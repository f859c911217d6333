import { beforeAll, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import { useKernel } from '#test/test-kernel.ts';
import {
  adjustment,
  charge,
  createLedger,
  deposit,
  type JournalDetails,
  type Ledger,
  type Transaction,
  type TransactionFilter,
} from '../index.ts';

const filled = useKernel();
const start = new Date('2026-11-20T12:00:00Z');
const paymentId = createId();
const customer = 1;
const stranger = 2;
let ledger: Ledger;
let keys = 0;

const db = () => filled.kernel.database.write;
const details = (text: string, more: Partial<JournalDetails> & { currency?: string } = {}) => {
  const { currency = 'USD', ...rest } = more;
  return {
    accountId: customer,
    amount: toAmount(text, currency),
    idempotencyKey: String(++keys),
    actor: 'test',
    ...rest,
  };
};

/** Ten days: a deposit of 100, then each day a charge of its number, and one entry in euros. */
beforeAll(async () => {
  const { clock } = filled.kernel;
  ledger = createLedger(filled.kernel);
  clock.set(new Date(start.getTime() - 10 * dayMs));
  const first = details('100.00', { paymentId, reference: 'PAY_1', description: 'Top-up' });
  await ledger.post(db(), deposit({ ...first, provider: 'sandbox' }));
  for (let day = 1; day <= 9; day++) {
    clock.advance(dayMs);
    const draft = details(`${day}.00`, { reference: `inv-${day % 3}`, description: `Day ${day}` });
    await ledger.post(db(), charge(draft));
  }
  clock.advance(1);
  await ledger.post(
    db(),
    adjustment({
      ...details('5.00', { currency: 'EUR', description: '100% thanks' }),
      direction: 'credit',
    }),
  );
  await ledger.post(
    db(),
    adjustment({ ...details('1.00'), accountId: stranger, direction: 'credit' }),
  );
  clock.set(start);
});

const list = async (
  filter: Omit<TransactionFilter, 'accountId'>,
  ordering?: string,
  page = { page: 1, pageSize: 20, offset: 0 },
) => {
  const found = await ledger.listTransactions(
    db(),
    { accountId: customer, ...filter },
    { ...page, ordering },
  );
  return {
    count: found.total.count,
    amounts: found.transactions.map(({ amount }) => toDecimalText(amount)),
    transactions: found.transactions,
  };
};

test('a customer sees every own transaction, newest first, with running balances', async () => {
  const { count, transactions, amounts } = await list({});
  expect(count).toBe(11);
  expect(amounts.slice(0, 3)).toEqual(['5.00', '-9.00', '-8.00']);
  const dollars = transactions.filter(({ amount }) => amount.currency === 'USD').reverse();
  let balance = 0n;
  for (const { balanceBefore, balanceAfter, amount } of dollars) {
    expect(balanceBefore.minor).toBe(balance);
    balance += amount.minor;
    expect(balanceAfter.minor).toBe(balance);
  }
});

test.each([
  ['a type', { types: ['deposit', 'adjustment'] }, ['5.00', '100.00']],
  ['credits', { direction: 'credit' }, ['5.00', '100.00']],
  ['a currency', { currency: 'EUR' }, ['5.00']],
  ['a reference in any case', { reference: 'INV-0' }, ['-9.00', '-6.00', '-3.00']],
  ['a payment', { paymentId }, ['100.00']],
  ['an unknown payment', { paymentId: createId() }, []],
  [
    'amounts without their sign',
    { amountMin: '8', amountMax: '100.00' },
    ['-9.00', '-8.00', '100.00'],
  ],
  ['words of the description', { search: 'day 7' }, ['-7.00']],
  ['a sign that is a wildcard elsewhere', { search: '100%' }, ['5.00']],
  ['words of the reference', { search: 'pay_' }, ['100.00']],
  [
    'a time from and before',
    {
      createdAfter: new Date('2026-11-12T12:00:00Z'),
      createdBefore: new Date('2026-11-14T12:00:00Z'),
    },
    ['-3.00', '-2.00'],
  ],
  ['a currency that was never had', { currency: 'JPY' }, []],
] as [string, Omit<TransactionFilter, 'accountId'>, string[]][])(
  'filters by %s',
  async (_, filter, expected) => {
    const { amounts, count } = await list(filter);
    expect(amounts).toEqual(expected);
    expect(count).toBe(expected.length);
  },
);

test('orders by amount, and pages without a gap', async () => {
  expect((await list({ currency: 'USD' }, 'amount')).amounts.slice(0, 2)).toEqual([
    '-9.00',
    '-8.00',
  ]);
  expect((await list({}, '-amount')).amounts.slice(0, 2)).toEqual(['100.00', '5.00']);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => list({}, undefined, { page, pageSize: 4, offset: (page - 1) * 4 })),
  );
  expect(pages.map(({ amounts }) => amounts.length)).toEqual([4, 4, 3]);
  const ids = pages.flatMap(({ transactions }) => transactions.map(({ id }) => id));
  expect(new Set(ids).size).toBe(11);
});

test.each([undefined, 'created_at', 'amount', '-amount,created_at'])(
  'streams in the order of the list (%s) with any batch size',
  async (ordering) => {
    const { transactions } = await list({}, ordering);
    for (const batchSize of [1, 3, 500]) {
      const streamed: Transaction[] = [];
      const options = { ordering, batchSize };
      for await (const one of ledger.streamTransactions(db(), { accountId: customer }, options))
        streamed.push(one);
      expect(streamed).toEqual(transactions);
    }
  },
);

test("another account's transaction is not found", async () => {
  const { transactions } = await list({});
  expect(await ledger.findTransaction(db(), stranger, transactions[0]!.id)).toBeNull();
  expect(await ledger.findTransaction(db(), customer, createId())).toBeNull();
  expect(await ledger.findTransaction(db(), customer, transactions[0]!.id)).toEqual(
    transactions[0],
  );
});

test('a balance is known for every moment', async () => {
  const at = async (time: string) => {
    const { total } = await ledger.balanceAt(db(), customer, 'USD', new Date(time));
    return toDecimalText(total);
  };
  expect(await at('2026-11-10T11:59:59Z')).toBe('0.00');
  expect(await at('2026-11-10T12:00:00Z')).toBe('100.00');
  expect(await at('2026-11-13T12:00:00Z')).toBe('94.00');
  expect(await at('2026-11-20T12:00:00Z')).toBe('55.00');
});

test('a past balance knows what was held then', async () => {
  const { clock } = filled.kernel;
  const hold = await ledger.hold(db(), { ...details('0.50'), accountId: stranger });
  clock.advance(hourMs);
  await ledger.release(db(), hold.id);
  const then = await ledger.balanceAt(db(), stranger, 'USD', start);
  const now = await ledger.balanceAt(db(), stranger, 'USD', clock.now());
  clock.set(start);
  expect([then, now].map(({ available }) => toDecimalText(available))).toEqual(['0.50', '1.00']);
  expect(toDecimalText(then.total)).toBe('1.00');
});

test('totals are a row a currency', async () => {
  const totals = await ledger.sumTransactions(db(), { accountId: customer });
  expect(
    totals.map(({ currency, count, credit, debit, net }) => [
      currency,
      count,
      ...[credit, debit, net].map(toDecimalText),
    ]),
  ).toEqual([
    ['EUR', 1, '5.00', '0.00', '5.00'],
    ['USD', 10, '100.00', '45.00', '55.00'],
  ]);
  expect(await ledger.sumTransactions(db(), { accountId: 999 })).toEqual([]);
});

test('sums by type keep all seven', async () => {
  const byType = await ledger.sumByType(db(), { accountId: customer, currency: 'USD' });
  expect(Object.keys(byType)).toHaveLength(7);
  expect(byType.charge).toEqual({
    count: 9,
    total: toAmount('-45.00', 'USD'),
    average: toAmount('-5.00', 'USD'),
    lastAt: new Date('2026-11-19T12:00:00Z'),
  });
  expect(byType.refund).toEqual({
    count: 0,
    total: toAmount('0', 'USD'),
    average: toAmount('0', 'USD'),
    lastAt: null,
  });
  const some = await ledger.sumByType(db(), {
    accountId: customer,
    currency: 'USD',
    types: ['deposit'],
  });
  expect([some.deposit.count, some.charge.count]).toEqual([1, 0]);
});

test('statistics of a week begin with the balance before it and end with the balance now', async () => {
  const week = await ledger.statistics(db(), customer, 'USD', '7d');
  expect(week.series).toHaveLength(7);
  expect(
    week.series.map(({ at, debit, balance }) => [
      at.toISOString().slice(5, 10),
      toDecimalText(debit),
      toDecimalText(balance),
    ]),
  ).toEqual([
    ['11-14', '4.00', '90.00'],
    ['11-15', '5.00', '85.00'],
    ['11-16', '6.00', '79.00'],
    ['11-17', '7.00', '72.00'],
    ['11-18', '8.00', '64.00'],
    ['11-19', '9.00', '55.00'],
    ['11-20', '0.00', '55.00'],
  ]);
  expect(week).toMatchObject({
    count: 6,
    debit: toAmount('39.00', 'USD'),
    average: toAmount('6.50', 'USD'),
    largest: { amount: toAmount('-9.00', 'USD') },
    recent: { last24h: 1, last7d: 7, last30d: 10 },
    byStatus: { posted: 6, reversed: 0 },
  });
});

test.each([
  ['30d', 30, 10],
  ['90d', 90, 10],
  ['1y', 53, 10],
  ['all', 1, 10],
] as const)('statistics of %s', async (period, points, count) => {
  const found = await ledger.statistics(db(), customer, 'USD', period);
  expect(found.series).toHaveLength(points);
  expect(found.count).toBe(count);
  expect(toDecimalText(found.series.at(-1)!.balance)).toBe('55.00');
});

test('a customer without a wallet has statistics of zeros', async () => {
  const none = await ledger.statistics(db(), 999, 'USD', '7d');
  expect(none).toMatchObject({ count: 0, largest: null, byStatus: { posted: 0, reversed: 0 } });
  expect(none.series).toHaveLength(7);
  expect(await ledger.balances(db(), 999)).toEqual([]);
});
