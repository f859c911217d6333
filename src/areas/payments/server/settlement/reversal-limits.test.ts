// What a reversal takes back is never more than what its own transfer credited.
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { Decimal } from '#lib/decimal.ts';
import {
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
} from '#test/factories/payments.ts';
import { useApp } from '#test/harness.ts';
import { sumClearing } from '../clearing/movement-store.ts';
import type { ProviderReversal, ProviderTransfer } from '../providers/provider.ts';
import { reconcilePayment } from './reconcile-payment.ts';
import { listReversals, listTransfers } from './settlement-store.ts';

const t = useApp();
beforeAll(() => t.signIn('finance@example.com', { roles: ['finance'] }));
afterEach(() => {
  vi.restoreAllMocks();
});

type Reports = { transfers: ProviderTransfer[]; reversals: ProviderReversal[] };

/** From now on the provider reports this money of the payment, and has one rate for late money. */
function reportMoney(reports: () => Reports) {
  const sandbox = t.areas.payments.providers.find('sandbox')!;
  const fetch = sandbox.fetchPayment;
  vi.spyOn(sandbox, 'fetchPayment').mockImplementation(async (id) => ({
    ...(await fetch(id)),
    status: 'completed',
    ...reports(),
  }));
  vi.spyOn(sandbox, 'fetchRate').mockImplementation(async () => ({
    rate: '2',
    source: 'sandbox',
    at: t.clock.now(),
  }));
}

const second = (at: number): Date => new Date(t.clock.now().getTime() + at * 1000);
const createTransfer = (uuid: string, at: number, change: Partial<ProviderTransfer> = {}) => ({
  id: `${uuid}:${at}`,
  currency: 'usdttrc20',
  amount: '30',
  at: t.clock.now(),
  confirmations: null,
  hash: null,
  isSettled: true,
  ...change,
});
const createReversal = (
  transfer: ProviderTransfer,
  change: Partial<ProviderReversal> = {},
): ProviderReversal => ({
  id: `${transfer.id}:refund`,
  transferId: transfer.id,
  kind: 'refund',
  currency: transfer.currency,
  amount: transfer.amount,
  at: t.clock.now(),
  isUndone: false,
  ...change,
});

test.each([
  ['the same coin', 'usdttrc20'],
  ['another coin that we know', 'btc'],
  ['a coin that we do not know', 'shib'],
])('a deposit of %s that was never credited is refunded without a loss', async (_, currency) => {
  const who = await t.signIn(`${currency}-child@example.com`);
  const { uuid, internal_id } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
  const child = createTransfer(uuid, 2, { currency, amount: '25', isSettled: false });
  reportMoney(() => ({
    transfers: [createTransfer(uuid, 1), child],
    reversals: [createReversal(child)],
  }));
  await reconcilePayment(t.areas.payments, uuid, 'webhook');
  const { status, amount_refunded, credited_amount } = await fetchPayment(t, who, uuid);
  expect({ status, amount_refunded }).toEqual({ status: 'completed', amount_refunded: '0.00' });
  expect(await fetchAvailableBalance(t, who)).toBe(credited_amount);
  const alerts = (await t.mails('finance@example.com')).filter(
    ({ subject, text }) => subject.includes(internal_id) && text.includes('were never credited'),
  );
  expect(alerts).toHaveLength(1);
});

test('a chargeback in a currency without a rate takes nothing and alerts staff', async () => {
  const who = await t.signIn('unknown-rate@example.com');
  const { uuid, internal_id } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
  const transfer = createTransfer(uuid, 1);
  const chargeback = { kind: 'chargeback', currency: 'shib', amount: '1200' } as const;
  reportMoney(() => ({
    transfers: [transfer],
    reversals: [createReversal(transfer, chargeback)],
  }));
  await reconcilePayment(t.areas.payments, uuid, 'webhook');
  expect((await fetchPayment(t, who, uuid)).amount_refunded).toBe('0.00');
  const alerts = (await t.mails('finance@example.com')).filter(
    ({ subject, text }) => subject.includes(internal_id) && text.includes('1200 shib'),
  );
  expect(alerts).toHaveLength(1);
});

test.each([
  ['less than the price', '0.6', '1'],
  ['nearly all of the price', '0.995', '1'],
  ['the price', '1', '1'],
  ['more than the price', '1.2', '1'],
  ['the price, of which more was returned', '1', '2'],
])('a refunded deposit of %s leaves nothing at the provider', async (words, share, back) => {
  const who = await t.signIn(`${words.replaceAll(/\W+/g, '-')}@example.com`);
  const { uuid, pay_amount } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
  const transfer = createTransfer(uuid, 1, {
    amount: new Decimal(pay_amount!).times(share).toFixed(),
  });
  const reversals: ProviderReversal[] = [];
  reportMoney(() => ({ transfers: [transfer], reversals }));
  await reconcilePayment(t.areas.payments, uuid, 'webhook');
  expect(Number(await fetchAvailableBalance(t, who))).toBeGreaterThan(0);
  reversals.push(
    createReversal(transfer, { amount: new Decimal(transfer.amount).times(back).toFixed() }),
  );
  await reconcilePayment(t.areas.payments, uuid, 'webhook');
  expect(await fetchAvailableBalance(t, who)).toBe('0.00');
  const [open] = await t.kernel.work.read((db) => sumClearing(db, 'sandbox', [uuid]));
  expect(open).toMatchObject({ amount: expect.stringMatching(/^0(\.0+)?$/) });
  const { rows } = await t.kernel.database.pool.query<{ rounding: string }>(
    `select coalesce(sum(p.amount), 0)::float8 as rounding from posting p
     join journal j on j.id = p.journal_id join ledger_account a on a.id = p.ledger_account_id
     where j.payment_id = $1 and a.kind = 'rounding'`,
    [uuid],
  );
  expect(rows).toEqual([{ rounding: 0 }]);
});

const refund = (id: string, amount: string, change: Partial<ProviderReversal> = {}) =>
  ({ id, kind: 'refund', amount, ...change }) as const;
const dispute = (id: string, amount: string, change: Partial<ProviderReversal> = {}) =>
  ({ id, kind: 'chargeback', amount, ...change }) as const;
const undone = { isUndone: true };
/** Of a later decision; the times of reports are relative to the first. */
const later = { at: new Date('2100-01-01T00:00:00Z') };

test.each([
  [
    'a refund, with the dispute whose money it takes: won',
    [[dispute('d', '25')], [refund('r', '10'), dispute('d', '25', { ...later, ...undone })]],
    '15.00',
  ],
  [
    'a refund, with the dispute whose money it takes: reduced',
    [[dispute('d', '25')], [refund('r', '10'), dispute('d', '10', later)]],
    '5.00',
  ],
  [
    'a dispute that found less than its amount, once a refund failed',
    [
      [refund('r', '20')],
      [refund('r', '20'), dispute('d', '20')],
      [refund('r', '20', undone), dispute('d', '20')],
    ],
    '5.00',
  ],
  [
    'a refund that found less than its amount, once another failed',
    [
      [refund('r', '20')],
      [refund('r', '20'), refund('s', '10')],
      [refund('r', '20', undone), refund('s', '10')],
    ],
    '15.00',
  ],
  [
    'a dispute that grew as another shrank',
    [
      [dispute('d', '20'), dispute('e', '5')],
      [dispute('e', '15', later), dispute('d', '10', later)],
    ],
    '0.00',
  ],
])('%s is booked in full', async (words, reports, left) => {
  const who = await t.signIn(`${words.replaceAll(/\W+/g, '-').slice(-40)}@example.com`);
  const { uuid } = await createSandboxPayment(t, who);
  const transfer = createTransfer(uuid, 1, { currency: 'USD', amount: '25.00' });
  let reversals: ProviderReversal[] = [];
  reportMoney(() => ({ transfers: [transfer], reversals }));
  await reconcilePayment(t.areas.payments, uuid, 'webhook');
  for (const report of reports) {
    reversals = report.map((one) =>
      createReversal(transfer, { ...one, id: `${uuid}:${one.id}`, transferId: null }),
    );
    await reconcilePayment(t.areas.payments, uuid, 'webhook');
  }
  expect(await fetchAvailableBalance(t, who)).toBe(left);
});

const amount = fc.integer({ min: 1, max: 60 }).map((units) => (units / 2).toFixed(1));
const position = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('transfer' as const),
    at: position,
    amount,
    currency: fc.constantFrom('usdttrc20', 'usdttrc20', 'btc', 'shib'),
    isSettled: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('refund' as const, 'chargeback' as const),
    at: position,
    isOfAll: fc.boolean(),
    amount,
    currency: fc.constantFrom('usdttrc20', 'USD', 'shib'),
    isUndone: fc.boolean(),
    number: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant('late' as const), back: fc.integer({ min: 1, max: 4 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The next report: a later state of one transfer or reversal, or an earlier report again. */
function nextReport(history: Reports[], uuid: string, one: Step, now: number): Reports {
  const latest = history.at(-1)!;
  if (one.kind === 'late') return history.at(-one.back) ?? latest;
  if (one.kind === 'transfer') {
    const { kind: _, at, ...change } = one;
    const transfer = createTransfer(uuid, at, change);
    const others = latest.transfers.filter(({ id }) => id !== transfer.id);
    return { ...latest, transfers: [...others, transfer] };
  }
  const { at, isOfAll, number, ...change } = one;
  const id = `${uuid}:${isOfAll ? 'all' : at}:${change.kind}:${number}`;
  const reversal = createReversal(createTransfer(uuid, at), {
    ...change,
    id,
    at: second(now),
    ...(isOfAll && { transferId: null }),
  });
  const others = latest.reversals.filter((known) => known.id !== id);
  return { ...latest, reversals: [...others, reversal] };
}

const sum = (rows: readonly { amount: string | null }[]): Decimal =>
  rows.reduce((total, row) => total.plus(row.amount ?? 0), new Decimal(0));

async function expectLimits(uuid: string): Promise<string> {
  const { transfers, reversals } = await t.kernel.work.read(async (db) => ({
    transfers: await listTransfers(db, uuid),
    reversals: (await listReversals(db, uuid)).filter(({ status }) => status !== 'failed'),
  }));
  const credits = transfers.map((row) => ({ ...row, amount: row.credited_amount }));
  for (const credit of credits) {
    const own = reversals.filter((one) => one.provider_transfer_id === credit.provider_transfer_id);
    expect(sum(own).lte(credit.amount ?? 0)).toBe(true);
  }
  const left = sum(credits).minus(sum(reversals));
  expect(left.gte(0)).toBe(true);
  return left.toFixed(2);
}

test('whatever is reported, in any order, no more is taken back than was credited', async () => {
  let runs = 0;
  const histories = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 12 }),
    async (steps) => {
      const who = await t.signIn(`history-${++runs}@example.com`);
      const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
      const history: Reports[] = [{ transfers: [], reversals: [] }];
      for (const [now, one] of steps.entries()) {
        const report = nextReport(history, uuid, one, now);
        history.push(report);
        vi.restoreAllMocks();
        reportMoney(() => report);
        await reconcilePayment(t.areas.payments, uuid, 'webhook');
        const left = await expectLimits(uuid);
        await reconcilePayment(t.areas.payments, uuid, 'webhook');
        expect(await expectLimits(uuid)).toBe(left);
        expect(await fetchAvailableBalance(t, who)).toBe(left);
      }
    },
  );
  await fc.assert(histories, { numRuns: 25 });
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
});
