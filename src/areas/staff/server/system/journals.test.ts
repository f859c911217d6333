import { beforeAll, expect, test } from 'vitest';
import { createCompletedPayment } from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
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
  const { body } = await ask('?page_size=1');
  expect(body).toMatchObject({ count: 2, pages: 2, has_next: true });
  expect(body.results).toMatchObject([{ user: { email: bob.email } }]);
  expect((await ask('?page_size=1&page=2')).body.results).toMatchObject([
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
