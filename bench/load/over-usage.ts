// Reads over ten million usage records. Filling takes some minutes; BENCH_RECORDS=1000000 is
// quicker, and BENCH_PLANS=1 prints the plans of PostgreSQL.
import type { Database } from '#kernel/database/open-database.ts';
import { openBenchDatabase, percentile95 } from './ledger-database.ts';
import { printPlans } from './plans.ts';
import type { Row } from './rows.ts';
import { insertUsage, usageAccountsMax } from './usage-records.ts';

export type UsageRead = readonly [
  what: string,
  read: (database: Database, accountId: number) => Promise<unknown>,
  /** 150 ms without it. */
  limitMs?: number,
];

const recordsMax = Number(process.env.BENCH_RECORDS ?? 10_000_000);
const callsMax = 40;
const warmUpMax = 3;
const usualLimitMs = 150;
const heavyAccount = 1;
const readers = [
  ['an account of many', (at: number) => 2 + (at % (usageAccountsMax - 2))],
  ['the account with a twentieth of all', () => heavyAccount],
] as const;

/** `prepare` is not measured. */
export async function measureOverUsage(
  reads: readonly UsageRead[],
  prepare?: (database: Database) => Promise<void>,
): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    await insertUsage(database, recordsMax);
    await prepare?.(database);
    const rows: Row[] = [];
    for (const [who, accountOf] of readers)
      for (const [what, read, limit = usualLimitMs] of reads) {
        const call = (at: number) => read(database, accountOf(at * 37));
        for (let at = 0; at < warmUpMax; at++) await call(at);
        const measured = await percentile95(callsMax, call);
        rows.push({ what: `p95 of ${what}, ${who}`, measured, unit: 'ms', limit });
      }
    if (process.env.BENCH_PLANS)
      await printPlans(
        database,
        reads.map(([what, read]) => [what, (watched) => read(watched, heavyAccount)]),
      );
    return rows;
  } finally {
    await database.close();
  }
}
