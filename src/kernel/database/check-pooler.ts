// A pooler in transaction mode gives each transaction any of its connections. One that does not
// know prepared statements (pgbouncer before 1.21, or with max_prepared_statements = 0) then lets
// most calls fail.
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import type { FairPool } from './pool.ts';

type Identified = { processID?: number | null };

/** Several, because the pooler may choose its connections in turn. */
const rounds = 5;
const duplicateStatement = '42P05';
const unknownStatement = '26000';

const problem =
  'PG_NAMED_STATEMENTS: set it to off. DATABASE_URL leads to a pooler that mixes up the prepared ' +
  'statements of its clients. Or use pgbouncer 1.21 or newer with max_prepared_statements above 0.';

/**
 * Throws a ConfigError when two connections of the pool see each other's prepared statements. Costs
 * one statement when there is no pooler.
 */
export async function checkPooler(pool: Pick<FairPool, 'connect'>): Promise<void> {
  const one = await pool.connect();
  try {
    const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid');
    // The server tells its process id when a connection begins; a pooler makes up another.
    if ((one as Identified).processID === rows[0]?.pid) return;
    const other = await pool.connect();
    try {
      for (let round = 0; round < rounds; round++) await prepareTwice(one, other, round);
    } finally {
      other.release(true);
    }
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if ([duplicateStatement, unknownStatement].includes(code)) throw new ConfigError([problem]);
    throw error;
  } finally {
    one.release();
  }
}

/** Fails when both get the same connection of the pooler, or one of them gets two. */
async function prepareTwice(one: pg.PoolClient, other: pg.PoolClient, between: number) {
  const text = `select $1::int + ${between}`;
  await one.query(text, [1]);
  for (let count = 0; count < between; count++) await one.query('select 1');
  await other.query(text, [1]);
  await one.query(text, [1]);
}
