import type { FairPool } from './pool.ts';

const freshMs = 1000;

/**
 * The clock of the database, asked at most once a second. `pool` is a connection of its own, so
 * that the answer never waits behind calls.
 */
export function createDatabaseTime(
  pool: Pick<FairPool, 'query'>,
  now = () => performance.now(),
): () => Promise<Date> {
  let latest: Promise<{ timeMs: number; readMs: number }> | undefined;
  let requestedMs = 0;

  async function ask() {
    const { rows } = await pool.query<{ time: Date }>('select clock_timestamp() as time');
    return { timeMs: rows[0]!.time.getTime(), readMs: now() };
  }

  return async () => {
    if (!latest || now() - requestedMs >= freshMs) {
      requestedMs = now();
      latest = ask();
      // Not kept: the next one asks again.
      latest.catch(() => {
        latest = undefined;
      });
    }
    const { timeMs, readMs } = await latest;
    return new Date(timeMs + now() - readMs);
  };
}
