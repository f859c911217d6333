// A separate migrated database for a benchmark, and the time of calls on it.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { type Database, openDatabase } from '#kernel/database/open-database.ts';
import { findP95 } from './rows.ts';

export async function openBenchDatabase(
  serverSettings: Record<string, string | number> = {},
): Promise<Database> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-bench-'));
  const config = { DATA_DIR: dataDir, PG_NAMED_STATEMENTS: true };
  const database = await openDatabase(config, pino({ level: 'silent' }), { serverSettings });
  await migrateDatabase(database);
  const close = async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...database, close };
}

/** The 95th percentile of 100 sequential calls in milliseconds. */
export async function percentile95(count: number, work: (at: number) => Promise<unknown>) {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const startedMs = performance.now();
    await work(at);
    times.push(performance.now() - startedMs);
  }
  return findP95(times);
}
