// Charts and the overview with ten million usage records. Filling takes some minutes;
// BENCH_RECORDS=1000000 is quicker.
import { pino } from 'pino';
import { readOverview } from '#areas/billing/server/charts/overview.ts';
import { readChart, readDetailedChart } from '#areas/billing/server/charts/read-chart.ts';
import { createSubscriptions } from '#areas/billing/server/index.ts';
import { createLedger } from '#areas/ledger/server/index.ts';
import type { Payments } from '#areas/payments/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createSummaryProviders } from '#kernel/ports.ts';
import { openBenchDatabase, percentile95 } from './load/bench-database.ts';
import type { Row } from './load/rows.ts';
import { insertUsage, usageAccountsMax } from './load/usage-records.ts';

const recordsMax = Number(process.env.BENCH_RECORDS ?? 10_000_000);
const callsMax = 40;
const warmUpMax = 3;
const readers = [
  ['an account of many', (at: number) => 2 + (at % (usageAccountsMax - 2))],
  ['the account with a twentieth of all', () => 1],
] as const;

export default async function measureCharts(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await insertUsage(database, recordsMax);
    const deps = createDeps(database);
    const rows: Row[] = [];
    for (const [who, accountFor] of readers)
      for (const [what, read] of reads) {
        const call = (at: number) => read(deps, database.read, accountFor(at * 37));
        for (let at = 0; at < warmUpMax; at++) await call(at);
        const measured = await percentile95(callsMax, call);
        rows.push({ what: `p95 of ${what}, ${who}`, measured, unit: 'ms', limit: 150 });
      }
    return rows;
  } finally {
    await database.close();
  }
}

/** The part of the kernel that the reads use. */
function createDeps(database: Database) {
  const log = pino({ level: 'silent' });
  const kernel = { database, clock: systemClock, log } as unknown as Kernel;
  const payments = {
    kernel,
    ledger: createLedger(kernel),
    hasBillingCountry: async () => true,
  } as unknown as Payments;
  return { ...createSubscriptions(kernel, payments), summaries: createSummaryProviders(log) };
}
type Read = readonly [
  what: string,
  read: (deps: ReturnType<typeof createDeps>, db: Db, accountId: number) => Promise<unknown>,
];

const zone = 'Europe/Berlin';
const of = { metric: 'requests', timezone: zone, currency: undefined } as const;
const compared = { ...of, compare: 'previous' } as const;
const reads: readonly Read[] = [
  ['30 days', (deps, db, id) => readChart(deps, db, id, { ...of, period: '30d' })],
  ['13 weeks', (deps, db, id) => readChart(deps, db, id, { ...of, period: '90d' })],
  ['12 months', (deps, db, id) => readChart(deps, db, id, { ...of, period: '1y' })],
  [
    '30 days by key, compared',
    (deps, db, id) =>
      readDetailedChart(deps, db, id, { ...compared, period: '30d', group_by: 'api_key' }),
  ],
  [
    '13 weeks by status, compared',
    (deps, db, id) =>
      readDetailedChart(deps, db, id, { ...compared, period: '90d', group_by: 'status' }),
  ],
  [
    '30 days of one endpoint that failed',
    (deps, db, id) =>
      readDetailedChart(deps, db, id, {
        ...of,
        period: '30d',
        endpoint: '/apix/bench/3/',
        status_class: 4,
      }),
  ],
  ['the overview', (deps, db, id) => readOverview(deps, db, id)],
];
