import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { toAmount, toDecimalText } from '#lib/money.ts';
import { useKernel } from '#test/test-kernel.ts';
import {
  adjustment,
  charge,
  createLedger,
  deposit,
  type JournalDraft,
  type Ledger,
  refundPayment,
  verifyLedger,
  withdrawal,
} from './index.ts';

const filled = useKernel();
let ledger: Ledger;
let accounts = 100;
let keys = 0;

beforeAll(() => {
  ledger = createLedger(filled.kernel);
});

const db = () => filled.kernel.database.write;
const usd = (text: string) => toAmount(text, 'USD');
const details = (accountId: number, amount = usd('10.00')) => ({
  accountId,
  amount,
  idempotencyKey: `test:${++keys}`,
  actor: 'test',
});
/** A new customer with some money. */
async function customerWith(text: string): Promise<number> {
  const accountId = ++accounts;
  await ledger.post(db(), deposit({ ...details(accountId, usd(text)), provider: 'sandbox' }));
  return accountId;
}
async function wallet(accountId: number, currency = 'USD') {
  const found = (await ledger.balances(db(), accountId)).find((one) => one.currency === currency);
  if (!found) throw new Error(`no wallet in ${currency}`);
  const { available, reserved, total } = found;
  return [available, reserved, total].map(toDecimalText);
}

test('a deposit credits the wallet and debits the provider', async () => {
  const accountId = ++accounts;
  const posted = await ledger.post(
    db(),
    deposit({
      ...details(accountId, usd('25.00')),
      provider: 'stripe',
      fee: usd('0.50'),
      arrived: usd('25.49'),
    }),
  );
  expect(posted).toMatchObject({ isReplay: false });
  expect(posted.transactions.map(({ balanceAfter }) => toDecimalText(balanceAfter))).toEqual([
    '25.00',
  ]);
  const { rows } = await sql`
    select a.kind, a.label, trim_scale(p.amount)::text as amount from posting p
    join ledger_account a on a.id = p.ledger_account_id
    where p.journal_id = ${posted.journalId} order by p.line`.execute(db());
  expect(rows).toEqual([
    { kind: 'wallet_available', label: '', amount: '25' },
    { kind: 'provider_clearing', label: 'stripe', amount: '-25.49' },
    { kind: 'fees', label: '', amount: '0.5' },
    { kind: 'rounding', label: '', amount: '-0.01' },
  ]);
});

test('a withdrawal from a hold leaves through the clearing account, and its fee stays', async () => {
  const accountId = await customerWith('25.00');
  const { id } = await ledger.hold(db(), details(accountId, usd('20.00')));
  const draft = withdrawal({
    ...details(accountId, usd('20.00')),
    provider: 'manual',
    fee: usd('0.50'),
  });
  const { journalId } = await ledger.capture(db(), id, draft);
  expect(await wallet(accountId)).toEqual(['5.00', '0.00', '5.00']);
  const { rows } = await sql`
    select a.kind, a.label, trim_scale(p.amount)::text as amount from posting p
    join ledger_account a on a.id = p.ledger_account_id
    where p.journal_id = ${journalId} order by p.line`.execute(db());
  expect(rows).toEqual([
    { kind: 'wallet_available', label: '', amount: '-20' },
    { kind: 'provider_clearing', label: 'manual', amount: '19.5' },
    { kind: 'fees', label: '', amount: '0.5' },
  ]);
});

test('a charge above the balance is refused with the balance, and the transaction stays usable', async () => {
  const accountId = await customerWith('5.00');
  const posted = await filled.kernel.database.transaction(async (tx) => {
    const refused = ledger.post(tx, charge(details(accountId, usd('5.01'))));
    await expect(refused).rejects.toMatchObject({
      code: 'insufficient_balance',
      required: usd('5.01'),
      available: usd('5.00'),
    });
    return ledger.post(tx, charge(details(accountId, usd('5.00'))));
  });
  expect(posted.isReplay).toBe(false);
  expect(await wallet(accountId)).toEqual(['0.00', '0.00', '0.00']);
});

test('a known idempotency key returns the first journal, even if the money is spent', async () => {
  const accountId = await customerWith('10.00');
  const draft = charge(details(accountId));
  const first = await ledger.post(db(), draft);
  const again = await ledger.post(db(), draft);
  expect(again).toEqual({ ...first, isReplay: true });
  expect(await wallet(accountId)).toEqual(['0.00', '0.00', '0.00']);
  const other = charge({
    ...details(accountId, usd('9.99')),
    idempotencyKey: draft.idempotencyKey,
  });
  await expect(ledger.post(db(), other)).rejects.toMatchObject({ code: 'idempotency_conflict' });
});

test('of twenty simultaneous posts with one key only one is posted', async () => {
  const accountId = await customerWith('10.00');
  const draft = charge(details(accountId));
  const all = await Promise.all(Array.from({ length: 20 }, () => ledger.post(db(), draft)));
  expect(all.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  expect(new Set(all.map(({ journalId }) => journalId)).size).toBe(1);
});

test('held money can not be spent twice', async () => {
  const accountId = await customerWith('10.00');
  const hold = await ledger.hold(db(), details(accountId, usd('7.00')));
  expect(await wallet(accountId)).toEqual(['3.00', '7.00', '10.00']);
  await expect(ledger.post(db(), charge(details(accountId, usd('3.01'))))).rejects.toMatchObject({
    code: 'insufficient_balance',
    available: usd('3.00'),
  });
  await expect(ledger.hold(db(), details(accountId, usd('3.01')))).rejects.toMatchObject({
    code: 'insufficient_balance',
  });
  await expect(
    ledger.capture(db(), hold.id, charge(details(accountId, usd('7.01')))),
  ).rejects.toMatchObject({ code: 'hold_exceeded', available: usd('7.00') });
  const draft = charge(details(accountId, usd('6.00')));
  const captured = await ledger.capture(db(), hold.id, draft);
  expect(await wallet(accountId)).toEqual(['4.00', '0.00', '4.00']);
  expect(await ledger.capture(db(), hold.id, draft)).toEqual({ ...captured, isReplay: true });
  await expect(
    ledger.capture(db(), hold.id, charge(details(accountId, usd('1.00')))),
  ).rejects.toMatchObject({ code: 'hold_not_open', status: 'captured' });
  await expect(ledger.release(db(), hold.id)).rejects.toMatchObject({ status: 'captured' });
});

test('a released hold frees its money once, and another account can not capture it', async () => {
  const accountId = await customerWith('10.00');
  const stranger = await customerWith('10.00');
  const draft = details(accountId, usd('10.00'));
  const hold = await ledger.hold(db(), draft);
  expect(await ledger.hold(db(), draft)).toEqual({ ...hold, isReplay: true });
  await expect(
    ledger.capture(db(), hold.id, charge(details(stranger, usd('1.00')))),
  ).rejects.toMatchObject({ status: 'missing' });
  expect((await ledger.release(db(), hold.id)).status).toBe('released');
  expect((await ledger.release(db(), hold.id)).status).toBe('released');
  expect(await wallet(accountId)).toEqual(['10.00', '0.00', '10.00']);
});

test('a journal is reversed once', async () => {
  const accountId = await customerWith('10.00');
  const { journalId, transactions } = await ledger.post(
    db(),
    charge({ ...details(accountId, usd('4.00')), reference: 'INV-1' }),
  );
  const reversal = await ledger.reverse(db(), journalId, { actor: 'staff:1' });
  expect(await ledger.reverse(db(), journalId, { actor: 'staff:2' })).toEqual({
    ...reversal,
    isReplay: true,
  });
  expect(await wallet(accountId)).toEqual(['10.00', '0.00', '10.00']);
  await expect(
    ledger.reverse(db(), reversal.journalId, { actor: 'staff:1' }),
  ).rejects.toMatchObject({ code: 'not_reversible' });
  const first = await ledger.findTransaction(db(), accountId, transactions[0]!.id);
  const second = await ledger.findTransaction(db(), accountId, reversal.transactions[0]!.id);
  expect(first).toMatchObject({ status: 'reversed', reversalOf: null, direction: 'debit' });
  expect(second).toMatchObject({
    status: 'posted',
    reversalOf: first?.id,
    type: 'charge',
    reference: 'INV-1',
    amount: usd('4.00'),
    balanceBefore: usd('6.00'),
  });
  await expect(ledger.reverse(db(), createId(), { actor: 'a' })).rejects.toMatchObject({
    code: 'journal_not_found',
  });
});

test('a chargeback may leave the wallet in debt, other debits may not', async () => {
  const accountId = ++accounts;
  const draft = deposit({ ...details(accountId), provider: 'stripe' });
  const { journalId } = await ledger.post(db(), draft);
  await ledger.post(db(), charge(details(accountId, usd('8.00'))));
  await expect(ledger.reverse(db(), journalId, { actor: 'x' })).rejects.toMatchObject({
    available: usd('2.00'),
  });
  await ledger.reverse(db(), journalId, { actor: 'provider:stripe', mayOverdraw: true });
  expect(await wallet(accountId)).toEqual(['-8.00', '0.00', '-8.00']);
  await expect(ledger.post(db(), charge(details(accountId, usd('0.01'))))).rejects.toMatchObject({
    available: usd('-8.00'),
  });
});

test('amounts in wei are exact', async () => {
  const accountId = ++accounts;
  const amount = toAmount('12345678901234567.123456789012345678', 'eth');
  await ledger.post(db(), deposit({ ...details(accountId, amount), provider: 'nowpayments' }));
  const small = toAmount('0.000000000000000001', 'eth');
  await ledger.post(db(), charge(details(accountId, small)));
  expect((await wallet(accountId, 'eth'))[0]).toBe('12345678901234567.123456789012345677');
});

test('a hundred writers on one wallet lose no update and never deadlock', async () => {
  const accountId = await customerWith('60.00');
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) =>
      at % 4 === 3
        ? ledger.post(db(), adjustment({ ...details(accountId, usd('0.50')), direction: 'credit' }))
        : ledger.post(db(), charge(details(accountId, usd('0.70')))),
    ),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await wallet(accountId)).toEqual(['20.00', '0.00', '20.00']);
});

test('two journals of one transaction are posted together or not at all', async () => {
  const accountId = await customerWith('10.00');
  const lost = filled.kernel.database.transaction(async (tx) => {
    await ledger.post(tx, charge(details(accountId, usd('1.00'))));
    await ledger.post(tx, adjustment({ ...details(accountId, usd('2.00')), direction: 'credit' }));
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  expect(await wallet(accountId)).toEqual(['10.00', '0.00', '10.00']);
});

const badDrafts: [string, (accountId: number) => JournalDraft][] = [
  ['one posting', (id) => ({ ...charge(details(id)), postings: [] })],
  [
    'a sum that is not zero',
    (id) => ({
      ...charge(details(id)),
      postings: [
        { kind: 'wallet_available', amount: usd('1.00') },
        { kind: 'revenue', amount: usd('-1.01') },
      ],
    }),
  ],
  [
    'an amount of zero',
    (id) => ({
      ...charge(details(id)),
      postings: [
        { kind: 'wallet_available', amount: usd('0.00') },
        { kind: 'revenue', amount: usd('0.00') },
      ],
    }),
  ],
  ['a wallet without an owner', (id) => ({ ...charge(details(id)), accountId: null })],
  [
    'one account twice',
    (id) => ({
      ...charge(details(id)),
      postings: [
        { kind: 'revenue', amount: usd('1.00') },
        { kind: 'revenue', amount: usd('-1.00') },
      ],
    }),
  ],
];
test.each(badDrafts)('%s is refused before it is sent', async (_, draft) => {
  await expect(ledger.post(db(), draft(1))).rejects.toThrow();
});

test('journal drafts refuse amounts of zero and below', () => {
  for (const amount of [usd('0.00'), usd('-1.00')]) {
    expect(() => charge(details(1, amount))).toThrow();
    expect(() => deposit({ ...details(1, amount), provider: 'x' })).toThrow();
    expect(() => adjustment({ ...details(1, amount), direction: 'debit' })).toThrow();
    expect(() => refundPayment({ ...details(1, amount), provider: 'x' })).toThrow();
    expect(() => withdrawal({ ...details(1, amount), provider: 'x' })).toThrow();
  }
});

test.each(['5.00', '5.01', '-0.01'])('a fee of %s of a withdrawal of 5.00 is refused', (fee) => {
  const draft = { ...details(1, usd('5.00')), provider: 'manual', fee: usd(fee) };
  expect(() => withdrawal(draft)).toThrow();
});

test('the ledger is sound after all tests', async () => {
  expect((await verifyLedger(filled.kernel)).problems).toEqual([]);
});
