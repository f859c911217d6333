// The company's figures: a hundred thousand accounts over 18 months, two fifths of which have paid.
// BENCH_PLANS=1 prints the plans of PostgreSQL.
import { readAreaUsage } from '#areas/figures/server/area-usage/read-area-usage.ts';
import {
  readCohorts,
  readFunnel,
  readTrials,
} from '#areas/figures/server/customers/read-customers.ts';
import { readPeriod } from '#areas/figures/server/period.ts';
import { listMovements } from '#areas/figures/server/revenue/list-movements.ts';
import { readRevenue } from '#areas/figures/server/revenue/read-revenue.ts';
import {
  listOverduePlans,
  listShortBalances,
  readFailedPayments,
} from '#areas/figures/server/unpaid/read-unpaid.ts';
import type { Db } from '#kernel/database/database.ts';
import { fillFigures } from './load/figure-rows.ts';
import { openBenchDatabase, percentile95 } from './load/ledger-database.ts';
import { printPlans } from './load/plans.ts';
import type { Row } from './load/rows.ts';

const accountsMax = 100_000;
const months = 18;
const callsMax = 40;
const limitMs = 300;

const now = new Date();
const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1));
const period = readPeriod({ from: from.toISOString().slice(0, 7) }, now);
const page = { page: 1, pageSize: 20, offset: 0 };

const reads: readonly (readonly [what: string, read: (db: Db) => Promise<unknown>])[] = [
  ['revenue by month', (db) => readRevenue(db, 'USD', period)],
  ['movements of a month', (db) => listMovements(db, { month: period.current.slice(0, 7) }, page)],
  ['movements, page 200', (db) => listMovements(db, {}, { ...page, page: 200, offset: 3980 })],
  ['the funnel', (db) => readFunnel(db, period)],
  ['trials', (db) => readTrials(db, period)],
  ['cohorts', (db) => readCohorts(db, 'USD', period)],
  ['usage by area', (db) => readAreaUsage(db, period)],
  ['failed payments', (db) => readFailedPayments(db, 'USD', period)],
  ['plans that are past due', (db) => listOverduePlans(db, page)],
  ['short balances', (db) => listShortBalances(db, now, page)],
];

export default async function measureFigures(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await fillFigures(database, { accounts: accountsMax, months });
    const rows: Row[] = [];
    for (const [what, read] of reads) {
      for (let at = 0; at < 3; at++) await read(database.read);
      const measured = await percentile95(callsMax, () => read(database.read));
      rows.push({ what: `p95 of ${what}`, measured, unit: 'ms', limit: limitMs });
    }
    if (process.env.BENCH_PLANS)
      await printPlans(
        database,
        reads.map(([what, read]) => [what, ({ read: db }) => read(db)]),
      );
    return rows;
  } finally {
    await database.close();
  }
}
