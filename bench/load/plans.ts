// The plans of PostgreSQL for the reads of a benchmark.
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type { Database } from '#kernel/database/open-database.ts';
import type { DB } from '#kernel/database/schema.d.ts';

type Read = (database: Database) => Promise<unknown>;

/** Runs each read once more and prints EXPLAIN of its statements. */
export async function printPlans(
  database: Database,
  reads: readonly (readonly [what: string, read: Read])[],
): Promise<void> {
  const { pool } = database;
  const seen: CompiledQuery[] = [];
  const log = (event: LogEvent) => void seen.push(event.query);
  const watched = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log });
  for (const [what, read] of reads) {
    await read({ ...database, read: watched });
    for (const { sql, parameters } of seen.splice(0)) {
      // Estimated counts run EXPLAIN themselves.
      if (/^\s*explain\b/.test(sql)) continue;
      const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, [
        ...parameters,
      ]);
      console.log(`\n== ${what}\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`);
    }
  }
}
