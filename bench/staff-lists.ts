// The lists of staff: a million accounts, a million inquiries. Filling takes some minutes;
// BENCH_RECORDS=100000 is quicker.
import {
  type AccountFilter,
  listAccounts,
  listAccountsAfter,
} from '#areas/accounts/server/staff-accounts/account-list-store.ts';
import {
  findLeads,
  type LeadFilter,
  listLeadRows,
  listLeadsAwaitingReply,
} from '#areas/leads/server/lead-list-store.ts';
import { openWorkMax } from '#areas/staff/wire/open-work.constants.ts';
import { staffSearchMax } from '#areas/staff/wire/search.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { openBenchDatabase, percentile95 } from './load/bench-database.ts';
import { insertPeople } from './load/people.ts';
import type { Row } from './load/rows.ts';

const rowsMax = Number(process.env.BENCH_RECORDS ?? 1_000_000);
const callsMax = 40;
const limitMs = 150;

export default async function measureStaffLists(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await insertPeople(database, rowsMax);
    const rows: Row[] = [];
    for (const [what, read] of reads) {
      for (let at = 0; at < 3; at++) await read(database);
      const measured = await percentile95(callsMax, () => read(database));
      rows.push({ what: `p95 of ${what}`, measured, unit: 'ms', limit: limitMs });
    }
    return rows;
  } finally {
    await database.close();
  }
}

const page = (number: number): PageRequest => ({
  page: number,
  pageSize: 20,
  offset: (number - 1) * 20,
});
const users =
  (filter: AccountFilter, number = 1) =>
  ({ read }: Database) =>
    listAccounts(read, filter, page(number));
const overdueBefore = new Date(Date.now() - 86_400_000);
const leads =
  (filter: Partial<LeadFilter>, number = 1) =>
  ({ read }: Database) =>
    listLeadRows(read, { overdueBefore, ...filter }, page(number));

/** As the search of the console. */
const found =
  (search: string) =>
  ({ read }: Database) =>
    Promise.all([
      listAccountsAfter(read, { search }, { last: undefined, count: staffSearchMax }),
      findLeads(read, search, staffSearchMax),
    ]);

type Read = readonly [what: string, read: (database: Database) => Promise<unknown>];
const reads: readonly Read[] = [
  ['users', users({})],
  ['users, page 200', users({}, 200)],
  ['users who are suspended', users({ status: 'suspended' })],
  ['staff among the users', users({ role: 'staff' })],
  ['users by a name of many', users({ search: 'kowalski' })],
  ['users by a whole name', users({ search: 'Elif Petrov' })],
  ['users by a company', users({ search: 'company 1234' })],
  ['users by an address', users({ search: 'greta.kim123' })],
  ['users by a whole address', users({ search: 'nobody.here@mail7.example' })],
  ['users by three letters', users({ search: 'wsk' })],
  ['users by a word of all', users({ search: 'example' })],
  ['leads', leads({})],
  ['leads, page 200', leads({}, 200)],
  ['leads of a status', leads({ status: 'qualified' })],
  ['leads that are overdue', leads({ isOverdue: true })],
  ['leads of nobody, by status', leads({ assignedTo: null, ordering: 'status' })],
  ['leads by a number', leads({ search: 'order 123456' })],
  ['leads by a word of a hundredth', leads({ search: 'topic77' })],
  ['leads by two words', leads({ search: 'topic77 rossi' })],
  ['leads by an address', leads({ search: 'nobody.here@mail7.example' })],
  ['leads by a word of all', leads({ search: 'somebody' })],
  ['leads of the open work', ({ read }) => listLeadsAwaitingReply(read, openWorkMax)],
  ['users and leads found by an address', found('nobody.here@mail7.example')],
  ['users and leads found by a name of many', found('kowalski')],
  ['users and leads found by a word of all', found('somebody')],
  ['users and leads found by two letters', found('so')],
];
