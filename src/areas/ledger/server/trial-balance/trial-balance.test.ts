import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import { useKernel } from '#test/test-kernel.ts';
import {
  charge,
  closeDays,
  createLedger,
  deposit,
  type Ledger,
  readTrialBalanceAt,
  reopenDays,
  verifyLedger,
  withdrawal,
} from '../index.ts';

const t = useKernel();
const db = () => t.kernel.database.write;
const usd = (text: string) => toAmount(text, 'USD');
const firstDay = new Date('2026-01-10T00:00:00Z');
/** Noon of a day, counted from the first. */
const noonOnDay = (day: number) => new Date(firstDay.getTime() + day * dayMs + 12 * hourMs);

let keys = 0;
const details = (accountId: number, text: string) => ({
  accountId,
  amount: usd(text),
  idempotencyKey: `day:${++keys}`,
  actor: 'test',
});

/** Three days: deposits, a charge, and a withdrawal with a fee. */
beforeAll(async () => {
  let now = noonOnDay(0);
  const ledger: Ledger = createLedger({ clock: { now: () => now } });
  await ledger.post(db(), deposit({ ...details(1, '50.00'), provider: 'stripe' }));
  await ledger.post(db(), deposit({ ...details(2, '30.00'), provider: 'nowpayments' }));
  now = noonOnDay(1);
  await ledger.post(db(), charge(details(1, '19.00')));
  now = noonOnDay(3);
  await ledger.post(
    db(),
    withdrawal({ ...details(2, '20.00'), provider: 'manual', fee: usd('1.50') }),
  );
});

const closeAt = (now: Date) => closeDays({ ...t.kernel, clock: { now: () => now } });

/** By account, without the number of accounts. */
async function balancesAt(at: Date): Promise<Record<string, string>> {
  const rows = await readTrialBalanceAt(db(), at);
  return Object.fromEntries(
    rows.map(({ kind, label, balance }) => [
      label ? `${kind} ${label}` : kind,
      toDecimalText(balance),
    ]),
  );
}

const states: [string, Date, Record<string, string>][] = [
  ['before the first posting', new Date(noonOnDay(0).getTime() - 1), {}],
  [
    'at the moment of the first postings',
    noonOnDay(0),
    {
      'provider_clearing nowpayments': '-30.00',
      'provider_clearing stripe': '-50.00',
      wallet_available: '80.00',
    },
  ],
  [
    'on a day without postings',
    noonOnDay(2),
    {
      'provider_clearing nowpayments': '-30.00',
      'provider_clearing stripe': '-50.00',
      revenue: '19.00',
      wallet_available: '61.00',
    },
  ],
  [
    'after the last one',
    noonOnDay(9),
    {
      fees: '1.50',
      'provider_clearing manual': '18.50',
      'provider_clearing nowpayments': '-30.00',
      'provider_clearing stripe': '-50.00',
      revenue: '19.00',
      wallet_available: '41.00',
    },
  ],
];

test.each(states)(
  'the balance %s is the same with closed days and without',
  async (_, at, expected) => {
    await reopenDays(db(), '2000-01-01');
    expect(await balancesAt(at)).toEqual(expected);
    await closeAt(noonOnDay(5));
    expect(await balancesAt(at)).toEqual(expected);
    const rows = await readTrialBalanceAt(db(), at);
    expect(rows.reduce((sum, { balance }) => sum + balance.minor, 0n)).toBe(0n);
  },
);

test('a day is closed an hour after its end, once', async () => {
  await reopenDays(db(), '2000-01-01');
  expect(await closeAt(new Date(firstDay.getTime() + dayMs + hourMs - 1))).toBe(0);
  expect(await closeAt(new Date(firstDay.getTime() + dayMs + hourMs))).toBe(1);
  expect(await closeAt(noonOnDay(5))).toBe(4);
  expect(await closeAt(noonOnDay(5))).toBe(0);
});

test('the balance counts the accounts that existed', async () => {
  const wallets = async (at: Date) =>
    (await readTrialBalanceAt(db(), at)).find(({ kind }) => kind === 'wallet_available')?.accounts;
  expect(await wallets(noonOnDay(0))).toBe(2);
});

test('verification finds a closing that is not the sum of its postings, and a missing one', async () => {
  await reopenDays(db(), '2000-01-01');
  await closeAt(noonOnDay(5));
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
  await sql`update ledger_closing set balance = balance + 1
    where day = '2026-01-11' and kind = 'revenue'`.execute(db());
  await sql`delete from ledger_closing where day = '2026-01-10' and label = 'stripe'`.execute(db());
  const { problems } = await verifyLedger(t.kernel);
  expect(problems.toSorted()).toEqual([
    'closing of 2026-01-10, provider_clearing stripe in USD: it is not the sum of its postings.',
    'closing of 2026-01-11, revenue in USD: it is not the sum of its postings.',
  ]);
  await reopenDays(db(), '2000-01-01');
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});
