// The usage screens over ten million records. Filling takes some minutes; BENCH_RECORDS=1000000 is
// quicker, and BENCH_PLANS=1 prints how PostgreSQL reads each.

import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { filterOf, listUsage, type UsageQuery } from '#areas/billing/server/usage/list-usage.ts';
import { type SumKey, sumUsage } from '#areas/billing/server/usage/sum-store.ts';
import type { Database } from '#server/database/database.ts';
import type { DB } from '#server/database/schema.d.ts';
import { openBenchDatabase, percentile95 } from './load/ledger-database.ts';
import type { Row } from './load/rows.ts';
import { insertUsage, usageAccountsMax } from './load/usage-records.ts';

const recordsMax = Number(process.env.BENCH_RECORDS ?? 10_000_000);
const callsMax = 40;
const promise = 150;
const dayMs = 86_400_000;

export default async function measureUsageReads(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await insertUsage(database, recordsMax);
    const rows: Row[] = [];
    for (const [who, account] of [
      ['an account of many', (at: number) => 2 + (at % (usageAccountsMax - 2))],
      ['the account with a twentieth of all', () => 1],
    ] as const)
      for (const [what, read] of reads(database)) {
        for (let at = 0; at < 3; at++) await read(account(at));
        const measured = await percentile95(callsMax, (at) => read(account(at * 37)));
        rows.push({ what: `p95 of ${what}, ${who}`, measured, unit: 'ms', promise });
      }
    if (process.env.BENCH_PLANS) await printPlans(database);
    return rows;
  } finally {
    await database.close();
  }
}

type Read = [string, (accountId: number) => Promise<unknown>];

function reads(database: Database): Read[] {
  const list =
    (query: UsageQuery, offset = 0) =>
    (accountId: number) => {
      const filter = filterOf({ accountId }, query, new Date());
      return listUsage({ database }, filter, { page: 1, pageSize: 20, offset }, 'desc');
    };
  const chart =
    (days: number, stepDays: number, keys: SumKey[] = []) =>
    (accountId: number) => {
      const dayStart = (daysAgo: number) =>
        new Date(Math.floor(Date.now() / dayMs - daysAgo) * dayMs);
      const starts = Array.from({ length: Math.ceil(days / stepDays) }, (_, at) =>
        dayStart(days - at * stepDays),
      );
      const filter = { accountId, from: dayStart(days), to: dayStart(-1) };
      const options = { starts, hoursSince: dayStart(Math.min(days, 90)) };
      return sumUsage(database.read, filter, ['time', ...keys], options);
    };
  return [
    ['the list, 30 days', list({})],
    ['the list, 90 days', list({ period: '90d' })],
    ['the list, 90 days, page 400', list({ period: '90d' }, 8000)],
    ['the list, one key, 90 days', list({ period: '90d', api_key: `${keyPrefix}3` })],
    ['the list, status 503, 90 days', list({ period: '90d', status_code: 503 })],
    ['the list, an endpoint that failed', list({ endpoint: '/apix/bench/3/', status_class: 4 })],
    ['the chart of 30 days by day', chart(30, 1)],
    ['the chart of 90 days by day', chart(90, 1)],
    ['the chart of 90 days by day and key', chart(90, 1, ['api_key'])],
    ['the chart of a year by week', chart(364, 7)],
  ];
}

const keyPrefix = '00000000-0000-7000-8000-00000000000';

/** Runs each read once more for the largest account, and each of its statements explained. */
async function printPlans(database: Database): Promise<void> {
  const { pool } = database;
  const seen: CompiledQuery[] = [];
  const log = (event: LogEvent) => void seen.push(event.query);
  const watched = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log });
  for (const [what, read] of reads({ ...database, read: watched })) {
    await read(1);
    for (const { sql, parameters } of seen.splice(0)) {
      const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, [
        ...parameters,
      ]);
      console.log(`\n== ${what}\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`);
    }
  }
}
