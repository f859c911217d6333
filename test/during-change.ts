import { expect } from 'vitest';
import type { Database } from '#kernel/database/open-database.ts';

/**
 * Acts while another transaction has changed a row and not committed it: the row can be read and
 * not be changed. Commits when all acts wait for it, and returns their results.
 */
export async function duringChange<T>(
  { pool }: Pick<Database, 'pool'>,
  change: { sql: string; id: string },
  act: () => Promise<T>[],
): Promise<T[]> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(change.sql, [change.id]);
    const acts = act();
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(acts.length);
    await other.query('commit');
    return await Promise.all(acts);
  } finally {
    other.release();
  }
}
