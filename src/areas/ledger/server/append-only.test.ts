// What the database itself refuses, even to its superuser.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { toAmount } from '#lib/money.ts';
import { useKernel } from '#test/test-kernel.ts';
import { charge, createLedger, deposit } from './index.ts';

const filled = useKernel();
const db = () => filled.kernel.database.write;
let journalId = '';

beforeAll(async () => {
  const ledger = createLedger(filled.kernel);
  const details = { accountId: 1, amount: toAmount('10.00', 'USD'), actor: 'test' };
  const draft = deposit({ ...details, idempotencyKey: 'first', provider: 'sandbox' });
  journalId = (await ledger.post(db(), draft)).journalId;
  await ledger.post(db(), charge({ ...details, idempotencyKey: 'second' }));
});

/** A journal without postings, which only hand-written SQL can make. */
async function bareJournal(): Promise<string> {
  const id = createId();
  await sql`insert into journal
    (id, transaction_type, idempotency_key, actor, effective_at, created_at)
    values (${id}, 'adjustment', ${id}, 'test', now(), now())`.execute(db());
  return id;
}

const insertPostings = (id: string, firstLine: number, amounts: [string, string][]) =>
  sql`insert into posting
    (journal_id, line, ledger_account_id, currency, amount, transaction_type, created_at)
    select ${id}::uuid, ${firstLine}::int - 1 + x.line, x.line, x.currency, x.amount,
      'adjustment', now()
    from unnest(${amounts.map(([currency]) => currency)}::text[],
      ${amounts.map(([, amount]) => amount)}::numeric[])
      with ordinality x(currency, amount, line)`.execute(db());

test.each([
  [
    'does not sum to zero',
    1,
    [
      ['USD', '1.25'],
      ['USD', '-1.26'],
    ],
  ],
  [
    'is off by the smallest unit',
    1,
    [
      ['USD', '1'],
      ['USD', '-1.000000000000000001'],
    ],
  ],
  [
    'sums to zero only over two currencies',
    1,
    [
      ['USD', '1'],
      ['EUR', '-1'],
    ],
  ],
  ['has one side', 1, [['USD', '1']]],
  [
    'does not begin at the first line',
    2,
    [
      ['USD', '1'],
      ['USD', '-1'],
    ],
  ],
] as [string, number, [string, string][]][])(
  'an insert that %s is refused',
  async (_, line, rows) => {
    const id = await bareJournal();
    await expect(insertPostings(id, line, rows)).rejects.toMatchObject({ code: '23514' });
  },
);

test('the smallest unit can be posted', async () => {
  const smallest: [string, string][] = [
    ['eth', '0.000000000000000001'],
    ['eth', '-0.000000000000000001'],
  ];
  await insertPostings(await bareJournal(), 1, smallest);
});

test('postings of a journal that does not exist are refused', async () => {
  const pair: [string, string][] = [
    ['USD', '1'],
    ['USD', '-1'],
  ];
  await expect(insertPostings(createId(), 1, pair)).rejects.toMatchObject({ code: '23514' });
});

test('an insert of nothing is none', async () => {
  await sql`insert into posting select * from posting where false`.execute(db());
});

test('a reversal of a journal that does not exist is refused', async () => {
  const id = createId();
  const insert = sql`insert into journal
    (id, transaction_type, idempotency_key, actor, effective_at, created_at, reversal_of)
    values (${id}, 'adjustment', ${id}, 'test', now(), now(), ${createId()})`;
  await expect(insert.execute(db())).rejects.toMatchObject({ code: '23503' });
});

test('a journal that has postings takes no more, balanced or not', async () => {
  const pair: [string, string][] = [
    ['USD', '1'],
    ['USD', '-1'],
  ];
  await expect(insertPostings(journalId, 1, pair)).rejects.toMatchObject({ code: '23505' });
  await expect(insertPostings(journalId, 3, pair)).rejects.toMatchObject({ code: '23514' });
});

test('of two inserts for one journal at once only one gets in', async () => {
  const id = await bareJournal();
  const pair: [string, string][] = [
    ['USD', '1'],
    ['USD', '-1'],
  ];
  const results = await Promise.allSettled([1, 2, 3].map(() => insertPostings(id, 1, pair)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test.each([
  'update journal set reference = null',
  'delete from journal',
  'truncate journal cascade',
  'update posting set amount = amount',
  'delete from posting where false',
  'truncate posting',
  'update journal_seal set hash = hash',
  'delete from journal_seal',
])('%s is refused', async (statement) => {
  await expect(sql.raw(statement).execute(db())).rejects.toMatchObject({ code: '23001' });
});
