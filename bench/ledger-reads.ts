// The wallet page, and the ledger's screen of finance, with ten million postings. Filling takes some
// minutes.

import { pino } from 'pino';
import {
  closeDays,
  createLedger,
  type JournalFilter,
  type Ledger,
  listJournals,
  readTrialBalanceAt,
  verifyLedger,
} from '#areas/ledger/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { openBenchDatabase, percentile95 } from './load/ledger-database.ts';
import type { Row } from './load/rows.ts';

const journalsMax = Number(process.env.BENCH_JOURNALS ?? 5_000_000);
const customersMax = 5000;
/** Wallets, most of them without a posting. */
const walletsMax = 100_000;
/** One in this many journals belongs to customer 1: 100,000 transactions; others have 1,000. */
const heavyEach = 50;
const callsMax = 100;

export default async function measureLedgerReads(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await fill(database);
    const ledger = createLedger({ clock: systemClock });
    const rows: Row[] = [];
    for (const [who, customer] of [
      ['1,000 transactions', (at: number) => 2 + (at % (customersMax - 2))],
      ['100,000 transactions', () => 1],
    ] as const)
      rows.push(...(await measureReads({ ledger, db: database.read }, who, customer)));
    rows.push(...(await measureFinance(database)));
    if (process.env.BENCH_VERIFY) {
      const startedMs = performance.now();
      const log = pino({ level: 'silent' });
      const { isSound } = await verifyLedger({ work: database.work, clock: systemClock, log });
      const measured = (performance.now() - startedMs) / 1000;
      rows.push({
        what: `sealing and verifying all of it (sound: ${isSound})`,
        measured,
        unit: 's',
      });
    }
    return rows;
  } finally {
    await database.close();
  }
}

async function measureReads(
  { ledger, db }: { ledger: Ledger; db: Db },
  who: string,
  customer: (at: number) => number,
): Promise<Row[]> {
  const page = { page: 1, pageSize: 20, offset: 0 };
  const deep = { page: 40, pageSize: 20, offset: 780 };
  const randomTime = () => new Date(Date.now() - Math.random() * 700 * 86_400_000);
  const list = (at: number, filter: object, wanted = page) =>
    ledger.listTransactions(db, { accountId: customer(at), ...filter }, wanted);
  const reads: [string, number | undefined, (at: number) => Promise<unknown>][] = [
    ['transactions, first page', 100, (at) => list(at, {})],
    ['transactions, page 40', 100, (at) => list(at, {}, deep)],
    [
      'transactions of a type and size',
      100,
      (at) => list(at, { types: ['charge'], amountMin: '5' }),
    ],
    [
      'transactions by reference',
      100,
      (at) => list(at, { reference: `inv-${(at * 7919) % 100_000}` }),
    ],
    ['transactions by words', 100, (at) => list(at, { search: 'order' })],
    // These read all journals of the customer.
    ['transactions by words that none has', undefined, (at) => list(at, { search: 'zebra' })],
    ['statistics of 30 days', 100, (at) => ledger.statistics(db, customer(at), 'USD', '30d')],
    ['statistics of all time', 100, (at) => ledger.statistics(db, customer(at), 'USD', 'all')],
    [
      'sums by type',
      100,
      (at) => ledger.sumByType(db, { accountId: customer(at), currency: 'USD' }),
    ],
    ['balance as of a time', 50, (at) => ledger.balanceAt(db, customer(at), 'USD', randomTime())],
  ];
  const rows: Row[] = [];
  for (const [what, promise, read] of reads) {
    for (let at = 0; at < 10; at++) await read(at);
    const measured = await percentile95(callsMax, (at) => read(at * 37));
    const row = { what: `p95 of ${what}, customer of ${who}`, measured, unit: 'ms' };
    rows.push(promise === undefined ? row : { ...row, limit: promise });
  }
  return rows;
}

/** What finance reads of all customers. */
async function measureFinance({ work, read: db }: Database): Promise<Row[]> {
  const startedMs = performance.now();
  const days = await closeDays({ work, clock: systemClock });
  const closing = (performance.now() - startedMs) / 1000;
  const page = { page: 1, pageSize: 20, offset: 0 };
  const list = (filter: JournalFilter) => listJournals(db, filter, page);
  const pastOf = (at: number) => new Date(Date.now() - ((at * 7919) % 700) * 86_400_000);
  const reads: [string, number, (at: number) => Promise<unknown>][] = [
    ['trial balance now', 300, () => readTrialBalanceAt(db, new Date())],
    ['trial balance as of a time', 300, (at) => readTrialBalanceAt(db, pastOf(at))],
    ['journals, first page', 300, () => list({})],
    ['journals by reference', 300, (at) => list({ words: `inv-${(at * 7919) % 100_000}` })],
    ['journals of a type', 300, () => list({ type: 'charge' })],
    ['journals of a type that is not there', 300, () => list({ type: 'withdrawal' })],
    ['journals of an account', 300, () => list({ account: { kind: 'revenue' } })],
    ['journals of a currency that is not there', 300, () => list({ currency: 'EUR' })],
    ['journals of an amount', 300, () => list({ amountMin: '7', amountMax: '7' })],
    [
      'journals of an amount that is not there',
      300,
      () => list({ amountMin: '6.5', amountMax: '6.6' }),
    ],
    [
      'journals of a day',
      300,
      (at) =>
        list({
          createdAfter: pastOf(at),
          createdBefore: new Date(pastOf(at).getTime() + 86_400_000),
        }),
    ],
  ];
  const rows: Row[] = [
    { what: `closing ${days} days for the trial balance`, measured: closing, unit: 's' },
  ];
  for (const [what, limit, read] of reads) {
    await read(0);
    const measured = await percentile95(callsMax, read);
    rows.push({ what: `p95 of ${what}`, measured, limit, unit: 'ms' });
  }
  return rows;
}

/** Two years of consistent journals, inserted directly; indexes are created afterwards. */
async function fill(database: Database): Promise<void> {
  const client = await database.directClient();
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid in ('journal'::regclass, 'posting'::regclass)
        and not exists (select from pg_constraint where conindid = indexrelid)`);
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await client.query(`set session_replication_role = replica`);
    for (const statement of filling) await client.query(statement, []);
    await client.query(`set maintenance_work_mem = '1GB'`);
    for (const { definition } of rows) await client.query(definition);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

// A customer's odd transactions are deposits of 10, even ones are charges of 5 to 9.
const filling = [
  `insert into ledger_account (account_id, kind, currency, created_at)
   select n, 'wallet_available', 'USD', now() from generate_series(0, ${walletsMax - 1}) n`,
  `insert into ledger_account (kind, label, currency, created_at)
   values ('provider_clearing', 'sandbox', 'USD', now()), ('revenue', '', 'USD', now())`,
  `create unlogged table plan as
   select n, account,
     now() - interval '730 days' + n * (interval '730 days' / ${journalsMax}) as at,
     row_number() over (partition by account order by n) as version,
     (lpad(to_hex((extract(epoch from now() - interval '730 days' + n * (interval '730 days'
       / ${journalsMax})) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid
       as id
   from (select n, case when n % ${heavyEach} = 0 then 1 else n % ${customersMax} end as account
     from generate_series(1, ${journalsMax}) n) x`,
  `insert into journal (id, transaction_type, account_id, idempotency_key, reference, description,
     actor, effective_at, created_at)
   select id, case when version % 2 = 1 then 'deposit' else 'charge' end, account, n::text,
     'INV-' || n % 100000, case when n % 10 = 0 then 'An order' else 'Usage' end, 'bench', at, at
   from plan`,
  `insert into posting (journal_id, line, ledger_account_id, currency, amount, transaction_type,
     created_at, wallet_version, balance_after, transaction_id)
   select p.id, 1, a.id, 'USD', p.amount, case when version % 2 = 1 then 'deposit' else 'charge' end,
     at, version, sum(p.amount) over (partition by account order by version), p.id
   from (select *, case when version % 2 = 1 then 10 else -5 - version % 5 end::numeric as amount
     from plan) p
   join ledger_account a on a.account_id = p.account`,
  `insert into posting (journal_id, line, ledger_account_id, currency, amount, transaction_type,
     created_at)
   select w.journal_id, 2, a.id, 'USD', -w.amount, w.transaction_type, w.created_at
   from posting w join ledger_account a
     on a.kind = case when w.amount > 0 then 'provider_clearing' else 'revenue' end
   where w.line = 1`,
  `insert into wallet_balance (ledger_account_id, balance, version, last_posted_at)
   select ledger_account_id, sum(amount), count(*), max(created_at) from posting
   where wallet_version is not null group by 1`,
  'drop table plan',
];
