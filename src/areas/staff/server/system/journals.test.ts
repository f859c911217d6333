import { beforeAll, describe, expect, test } from 'vitest';
import { adjustment, sealJournals } from '#areas/ledger/server/index.ts';
import { toAmount } from '#lib/money.ts';
import { createCompletedPayment } from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';
import type { JournalWire } from '../../wire/journals.ts';

const t = useApp();
let boss: SignedIn;
let ann: SignedIn;
let bob: SignedIn;
let payment: string;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  ann = await t.signIn('ann@loom.example.com');
  bob = await t.signIn('bob@loom.example.com');
  payment = (await createCompletedPayment(t, ann)).uuid;
  t.clock.advance(1000);
  await createCompletedPayment(t, bob);
});

const ask = (query: string, as: SignedIn = boss) =>
  send(t, 'GET', `/apix/admin/ledger/journals/${query}`, undefined, { headers: as.headers });
const unknownId = '01900000-0000-7000-8000-000000000000';
const read = (id: string) =>
  send(t, 'GET', `/apix/admin/ledger/journals/${id}/`, undefined, { headers: boss.headers });
async function find(search: string): Promise<JournalWire[]> {
  const { status, body } = await ask(`?search=${encodeURIComponent(search)}`);
  expect(status).toBe(200);
  return body.results as JournalWire[];
}

test('a journal has its customer and its postings, which add up to zero', async () => {
  const [journal] = await find(ann.email);
  expect(journal).toMatchObject({
    type: 'deposit',
    user: { id: ann.accountId, email: ann.email },
    payment,
    reversal_of: null,
  });
  const wallet = journal!.postings.find(({ account }) => account === 'wallet_available')!;
  expect(wallet.amount).toMatch(/^\d+\.\d\d$/);
  expect(wallet.balance_after).toBe(wallet.amount);
  const cents = journal!.postings.map(({ amount }) => Math.round(Number(amount) * 100));
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0);
});

test('journals are found by every identifier', async () => {
  const [journal] = await find(ann.email);
  const { write } = t.kernel.database;
  const { internal_id } = await write
    .selectFrom('payment')
    .select('internal_id')
    .where('id', '=', payment)
    .executeTakeFirstOrThrow();
  const { transaction_id } = await write
    .selectFrom('posting')
    .select('transaction_id')
    .where('journal_id', '=', journal!.id)
    .where('transaction_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const identifiers = [
    journal!.id,
    transaction_id!,
    payment,
    internal_id,
    internal_id.toLowerCase(),
    journal!.idempotency_key,
    String(ann.accountId),
    ann.email.toUpperCase(),
  ];
  for (const search of identifiers)
    expect((await find(search)).map(({ id }) => id)).toEqual([journal!.id]);
  for (const search of ['nobody@example.com', 'PAY_1', payment.replaceAll(/[1-9]/g, '0')])
    expect(await find(search)).toEqual([]);
});

test('all journals are listed, newest first, in pages', async () => {
  const deposits = (query: string) => ask(`${query}&type=deposit`);
  const { body } = await deposits('?page_size=1');
  expect(body).toMatchObject({ count: 2, pages: 2, has_next: true });
  expect(body.results).toMatchObject([{ user: { email: bob.email } }]);
  expect((await deposits('?page_size=1&page=2')).body.results).toMatchObject([
    { user: { email: ann.email } },
  ]);
  expect((await ask('?page=3')).status).toBe(404);
});

test('only finance reads it', async () => {
  expect((await ask('', ann)).status).toBe(403);
  const finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  expect((await ask('', finance)).status).toBe(200);
  const support = await t.signIn('support@example.com', { roles: ['support'] });
  expect((await ask('', support)).status).toBe(403);
  expect((await send(t, 'GET', '/apix/admin/ledger/journals/')).status).toBe(401);
});

describe('filters', () => {
  const count = async (query: string) => (await ask(`?${query}`)).body.count;

  test('journals are found by type, account, currency and amount of one posting', async () => {
    expect(await count('type=deposit')).toBe(2);
    expect(await count('type=charge')).toBe(0);
    expect(await count('account=provider_clearing')).toBe(2);
    expect(await count('account=provider_clearing:sandbox&currency=USD')).toBe(2);
    expect(await count('account=provider_clearing:stripe')).toBe(0);
    expect(await count('currency=EUR')).toBe(0);
    const [{ postings } = { postings: [] }] = await find(ann.email);
    const { amount } = postings.find(({ account }) => account === 'wallet_available')!;
    expect(await count(`min_amount=${amount}&max_amount=${amount}`)).toBe(2);
    expect(await count(`currency=USD&min_amount=${amount}&max_amount=${amount}`)).toBe(2);
    expect(await count('min_amount=100000')).toBe(0);
    expect(await count(`account=revenue&max_amount=${amount}`)).toBe(0);
  });

  test('and by reference, in any case, and by the time of posting', async () => {
    const [journal] = await find(ann.email);
    const { created_at: at } = journal!;
    const after = new Date(Date.parse(at) + 1).toISOString();
    expect(await count(`type=deposit&created_after=${at}`)).toBe(2);
    expect(await count(`type=deposit&created_after=${after}`)).toBe(1);
    expect(await count(`created_before=${at}`)).toBe(0);
    expect(await count(`created_before=${after}`)).toBe(1);
    const cy = await t.signIn('cy@loom.example.com');
    t.clock.advance(1000);
    const credit = adjustment({
      accountId: cy.accountId,
      amount: toAmount('1.00', 'USD'),
      direction: 'credit',
      reference: 'Goodwill-7',
      idempotencyKey: 'goodwill',
      actor: `staff:${boss.accountId}`,
      metadata: {
        adjustment: unknownId,
        proposed_by: boss.accountId,
        test: true,
        period: ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
      },
    });
    const work = t.kernel.work;
    const { journalId } = await work.write((tx) => t.areas.payments.ledger.post(tx, credit));
    t.clock.advance(1000);
    const reversal = await work.write((tx) =>
      t.areas.payments.ledger.reverse(tx, journalId, { actor: 'job:test' }),
    );
    expect((await find('GOODWILL-7')).map(({ id }) => id)).toEqual([reversal.journalId, journalId]);
    expect(await count('account=suspense')).toBe(2);
    const { body } = await read(journalId);
    expect(body).toMatchObject({
      causes: [
        { kind: 'adjustment', id: unknownId },
        { kind: 'user', id: String(boss.accountId), words: `Proposed by ${boss.email}` },
        { kind: 'user', id: String(boss.accountId), words: `Posted by ${boss.email}` },
      ],
      reversal_of: null,
      reversed_by: reversal.journalId,
      metadata: [
        { name: 'Test', value: 'Yes' },
        { name: 'Period', value: '1 Nov 2026, 00:00 UTC – 1 Dec 2026, 00:00 UTC' },
      ],
      seal: null,
    });
    const wallet = (body.postings as JournalWire['postings'])[0]!;
    expect(Number(wallet.balance_after) - Number(wallet.balance_before)).toBeCloseTo(1);
    await sealJournals(t.kernel);
    expect((await read(reversal.journalId)).body).toMatchObject({
      causes: [{ kind: null, words: 'By the job test' }],
      reversal_of: journalId,
      seal: { position: expect.any(String), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test.each(['account=pockets', 'min_amount=x', 'type=gift', 'created_after=soon'])(
    '%s is refused',
    async (query) => {
      expect((await ask(`?${query}`)).status).toBe(400);
    },
  );

  test('the postings of what is found are downloaded', async () => {
    const { raw } = await ask(`?format=csv&search=${encodeURIComponent(bob.email)}`);
    expect(raw.headers['content-disposition']).toContain('journals.csv');
    const [head, ...lines] = readCsv(raw.body);
    const [journal] = await find(bob.email);
    expect(lines).toHaveLength(journal!.postings.length);
    const account = head!.indexOf('account');
    expect(lines.map((line) => line[account])).toEqual(
      journal!.postings.map((posting) => posting.account),
    );
    expect(lines[0]![0]).toBe(journal!.id);
  });
});

test('a payment’s journal leads to it, and a journal that does not exist is not found', async () => {
  const [journal] = await find(payment);
  expect((await read(journal!.id)).body.causes).toMatchObject([
    { kind: 'payment', id: payment },
    { kind: null },
  ]);
  for (const id of [unknownId, 'no-uuid']) expect((await read(id)).status).toBe(404);
});

describe('the trial balance', () => {
  const balance = (query = '', as = boss) =>
    send(t, 'GET', `/apix/admin/ledger/trial-balance/${query}`, undefined, {
      headers: as.headers,
    });

  test('balances in each currency, now and before the first posting', async () => {
    const { body } = await balance();
    expect(body.totals).toMatchObject([{ currency: 'USD', is_balanced: true }]);
    expect(body.results).toContainEqual({
      currency: 'USD',
      account: 'wallet_available',
      label: '',
      accounts: expect.any(Number),
      debit: '0.00',
      credit: expect.stringMatching(/^[1-9]/),
    });
    const [journal] = await find(ann.email);
    const start = new Date(Date.parse(journal!.created_at) - 1).toISOString();
    expect((await balance(`?at=${start}`)).body).toMatchObject({
      at: start,
      results: [],
      totals: [],
    });
    expect((await balance('?at=soon')).status).toBe(400);
  });

  test('is downloaded, by finance only', async () => {
    const { raw } = await balance('?format=csv');
    expect(raw.headers['content-disposition']).toMatch(/trial-balance-[-\dT]+\.csv/);
    expect(readCsv(raw.body)[0]).toEqual([
      'currency',
      'account',
      'label',
      'accounts',
      'debit',
      'credit',
    ]);
    expect((await balance('', ann)).status).toBe(403);
  });
});
