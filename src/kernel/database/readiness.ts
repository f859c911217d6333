// Whether the database can do what calls need: respond, and write.
import type pg from 'pg';
import { isMigrated } from './migrate.ts';
import type { FairPool } from './pool.ts';

export type DatabaseReadiness = {
  /** The primary responds. */
  database: boolean;
  /** It can store something. */
  writes: boolean;
  /** It has every migration of this build. */
  migrations: boolean;
  /** One sentence for each of them that is false. */
  missing: readonly string[];
};

const timeoutMs = 2000;
/** Probes of several load balancers share one check. */
const freshMs = 1000;

// A message in the write-ahead log, which leaves no row and is on disk when it commits; and a sort
// that is too large for 64 kB of memory, so that it writes a file, which a full disk refuses. The
// log alone would not show it: PostgreSQL creates its files in advance.
const write = `begin;
  set local work_mem = '64kB';
  select pg_logical_emit_message(true, 'readiness', '');
  select count(*) from generate_series(1, 10000);
  commit`;

/**
 * `pool` is a connection of its own, so that a probe never waits behind calls. `onReadOnly` is
 * called when the server can be read but not written.
 */
export function createReadinessCheck(options: {
  pool: FairPool;
  onReadOnly?: (() => void) | undefined;
  now?: () => number;
}): () => Promise<DatabaseReadiness> {
  const { pool, onReadOnly, now = () => performance.now() } = options;
  let latest: Promise<DatabaseReadiness> | undefined;
  let checkedMs = 0;
  // Migrations are forward only: what was complete stays complete.
  let isComplete = false;

  async function check(): Promise<DatabaseReadiness> {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      isComplete ||= await isMigrated(client).catch(() => false);
      const refusal = await tryToWrite(client);
      if (refusal) failure = new Error(refusal);
      if (refusal === readOnly) onReadOnly?.();
      const missing = [
        ...(refusal ? [refusal] : []),
        ...(isComplete ? [] : ['The database lacks migrations of this version.']),
      ];
      return { database: true, writes: refusal === null, migrations: isComplete, missing };
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // A failed statement may have left a transaction open: this connection is not used again.
      client.release(failure);
    }
  }

  return () => {
    if (!latest || now() - checkedMs >= freshMs) {
      checkedMs = now();
      latest = within(timeoutMs, check()).catch(() => ({
        database: false,
        writes: false,
        migrations: isComplete,
        missing: ['The database does not respond.'],
      }));
    }
    return latest;
  };
}

const readOnly = 'The database is read-only.';
const refusals: Readonly<Record<string, string>> = {
  '25006': readOnly,
  '53100': 'The disk of the database is full.',
};

/** Null when it worked; throws when the connection broke. */
async function tryToWrite(client: pg.PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly) return readOnly;
  try {
    await client.query(write);
    return null;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return refusals[code] ?? 'The database refuses to write.';
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
