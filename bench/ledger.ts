// The cost of posting compared with plain inserts: balance check, locks, running balances, trigger.
import { charge, createLedger, deposit } from '#areas/ledger/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { createId } from '#kernel/ids.ts';
import { toAmount } from '#lib/money.ts';
import { openBenchDatabase, timeEach } from './load/ledger-database.ts';
import { median, type Row } from './load/rows.ts';

const customersMax = 2000;
const journalsMax = 1000;
// Many short rounds: load on the machine affects all of them, and the slow first rounds before JIT
// optimization do not influence the median.
const roundsMax = 31;
const atOnce = 10;
const writersOnOneWallet = 100;

export default async function measureLedger(): Promise<Row[]> {
  const database = await openBenchDatabase();
  try {
    const post = await openPosting(database);
    const bare = await openBareInserts(database);
    const rivals = { post, ...bare };
    type Name = keyof typeof rivals;
    const names = Object.keys(rivals) as Name[];
    const costs = new Map(names.map((name) => [name, [] as number[]]));
    for (const name of names) await timeEach(journalsMax, atOnce, rivals[name]);
    for (let round = 0; round < roundsMax; round++)
      for (const name of round % 2 ? names.toReversed() : names)
        costs.get(name)?.push(await timeEach(journalsMax, atOnce, rivals[name]));
    const cost = (name: Name) => median(costs.get(name) ?? []);
    const oneWallet = await timeEach(journalsMax, writersOnOneWallet, () => post(0));
    return [
      {
        what: 'a journal of two postings, in one statement with the triggers and without any',
        unit: 'µs',
        measured: cost('guarded'),
        baseline: cost('oneStatement'),
        // Any query of a trigger costs a fifth of such a statement.
        limit: 1.35,
      },
      {
        what: '  posted by the ledger, beside begin, the two inserts without any trigger, commit',
        unit: 'µs',
        measured: cost('post'),
        baseline: cost('twoInserts'),
        limit: 1.25,
      },
      {
        what: '  posted by the ledger, beside the two inserts in one statement',
        unit: 'µs',
        measured: cost('post'),
        baseline: cost('oneStatement'),
      },
      { what: `  ${writersOnOneWallet} writers on one wallet`, measured: oneWallet, unit: 'µs' },
    ];
  } finally {
    await database.close();
  }
}

async function openPosting(database: Database): Promise<(at: number) => Promise<unknown>> {
  const ledger = createLedger({ clock: systemClock });
  const details = (accountId: number, text: string) => ({
    accountId,
    amount: toAmount(text, 'USD'),
    idempotencyKey: createId(),
    actor: 'bench',
    reference: 'INV-1',
  });
  await timeEach(customersMax, atOnce, (at) =>
    ledger.post(database.write, deposit({ ...details(at, '1000000.00'), provider: 'sandbox' })),
  );
  // As autovacuum does eventually.
  await database.pool.query('analyze');
  return (at) => ledger.post(database.write, charge(details(at % customersMax, '0.01')));
}

/** Tables with the same columns and indexes. */
async function openBareInserts({ pool }: Database) {
  await pool.query(`create table bare_journal (like journal including all);
    create table bare_posting (like posting including all)`);
  const journal = `insert into bare_journal
    (id, transaction_type, account_id, idempotency_key, reference, actor, effective_at, created_at)
    values ($1, 'charge', $2, $3, 'INV-1', 'bench', $4, $4)`;
  const posting = `insert into bare_posting (journal_id, line, ledger_account_id, currency, amount,
      transaction_type, created_at, wallet_version, balance_after, transaction_id)
    select $1, line, account, 'USD', amount, 'charge', $2, version, version, transaction
    from unnest($3::int[], $4::numeric[], $5::bigint[], $6::uuid[])
      with ordinality x(account, amount, version, transaction, line)`;
  const valuesOf = (at: number) => {
    const id = createId();
    const now = new Date();
    const postings = [
      [at % customersMax, -1],
      ['-0.01', '0.01'],
      [1, null],
      [createId(), null],
    ];
    return { id, now, journal: [id, at % customersMax, id, now], postings };
  };
  const together = `with j as (${journal} returning id) ${posting
    .replace('select $1', 'select j.id')
    .replace('$2', '$4')
    .replace('from unnest', 'from j, unnest')
    .replace(
      '$3::int[], $4::numeric[], $5::bigint[], $6::',
      '$5::int[], $6::numeric[], $7::bigint[], $8::',
    )}`;
  return {
    twoInserts: async (at: number) => {
      const values = valuesOf(at);
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(journal, values.journal);
        await client.query(posting, [values.id, values.now, ...values.postings]);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    oneStatement: (at: number) => {
      const values = valuesOf(at);
      return pool.query(together, [...values.journal, ...values.postings]);
    },
    guarded: (at: number) => {
      const values = valuesOf(at);
      return pool.query(together.replaceAll('bare_', ''), [...values.journal, ...values.postings]);
    },
  };
}
