// Charts and the overview over ten million records of usage. Filling takes some minutes;
// BENCH_RECORDS=1000000 is quicker, and BENCH_PLANS=1 prints how PostgreSQL reads each.
import { pino } from 'pino';
import { readOverview } from '#areas/billing/server/charts/overview.ts';
import { readChart, readDetailedChart } from '#areas/billing/server/charts/read-chart.ts';
import { openSubscriptions } from '#areas/billing/server/index.ts';
import { openLedger } from '#areas/ledger/server/index.ts';
import type { Payments } from '#areas/payments/server/index.ts';
import { systemClock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Kernel } from '#server/kernel.ts';
import { openSummaryProviders } from '#server/ports.ts';
import { openBenchDatabase, percentile95 } from './load/ledger-database.ts';
import { printPlans } from './load/plans.ts';
import type { Row } from './load/rows.ts';
import { insertUsage, usageAccountsMax } from './load/usage-records.ts';

const recordsMax = Number(process.env.BENCH_RECORDS ?? 10_000_000);
const callsMax = 40;
const promise = 150;
const heavy = 1;

export default async function measureCharts(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await insertUsage(database, recordsMax);
    const rows: Row[] = [];
    for (const [who, account] of [
      ['an account of many', (at: number) => 2 + (at % (usageAccountsMax - 2))],
      ['the account with a twentieth of all', () => heavy],
    ] as const)
      for (const [what, read] of reads) {
        const call = (at: number) => read(openDeps(database), account(at * 37));
        for (let at = 0; at < 3; at++) await call(at);
        const measured = await percentile95(callsMax, call);
        rows.push({ what: `p95 of ${what}, ${who}`, measured, unit: 'ms', promise });
      }
    const explained = reads.map(
      ([what, read]) => [what, (watched: Database) => read(openDeps(watched), heavy)] as const,
    );
    if (process.env.BENCH_PLANS) await printPlans(database, explained);
    return rows;
  } finally {
    await database.close();
  }
}

/** What the reads use of a kernel, and no more of it. */
function openDeps(database: Database) {
  const log = pino({ level: 'silent' });
  const kernel = { database, clock: systemClock, log } as unknown as Kernel;
  const payments = { kernel, ledger: openLedger(kernel) } as unknown as Payments;
  return { ...openSubscriptions(kernel, payments), summaries: openSummaryProviders(log) };
}
type Read = [string, (deps: ReturnType<typeof openDeps>, accountId: number) => Promise<unknown>];

const zone = 'Europe/Berlin';
const of = { metric: 'requests', timezone: zone, currency: undefined } as const;
const compared = { ...of, compare: 'previous' } as const;
const reads: readonly Read[] = [
  ['30 days', (deps, id) => readChart(deps, id, { ...of, period: '30d' })],
  ['13 weeks', (deps, id) => readChart(deps, id, { ...of, period: '90d' })],
  ['12 months', (deps, id) => readChart(deps, id, { ...of, period: '1y' })],
  [
    '30 days by key, compared',
    (deps, id) => readDetailedChart(deps, id, { ...compared, period: '30d', group_by: 'api_key' }),
  ],
  [
    '13 weeks by status, compared',
    (deps, id) => readDetailedChart(deps, id, { ...compared, period: '90d', group_by: 'status' }),
  ],
  [
    '30 days of one endpoint that failed',
    (deps, id) =>
      readDetailedChart(deps, id, {
        ...of,
        period: '30d',
        endpoint: '/apix/bench/3/',
        status_class: 4,
      }),
  ],
  ['the overview', (deps, id) => readOverview(deps, id)],
];
