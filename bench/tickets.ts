// The inbox, its search and a customer's list with a million tickets. BENCH_TICKETS=100000 is
// quicker, and BENCH_PLANS=1 prints the plans of PostgreSQL.
import type { PoolClient } from 'pg';
import { longWaitingBefore } from '#areas/support/server/tickets/ticket-states.ts';
import { listTickets, type TicketFilter } from '#areas/support/server/tickets/ticket-store.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { openBenchDatabase, percentile95 } from './load/ledger-database.ts';
import { printPlans } from './load/plans.ts';
import type { Row } from './load/rows.ts';

const ticketsMax = Number(process.env.BENCH_TICKETS ?? 1_000_000);
/** Inserted by one statement, which must end before the pool gives its connection up. */
const ticketsAtOnce = 50_000;
const accountsMax = 20_000;
const callsMax = 40;
const limitMs = 150;
const firstPage = { page: 1, pageSize: 20, offset: 0 };
/** The deepest page of a list. */
const lastPage = { page: 5000, pageSize: 20, offset: 99_980 };

export default async function measureTickets(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await insertTickets(database);
    const rows: Row[] = [];
    for (const [what, filter, page] of reads) {
      const call = () => listTickets(database.read, filter, page ?? firstPage);
      for (let at = 0; at < 3; at++) await call();
      const measured = await percentile95(callsMax, call);
      rows.push({ what: `p95 of ${what}`, measured, unit: 'ms', limit: limitMs });
    }
    const explained = reads.map(
      ([what, filter, page]) =>
        [
          what,
          (watched: Database) => listTickets(watched.read, filter, page ?? firstPage),
        ] as const,
    );
    if (process.env.BENCH_PLANS) await printPlans(database, explained);
    return rows;
  } finally {
    await database.close();
  }
}

const inbox = { isStaff: true };
const waiting: TicketFilter = { isStaff: true, status: ['waiting_for_admin'] };
const reads: readonly [what: string, filter: TicketFilter, page?: typeof lastPage][] = [
  ['all tickets', inbox],
  ['all tickets, the last page', inbox, lastPage],
  ['all tickets, the oldest first', { ...inbox, ordering: 'created_at' }],
  ['all tickets, the most urgent first', { ...inbox, ordering: '-priority' }],
  ['what waits for support', waiting],
  ['what waits, by the time it is due', { ...waiting, ordering: 'first_response_due_at' }],
  ['what waits and is nobody’s', { ...waiting, assignedTo: 'none' }],
  ['what is late', { ...inbox, overdueBefore: new Date() }],
  ['what is resolved late', { ...inbox, unresolvedBefore: new Date() }],
  ['what has waited for a day', { ...inbox, waitingBefore: longWaitingBefore(new Date()) }],
  ['what is normal', { ...inbox, priority: 'normal' }],
  ['what is urgent, which few are', { ...inbox, priority: 'urgent' }],
  ['a category', { ...inbox, category: 'general' }],
  ['a category of few', { ...inbox, category: 'account' }],
  ['what has no answer', { ...inbox, has_unanswered: true }],
  ['what has answers', { ...inbox, has_unanswered: false }],
  ['one customer’s', { ...inbox, accountId: 77 }],
  ['one agent’s', { ...inbox, assignedTo: 7 }],
  ['search for a number', { ...inbox, search: '#1234' }],
  ['search for a rare word', { ...inbox, search: 'case4321' }],
  ['search for two words', { ...inbox, search: 'invoice case4320' }],
  ['search for the beginning of a word', { ...inbox, search: 'term12' }],
  ['search for a word of every tenth', { ...inbox, search: 'invoice' }],
  ['a customer’s list', { isStaff: false, accountId: 77 }],
  ['what a customer has not read', { isStaff: false, accountId: 77, has_unanswered: true }],
  ['a customer’s search', { isStaff: false, accountId: 77, search: 'invoice' }],
];

/** 2 % of the tickets are waiting, 1 % resolved and the rest closed; few are urgent. */
async function insertTickets({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(`
      insert into account (email, date_joined)
      select 'u' || n || '@example.com', now() from generate_series(1, ${accountsMax}) n`);
    for (let first = 1; first <= ticketsMax; first += ticketsAtOnce)
      await insertSome(client, first, Math.min(first + ticketsAtOnce - 1, ticketsMax));
    await client.query('analyze account, ticket, ticket_message');
  } finally {
    client.release();
  }
}

async function insertSome(client: PoolClient, first: number, last: number): Promise<void> {
  await client.query(`
    with added as (
      insert into ticket (id, account_id, subject, status, priority, category, assigned_to,
        created_at, updated_at, first_response_due_at, first_response_at, last_message_at,
        waiting_since, staff_unanswered)
      select gen_random_uuid(), 1 + n % ${accountsMax},
        'Question case' || n % 50000 || case when n % 10 = 0 then ' invoice' else '' end,
        case n % 100 when 1 then 'waiting_for_admin' when 2 then 'waiting_for_user'
          when 3 then 'resolved' else 'closed' end,
        case when n % 500 = 1 then 'urgent'
          else (array['low', 'normal', 'normal', 'high'])[1 + n % 4] end,
        case when n % 400 = 0 then 'account' else (array['general', 'technical'])[1 + n % 2] end,
        case when n % 3 = 0 then null else 1 + n % 20 end,
        now() - n * interval '30 seconds', now() - n * interval '29 seconds',
        now() - n * interval '20 seconds', case when n % 200 = 1 then null else now() end, now(),
        case when n % 100 = 1 then now() - n * interval '20 seconds' end,
        case when n % 100 = 1 then 1 else 0 end
      from generate_series(${first}, ${last}) n
      returning *
    )
    insert into ticket_message (id, ticket_id, account_id, is_from_staff, body, created_at)
    select gen_random_uuid(), id, account_id, false,
      'What is wrong with term' || number % 7000 || ' and ' || md5(subject), created_at
    from added`);
}
