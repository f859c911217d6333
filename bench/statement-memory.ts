// How much of the rows of a statement stays in memory until the next full collection of garbage:
// through the pool, beside a client of pg that returns promises. Each call that reads rows pays for
// what stays, since V8 copies it twice.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import type { Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const statementsMax = 500;
const text = "select n, repeat('x', 100) as words from generate_series(1, $1::int) n";
const values = [100];

type Ask = () => Promise<unknown>;

export default async function measureStatementMemory(): Promise<Row[]> {
  const testbed = await openTestbed();
  const { pool, connection } = testbed.database;
  const client = new pg.Client(connection);
  try {
    await client.connect();
    return [
      {
        what: 'left of a statement of 100 rows, beside a client of pg',
        measured: await measureRest(async () => {
          const pooled = await pool.connect();
          await pooled.query(text, values);
          pooled.release();
        }),
        baseline: await measureRest(() => client.query(text, values)),
        unit: 'KB',
        limit: 0.1,
      },
    ];
  } finally {
    await client.end();
    await testbed.close();
  }
}

/** Per statement, after two collections of the young generation. */
async function measureRest(ask: Ask): Promise<number> {
  const collect = exposeCollector();
  // Code is compiled, statements are prepared.
  for (let at = 0; at < statementsMax; at++) await ask();
  collect({ type: 'major' });
  const { heapUsed: before } = process.memoryUsage();
  for (let at = 0; at < statementsMax; at++) await ask();
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  const rest = process.memoryUsage().heapUsed - before;
  return Math.max(0, rest) / statementsMax / 1024;
}

type Collect = (options: { type: 'major' | 'minor' }) => void;

function exposeCollector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
